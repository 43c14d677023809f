internal import CLinkedSQLite
public import Quarry
internal import Synchronization

/// One connection. The core hands it to one task at a time; only its interrupt handle is used from anywhere.
public final class LinkedSQLiteConnection: SynchronousDriverConnection {
  public typealias Statement = LinkedSQLiteStatement

  public let capabilities: DriverCapabilities
  /// The engine's handle; nil once the connection is closed.
  private(set) var database: OpaquePointer?
  /// The statements that are not finalized yet: closing does it, so that no lock outlives the connection.
  private var statements: Set<OpaquePointer> = []
  private let interrupter: LinkedSQLiteInterruptHandle

  init(path: String, flags: Int32, engine: DatabaseEngine) throws(DatabaseError) {
    guard !path.utf8.contains(0) else { throw DatabaseError(.cannotOpen, "a path cannot contain a zero byte") }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let text = cText(opened.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      sqlite3_close_v2(opened)  // A handle comes back even when opening fails.
      let engineCode = DatabaseError.EngineCode(rawValue: code)
      throw DatabaseError(
        DatabaseError.Code(engineCode: engineCode, message: text), "cannot open \(path): \(text)",
        engineCode: engineCode)
    }
    database = opened
    interrupter = LinkedSQLiteInterruptHandle(opened)
    watchInterrupts(of: opened, by: interrupter)
    func limit(_ number: Int32) -> Int { Int(sqlite3_limit(opened, number, -1)) }
    let limits = EngineLimits(
      parameters: limit(SQLITE_LIMIT_VARIABLE_NUMBER), sqlBytes: limit(SQLITE_LIMIT_SQL_LENGTH),
      compoundSelectTerms: limit(SQLITE_LIMIT_COMPOUND_SELECT), expressionDepth: limit(SQLITE_LIMIT_EXPR_DEPTH),
      columns: limit(SQLITE_LIMIT_COLUMN), valueBytes: limit(SQLITE_LIMIT_LENGTH))
    // The engine checks its limits itself, with codes of its own.
    capabilities = DriverCapabilities(
      engine: engine, transactions: .interactive, parallelReaders: true, exactIntegers: true, blobs: true,
      infinities: true, interrupts: .statement, attach: limit(SQLITE_LIMIT_ATTACHED) > 0,
      limits: limits, engineLimits: limits)
  }

  deinit { closeSynchronously() }

  /// What an application expects of a database from the start. The first read shows whether the file is one.
  func configure(_ role: ConnectionRole, isReadOnly: Bool, busyTimeout: Duration) throws(DatabaseError) {
    let database = try openDatabase()
    let (seconds, attoseconds) = busyTimeout.components
    sqlite3_busy_timeout(database, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    try run("SELECT count(*) FROM sqlite_master")
    for (option, value) in [
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ] {
      try check(linked_configure(database, option, Int32(value), nil), sql: nil)
    }
    if !isReadOnly { try run("PRAGMA journal_mode = wal") }
    try run("PRAGMA synchronous = normal")
    if role == .reader { try run("PRAGMA query_only = 1") }
  }

  public var transactionStatus: TransactionStatus {
    guard let database else { return .unknown }
    return sqlite3_get_autocommit(database) == 0 ? .active : .idle
  }

  public var interruptHandle: any InterruptHandle { interrupter }

  /// Forgets an interruption that came before the statement that starts.
  func forgetInterrupts() { interrupter.isInterrupted.store(false, ordering: .relaxed) }

  public func prepareSynchronously(
    _ sql: String
  ) throws(DatabaseError) -> PreparedStatement<LinkedSQLiteStatement>? {
    let database = try openDatabase()
    let (code, found, byteCount) = prepareFirst(of: sql, in: database)
    try check(code, sql: sql)
    // The engine takes a zero byte for the end of the text; what follows would be dropped without a word.
    if let zero = sql.utf8.firstIndex(of: 0), byteCount >= sql.utf8.distance(from: sql.utf8.startIndex, to: zero) {
      sqlite3_finalize(found)
      throw DatabaseError(.syntax, "SQL text cannot contain a zero byte: bind such a text as a value")
    }
    guard let found else { return nil }
    statements.insert(found)
    return PreparedStatement(statement: LinkedSQLiteStatement(found, of: self), byteCount: byteCount)
  }

  public func closeSynchronously() {
    guard let closing = database else { return }
    interrupter.invalidate()
    for statement in statements { sqlite3_finalize(statement) }
    statements = []
    database = nil
    sqlite3_close_v2(closing)
  }

  // MARK: - For statements

  func openDatabase() throws(DatabaseError) -> OpaquePointer {
    guard let database else { throw DatabaseError(.connectionClosed, "the connection was closed; open another one") }
    return database
  }

  func finalize(_ statement: OpaquePointer) {
    // Nothing happens to one that closing has finalized.
    if statements.remove(statement) != nil { sqlite3_finalize(statement) }
  }

  /// Throws what a code stands for, unless it is SQLITE_OK.
  ///
  /// - Parameter hasTexts: Whether texts are bound: an error never shows values, and the engine's message may.
  func check(
    _ code: Int32, sql: String?, outcome: DatabaseError.Outcome = .notApplied, hasTexts: Bool = false
  ) throws(DatabaseError) {
    guard code != SQLITE_OK, let database else { return }
    let engineCode = DatabaseError.EngineCode(rawValue: code)
    let text = cText(sqlite3_errmsg(database))
    let offset = Int(sqlite3_error_offset(database))
    let isOpen = transactionStatus == .active
    let isPassing = engineCode.primary == .busy || engineCode.primary == .locked
    let mayShowValue = hasTexts && (engineCode.primary == .error || engineCode.primary == .cannotOpen)
    throw DatabaseError(
      DatabaseError.Code(engineCode: engineCode, message: text), mayShowValue ? cText(sqlite3_errstr(code)) : text,
      engineCode: engineCode, sql: sql,
      offset: offset >= 0 ? offset : nil, outcome: outcome,
      isRetrySafe: isPassing && !isOpen && outcome == .notApplied, isTransactionOpen: isOpen)
  }

  /// Runs a statement of the driver's own.
  func run(_ sql: String) throws(DatabaseError) {
    guard let statement = try prepareSynchronously(sql)?.statement else { return }
    defer { statement.finalize() }
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: statement.columns.count)
    try statement.start([])
    while case .more = try statement.stepSynchronously(into: batch, limit: 64) {
      batch.removeAllRows(columnCount: statement.columns.count)
    }
  }
}

/// Ends the statement that is running, from any task; does nothing after its connection was closed.
final class LinkedSQLiteInterruptHandle: InterruptHandle {
  /// Whether the statement that has started was interrupted: the engine forgets what comes before its first step.
  let isInterrupted = Atomic(false)
  /// The address of the engine's handle, 0 after closing. The lock keeps the connection from closing during a call.
  private let address: Mutex<UInt>

  init(_ database: OpaquePointer) { address = Mutex(UInt(bitPattern: database)) }

  func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    address.withLock { address in
      if let database = OpaquePointer(bitPattern: address) { sqlite3_interrupt(database) }
    }
  }

  func invalidate() { address.withLock { $0 = 0 } }
}
