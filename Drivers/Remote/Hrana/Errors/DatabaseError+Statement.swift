import Quarry

extension DatabaseError {
  /// The error of a statement: with its text, and without the bound texts that the engine's message repeats.
  func of(_ sql: String, _ values: [SQLValue]) -> DatabaseError {
    var error = self
    if error.sql == nil { error.sql = sql }
    if error.engineCode?.primary == .error { error.message = DatabaseError.message(message, without: values, sql: sql) }
    return error
  }
}

extension DatabaseError {
  /// The error with its offset counted from the beginning of the caller's text, not of the statement in it.
  func counted(from given: (sql: String, offset: Int)?) -> DatabaseError {
    guard let given, let offset else { return self }
    var error = self
    error.sql = given.sql
    error.offset = given.offset + offset
    return error
  }
}
