extension DatabaseError {
  /// The portable class of an error: an open set, so that a new member breaks nobody's `switch`.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The stable name, as it stands at the end of an error's description.
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

    /// Whether `code` is `pattern`, or one of its extended codes when `pattern` is primary.
    public static func ~= (pattern: EngineCode, code: EngineCode) -> Bool {
      pattern.rawValue > 0xff ? pattern == code : pattern.rawValue == code.rawValue & 0xff
    }
  }
}

extension DatabaseError.Code {
  /// Whether this is one of the constraint classes.
  public var isConstraint: Bool { rawValue == "constraint" || rawValue.hasPrefix("constraint.") }

  /// Whether `code` is `pattern`; `.constraint` matches every constraint class, and `.syntax` an incomplete statement.
  public static func ~= (pattern: DatabaseError.Code, code: DatabaseError.Code) -> Bool {
    pattern == code || (pattern == .constraint && code.isConstraint)
      || (pattern == .syntax && code == .incompleteStatement)
  }

  // MARK: Refused before anything was sent
  /// The engine or the driver lacks something that the query needs.
  public static let unsupportedFeature = Self(rawValue: "unsupportedFeature")
  /// A query that cannot be rendered: an ambiguous or missing foreign key, a column of no source, …
  public static let invalidQuery = Self(rawValue: "invalidQuery")
  /// An unknown scheme or option, a missing key, a value out of its range.
  public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
  /// A library that cannot be loaded, or that lacks what every engine must have.
  public static let libraryUnavailable = Self(rawValue: "libraryUnavailable")
  /// A statement's parameter got no value.
  public static let missingParameter = Self(rawValue: "missingParameter")
  /// More values than parameters, or a name that the statement does not have.
  public static let extraParameter = Self(rawValue: "extraParameter")
  /// More parameters than the engine takes.
  public static let tooManyParameters = Self(rawValue: "tooManyParameters")
  /// Text after the first statement where one statement is expected.
  public static let multipleStatements = Self(rawValue: "multipleStatements")
  /// No statement where one is expected.
  public static let emptyStatement = Self(rawValue: "emptyStatement")
  /// A Swift value that SQLite cannot hold.
  public static let valueOutOfRange = Self(rawValue: "valueOutOfRange")
  /// A value that cannot be encoded.
  public static let encoding = Self(rawValue: "encoding")
  /// The connection, context or database was closed.
  public static let connectionClosed = Self(rawValue: "connectionClosed")
  /// A call from inside another one that has to end first: the outer database inside its own write, or a connection inside
  /// one of its own functions and observers.
  public static let reentrantAccess = Self(rawValue: "reentrantAccess")
  /// A transaction call that the transaction's state does not allow.
  public static let transactionState = Self(rawValue: "transactionState")

  // MARK: Mapping
  /// A cell that does not fit the wanted type.
  public static let decoding = Self(rawValue: "decoding")
  /// A NULL where a value is needed.
  public static let unexpectedNull = Self(rawValue: "unexpectedNull")
  /// A column that the row does not have.
  public static let unknownColumn = Self(rawValue: "unknownColumn")
  /// A row that should exist and does not.
  public static let rowNotFound = Self(rawValue: "rowNotFound")
  /// Two rows with the same key where each key may come once.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// A cursor of a page in another order, or of another query.
  public static let foreignCursor = Self(rawValue: "foreignCursor")

  // MARK: Constraints
  /// Any constraint; matches every other constraint class in a pattern.
  public static let constraint = Self(rawValue: "constraint")
  /// A UNIQUE constraint.
  public static let constraintUnique = Self(rawValue: "constraint.unique")
  /// A PRIMARY KEY, or a rowid.
  public static let constraintPrimaryKey = Self(rawValue: "constraint.primaryKey")
  /// A FOREIGN KEY.
  public static let constraintForeignKey = Self(rawValue: "constraint.foreignKey")
  /// A NOT NULL.
  public static let constraintNotNull = Self(rawValue: "constraint.notNull")
  /// A CHECK.
  public static let constraintCheck = Self(rawValue: "constraint.check")
  /// A trigger's RAISE.
  public static let constraintTrigger = Self(rawValue: "constraint.trigger")
  /// The type rules of a strict table.
  public static let constraintDatatype = Self(rawValue: "constraint.datatype")

  // MARK: SQL
  /// SQL that does not parse or that names something wrongly.
  public static let syntax = Self(rawValue: "syntax")
  /// SQL that ends too early, so that more text could make it right; a pattern with `.syntax` matches it.
  public static let incompleteStatement = Self(rawValue: "syntax.incomplete")
  /// No such table, column, function, collation or module.
  public static let noSuchObject = Self(rawValue: "noSuchObject")
  /// A datatype mismatch, as for a text in LIMIT.
  public static let mismatch = Self(rawValue: "mismatch")
  /// A value or SQL text beyond a limit of the engine.
  public static let tooBig = Self(rawValue: "tooBig")
  /// An error that the statement raised while it ran, such as an integer overflow.
  public static let statementFailed = Self(rawValue: "statementFailed")
  /// The schema changed under a prepared statement.
  public static let schemaChanged = Self(rawValue: "schemaChanged")

  // MARK: Files, locks and the engine
  /// The database cannot be opened.
  public static let cannotOpen = Self(rawValue: "cannotOpen")
  /// The file of an open database was deleted, moved or replaced.
  public static let fileMoved = Self(rawValue: "fileMoved")
  /// The file is not a database.
  public static let notADatabase = Self(rawValue: "notADatabase")
  /// The key is wrong or missing, or the file is not an encrypted database.
  public static let wrongKey = Self(rawValue: "wrongKey")
  /// The file is damaged.
  public static let corrupt = Self(rawValue: "corrupt")
  /// The database, or this connection, can only be read.
  public static let readOnly = Self(rawValue: "readOnly")
  /// Another connection holds a lock for longer than the busy timeout.
  public static let busy = Self(rawValue: "busy")
  /// A conflict inside one connection.
  public static let locked = Self(rawValue: "locked")
  /// The disk, or the size limit of the file, is full.
  public static let diskFull = Self(rawValue: "diskFull")
  /// The operating system reported an error while reading or writing.
  public static let inputOutput = Self(rawValue: "inputOutput")
  /// The operating system denied access.
  public static let permission = Self(rawValue: "permission")
  /// The authorizer denied the statement.
  public static let authorization = Self(rawValue: "authorization")
  /// Out of memory.
  public static let outOfMemory = Self(rawValue: "outOfMemory")
  /// The statement was interrupted.
  public static let interrupted = Self(rawValue: "interrupted")
  /// The engine was used in a way that it forbids.
  public static let misuse = Self(rawValue: "misuse")
  /// An internal error of the engine.
  public static let engineInternal = Self(rawValue: "engineInternal")
  /// A wait took longer than allowed.
  public static let timedOut = Self(rawValue: "timedOut")
  /// The answer to a commit was lost: it is unknown whether it took effect.
  public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
  /// What a change token stands for could not be read in time.
  public static let changesNotReached = Self(rawValue: "changesNotReached")
  /// A change token of another database, or of a log of changes that has begun anew.
  public static let foreignChangeToken = Self(rawValue: "foreignChangeToken")
  /// A remote peer answered something that its protocol does not allow.
  public static let protocolViolation = Self(rawValue: "protocolViolation")
}
