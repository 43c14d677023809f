extension DatabaseError {
  /// The class of an error, which is the same on every driver. The set is open: new codes can be added.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The stable name, which an error's description ends with.
    public var rawValue: String
    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The stable name.
    public var description: String { rawValue }
  }

  /// A result code of the engine, primary (`code & 0xff`) or extended.
  ///
  /// A pattern with a primary code matches its extended codes:
  /// `if case .constraint? = error.engineCode`.
  ///
  /// Source: <https://sqlite.org/rescode.html>.
  public struct EngineCode: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: Int32
    /// Creates a code from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// The primary code: the low eight bits.
    public var primary: EngineCode { EngineCode(rawValue: rawValue & 0xff) }

    /// Whether `code` is `pattern`, or an extended code of it if `pattern` is primary.
    public static func ~= (pattern: EngineCode, code: EngineCode) -> Bool {
      pattern.rawValue > 0xff ? pattern == code : pattern.rawValue == code.rawValue & 0xff
    }
  }
}

extension DatabaseError.Code {
  /// Whether this is the code of a constraint.
  public var isConstraint: Bool { rawValue == "constraint" || rawValue.hasPrefix("constraint.") }

  /// Whether `code` matches `pattern`. `.constraint` matches every constraint, and `.syntax` matches an incomplete
  /// statement.
  public static func ~= (pattern: DatabaseError.Code, code: DatabaseError.Code) -> Bool {
    pattern == code || (pattern == .constraint && code.isConstraint)
      || (pattern == .syntax && code == .incompleteStatement)
  }

  // MARK: Refused before anything was sent
  /// The engine or the driver lacks a feature that the query needs.
  public static let unsupportedFeature = Self(rawValue: "unsupportedFeature")
  /// The query can't be rendered, for example because of an ambiguous or missing foreign key.
  public static let invalidQuery = Self(rawValue: "invalidQuery")
  /// A scheme or option is unknown, a secret is missing, or a value is out of range.
  public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
  /// A library can't be loaded, or lacks a required function.
  public static let libraryUnavailable = Self(rawValue: "libraryUnavailable")
  /// A parameter of the statement has no value.
  public static let missingParameter = Self(rawValue: "missingParameter")
  /// There are more values than parameters, or the statement has no parameter with a name.
  public static let extraParameter = Self(rawValue: "extraParameter")
  /// The statement has more parameters than the engine allows.
  public static let tooManyParameters = Self(rawValue: "tooManyParameters")
  /// There is text after the first statement, where only one statement is allowed.
  public static let multipleStatements = Self(rawValue: "multipleStatements")
  /// There is no statement in the text.
  public static let emptyStatement = Self(rawValue: "emptyStatement")
  /// SQLite can't store a Swift value.
  public static let valueOutOfRange = Self(rawValue: "valueOutOfRange")
  /// A value can't be encoded.
  public static let encoding = Self(rawValue: "encoding")
  /// The connection, session or database is closed.
  public static let connectionClosed = Self(rawValue: "connectionClosed")
  /// A call was made inside another one that must end first: on a database inside one of its own bodies, or on a
  /// connection inside one of its own functions or observers.
  public static let reentrantAccess = Self(rawValue: "reentrantAccess")
  /// The state of the transaction doesn't allow the call.
  public static let transactionState = Self(rawValue: "transactionState")

  // MARK: Mapping
  /// A cell doesn't fit the requested type.
  public static let decoding = Self(rawValue: "decoding")
  /// A cell is NULL, but the requested type isn't optional.
  public static let unexpectedNull = Self(rawValue: "unexpectedNull")
  /// The row doesn't have a column.
  public static let unknownColumn = Self(rawValue: "unknownColumn")
  /// A row that must exist doesn't exist.
  public static let rowNotFound = Self(rawValue: "rowNotFound")
  /// Two rows have the same key, but keys must be unique.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// The cursor of a page belongs to another order or another query.
  public static let foreignCursor = Self(rawValue: "foreignCursor")

