import Quarry

extension DatabaseError {
  /// The error as that of a statement: with its text, and without what the engine's message repeats of bound texts.
  func of(_ sql: String, _ values: [SQLValue]) -> DatabaseError {
    var error = self
    if error.sql == nil { error.sql = sql }
    if error.engineCode?.primary == .error { error.message = DatabaseError.message(message, without: values, sql: sql) }
    return error
  }
}
