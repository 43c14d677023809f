internal import Quarry

/// The messages of the engine, for protocols without codes.
enum EngineMessage {
  /// The code of an error and the engine's code, as far as the message shows them. Primary keys have the message
  /// `UNIQUE constraint failed` too, so its number is only the primary one.
  ///
  /// Source: <https://sqlite.org/rescode.html>.
  static func codes(_ message: String) -> (code: DatabaseError.Code, engineCode: Int32?) {
    for (beginning, code, number) in beginnings where message.hasPrefix(beginning) { return (code, number) }
    if message.hasPrefix("cannot store "), message.contains(" value in ") { return (.constraintDatatype, 3091) }
    let code = DatabaseError.Code(engineCode: .error, message: message)
    return (code, code == .statementFailed && !isOfStatement(message) ? nil : 1)
  }

  private static let beginnings: [(String, DatabaseError.Code, Int32)] = [
    ("UNIQUE constraint failed", .constraintUnique, 19),
    ("NOT NULL constraint failed", .constraintNotNull, 1299),
    ("CHECK constraint failed", .constraintCheck, 275),
    ("FOREIGN KEY constraint failed", .constraintForeignKey, 787),
    ("constraint failed", .constraint, 19),
    ("database is locked", .busy, 5),
    ("database table is locked", .locked, 6),
    ("database schema is locked", .locked, 6),
    ("attempt to write a readonly database", .readOnly, 8),
    ("interrupted", .interrupted, 9),
    ("disk I/O error", .inputOutput, 10),
    ("database disk image is malformed", .corrupt, 11),
    ("database or disk is full", .diskFull, 13),
    ("unable to open database file", .cannotOpen, 14),
    ("string or blob too big", .tooBig, 18),
    ("datatype mismatch", .mismatch, 20),
    ("not authorized", .authorization, 23),
    ("file is not a database", .notADatabase, 26),
    ("integer overflow", .statementFailed, 1),
    ("out of memory", .outOfMemory, 7),
  ]
}
