extension DatabaseError {
  /// The error of one statement of a script, with its place in the whole text.
  func located(in part: SQLScript.Statement) -> DatabaseError {
    var error = self
    error.statementIndex = part.index
    error.offset = (error.offset ?? 0) + part.offset
    error.sql = part.sql
    return error
  }
}
