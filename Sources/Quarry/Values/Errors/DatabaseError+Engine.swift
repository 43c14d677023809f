extension DatabaseError.EngineCode {
  /// SQLITE_ERROR (1).
  public static let error = Self(rawValue: 1)
  /// SQLITE_BUSY (5).
  public static let busy = Self(rawValue: 5)
  /// SQLITE_LOCKED (6).
  public static let locked = Self(rawValue: 6)
  /// SQLITE_READONLY (8).
  public static let readOnly = Self(rawValue: 8)
  /// SQLITE_INTERRUPT (9).
  public static let interrupt = Self(rawValue: 9)
  /// SQLITE_CORRUPT (11).
  public static let corrupt = Self(rawValue: 11)
  /// SQLITE_FULL (13).
  public static let full = Self(rawValue: 13)
  /// SQLITE_CANTOPEN (14).
  public static let cannotOpen = Self(rawValue: 14)
  /// SQLITE_CONSTRAINT (19), which matches every extended constraint code.
  public static let constraint = Self(rawValue: 19)
  /// SQLITE_CONSTRAINT_UNIQUE (2067).
  public static let constraintUnique = Self(rawValue: 2067)
  /// SQLITE_CONSTRAINT_PRIMARYKEY (1555).
  public static let constraintPrimaryKey = Self(rawValue: 1555)
  /// SQLITE_CONSTRAINT_FOREIGNKEY (787).
  public static let constraintForeignKey = Self(rawValue: 787)
  /// SQLITE_CONSTRAINT_NOTNULL (1299).
  public static let constraintNotNull = Self(rawValue: 1299)
  /// SQLITE_CONSTRAINT_CHECK (275).
  public static let constraintCheck = Self(rawValue: 275)
  /// SQLITE_NOTADB (26).
  public static let notADatabase = Self(rawValue: 26)
}

extension DatabaseError.Code {
  /// Creates the portable code of an engine's result code.
  ///
  /// An unknown extended code maps to the class of its primary code. SQLite returns 1 for every kind of invalid
  /// statement; the message then decides, because nothing else distinguishes them.
  ///
  /// Source: <https://sqlite.org/rescode.html>.
  public init(engineCode: DatabaseError.EngineCode, message: String) {
    switch engineCode.rawValue {
    case 2067: self = .constraintUnique
    case 1555, 2579: self = .constraintPrimaryKey
    case 787: self = .constraintForeignKey
    case 1299: self = .constraintNotNull
    case 275: self = .constraintCheck
    // RESTRICT is carried out by a trigger of the engine's own, whose code it then reports.
    case 1811: self = message == "FOREIGN KEY constraint failed" ? .constraintForeignKey : .constraintTrigger
    case 3091: self = .constraintDatatype
    // The engine looks for it where it keeps a rollback journal.
    case 1032: self = .fileMoved
    // The engine names a collation that it does not have.
    case 257: self = .noSuchObject
    // A table lock of another connection to the same shared cache: to the caller a lock like that of a file.
    case 262: self = .busy
    default: self = Self.ofPrimary(engineCode.primary.rawValue, message)
    }
  }

  private static func ofPrimary(_ code: Int32, _ message: String) -> Self {
    switch code {
    case 1: ofStatement(message)
    case 2: .engineInternal
    case 3: .permission
    case 4, 9: .interrupted
    // 15 is a lock of the log that was not to be had for seconds: SQLITE_PROTOCOL.
    case 5, 15: .busy
    case 6: .locked
    case 7: .outOfMemory
    case 8: .readOnly
    case 10: .inputOutput
    case 11: .corrupt
    case 13: .diskFull
    case 14: .cannotOpen
    case 17: .schemaChanged
    case 18: .tooBig
    case 19: .constraint
    case 20: .mismatch
    case 21: .misuse
    case 23: .authorization
    case 25: .extraParameter
    case 26: .notADatabase
    default: .statementFailed
    }
  }

  private static func ofStatement(_ message: String) -> Self {
    for (code, beginnings) in beginningsOfMessages
    where beginnings.contains(where: { message.hasPrefix($0) }) { return code }
    if message == "incomplete input" { return .incompleteStatement }
    if message.contains(" has no column named ") { return .noSuchObject }
    return signsOfSyntax.contains { message.contains($0) } ? .syntax : .statementFailed
  }

  /// Parts of the engine's messages about statements that parse but are invalid.
  private static let signsOfSyntax = [
    "syntax error", "values for", "values were supplied", "do not have the same number",
    "must have the same number of terms", "sub-select returns", "are not allowed in the", "may not be used as a",
    "HAVING", "BY term ", "no tables specified", "a NATURAL join may not", "cannot join using column",
  ]

  private static let beginningsOfMessages: [(code: Self, beginnings: [String])] = [
    (
      .noSuchObject,
      [
        "no such table", "no such column", "no such function", "no such collation", "no such module",
        "no such index", "no such view", "no such trigger", "no such database", "unknown database",
        "no such savepoint", "no such window", "unable to identify the object",
      ]
    ),
    (.tooManyParameters, ["too many SQL variables", "variable number must be between"]),
    (
      .transactionState,
      [
        "cannot start a transaction within", "cannot commit - no transaction", "cannot rollback - no transaction",
        "cannot VACUUM from within",
      ]
    ),
    (
      .syntax,
      [
        "unrecognized token", "ambiguous column", "wrong number of arguments", "misuse of", "too many arg",
        "row value misused",
      ]
    ),
    (
      .tooBig,
      [
        "too many", "triggers nested too deep", "Expression tree is too large", "parser stack overflow",
        "Recursion limit", "LIKE or GLOB pattern too complex",
      ]
    ),
  ]
}
