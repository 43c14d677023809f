extension DatabaseError {
  /// Returns the error of a script's statement with its place in the whole text.
  func located(in part: SQLScript.Statement) -> DatabaseError {
    var error = self
    error.statementIndex = part.index
    error.offset = (error.offset ?? 0) + part.offset
    error.sql = part.sql
    return error
  }
}