  // MARK: Constraints
  /// A constraint failed. In a pattern, it matches every other constraint code.
  public static let constraint = Self(rawValue: "constraint")
  /// A UNIQUE constraint failed.
  public static let constraintUnique = Self(rawValue: "constraint.unique")
  /// A PRIMARY KEY or rowid isn't unique.
  public static let constraintPrimaryKey = Self(rawValue: "constraint.primaryKey")
  /// A FOREIGN KEY constraint failed.
  public static let constraintForeignKey = Self(rawValue: "constraint.foreignKey")
  /// A NOT NULL constraint failed.
  public static let constraintNotNull = Self(rawValue: "constraint.notNull")
  /// A CHECK constraint failed.
  public static let constraintCheck = Self(rawValue: "constraint.check")
  /// A trigger called RAISE.
  public static let constraintTrigger = Self(rawValue: "constraint.trigger")
  /// A value violates the type rules of a strict table.
  public static let constraintDatatype = Self(rawValue: "constraint.datatype")

  // MARK: SQL
  /// The SQL can't be parsed, or uses a name incorrectly.
  public static let syntax = Self(rawValue: "syntax")
  /// The SQL ends too early, and more text could complete it. The pattern `.syntax` matches it too.
  public static let incompleteStatement = Self(rawValue: "syntax.incomplete")
  /// A table, column, function, collation or module doesn't exist.
  public static let noSuchObject = Self(rawValue: "noSuchObject")
  /// A value has the wrong type, such as a text in LIMIT.
  public static let mismatch = Self(rawValue: "mismatch")
  /// A value or an SQL text exceeds a limit of the engine.
  public static let tooBig = Self(rawValue: "tooBig")
  /// The statement failed while it ran, for example because of an integer overflow.
  public static let statementFailed = Self(rawValue: "statementFailed")
  /// The schema changed after the statement was prepared.
  public static let schemaChanged = Self(rawValue: "schemaChanged")

  // MARK: Files, locks and the engine
  /// The database can't be opened.
  public static let cannotOpen = Self(rawValue: "cannotOpen")
  /// The file of an open database was deleted, moved or replaced.
  public static let fileMoved = Self(rawValue: "fileMoved")
  /// The file isn't a database.
  public static let notADatabase = Self(rawValue: "notADatabase")
  /// The key is wrong or missing, or the file isn't an encrypted database.
  public static let wrongKey = Self(rawValue: "wrongKey")
  /// The file is damaged.
  public static let corrupt = Self(rawValue: "corrupt")
  /// The database or the connection is read-only.
  public static let readOnly = Self(rawValue: "readOnly")
  /// Another connection held a lock for longer than the busy timeout.
  public static let busy = Self(rawValue: "busy")
  /// Another statement of the same connection is in the way.
  public static let locked = Self(rawValue: "locked")
  /// The disk is full, or the file has reached its size limit.
  public static let diskFull = Self(rawValue: "diskFull")
  /// The operating system reported an error while reading or writing.
  public static let inputOutput = Self(rawValue: "inputOutput")
  /// The operating system denied access.
  public static let permission = Self(rawValue: "permission")
  /// The authorizer denied the statement.
  public static let authorization = Self(rawValue: "authorization")
  /// There isn't enough memory.
  public static let outOfMemory = Self(rawValue: "outOfMemory")
  /// The statement was interrupted.
  public static let interrupted = Self(rawValue: "interrupted")
  /// The engine or an object was used in a way that isn't allowed.
  public static let misuse = Self(rawValue: "misuse")
  /// The engine reported an internal error.
  public static let engineInternal = Self(rawValue: "engineInternal")
  /// A wait took longer than allowed.
  public static let timedOut = Self(rawValue: "timedOut")
  /// The answer to a commit was lost, so it is unknown whether it took effect.
  public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
  /// The changes of a change token didn't arrive in time.
  public static let changesNotReached = Self(rawValue: "changesNotReached")
  /// The change token belongs to another database, or to a log of changes that was restarted.
  public static let foreignChangeToken = Self(rawValue: "foreignChangeToken")
  /// A server returned something that its protocol doesn't allow.
  public static let protocolViolation = Self(rawValue: "protocolViolation")
}
