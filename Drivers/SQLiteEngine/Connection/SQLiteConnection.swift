internal import CQuarrySQLite
public import Quarry

/// One open connection to a SQLite or SQLCipher database in this process.
///
/// A connection is confined to one task at a time. It isn't `Sendable`, and the engine opens it without a mutex
/// (<https://sqlite.org/threadsafe.html>). Only its ``interruptHandle`` can be used from any task. The connection
/// closes when it's deallocated.
public final class SQLiteConnection: SynchronousDriverConnection {
  /// The type of its statements.
  public typealias Statement = SQLiteStatement

  /// The library that the connection runs on.
  public let library: SQLiteLibrary

  /// The location of the database.
  public let location: SQLiteLocation

  /// The capabilities of this connection, detected when it was opened.
  public internal(set) var capabilities: DriverCapabilities

  // A connection is used by one thread at a time, and nothing calls back while one of these variables is accessed: the
  // engine calls closures only inside of its own functions.

  /// The engine's handle; `nil` after ``closeSynchronously()``.
  @exclusivity(unchecked) private(set) var database: OpaquePointer?

  /// The statements that are not finalized yet. Closing finalizes them, so that no lock outlives the connection.
  @exclusivity(unchecked) var openStatements: Set<OpaquePointer> = []

  /// The blobs that are not closed yet; closing the connection closes them.
  var openBlobs: Set<OpaquePointer> = []

  /// Waits for the locks of other connections.
  let waiting = SQLiteWaiting()

  /// The statement that must not block its thread.
  let nonblocking = SQLiteNonblocking()

  /// The context of the engine's busy handler.
  let busyContext: SQLiteBusyContext

  /// The maximum number of bytes of texts and blobs in one row of a result.
  @exclusivity(unchecked) var rowBytes = Int.max

  /// Whether the database is encrypted with its own key.
  var isKeyed = false

  /// The settings of the encrypted file; without its key.
  var cipherFormat: [SQLCipherEncryption.Setting] = []

  /// Whether a file of an encrypted database could not be read or written.
  ///
  /// SQLCipher continues after that and reads pages that failed as zeros, so later results and copies of the
  /// connection can't be trusted.
  var isSpoiled: Bool { spoilingCode != nil }

  /// The engine's code when a file of an encrypted database couldn't be read or written.
  @exclusivity(unchecked) var spoilingCode: DatabaseError.EngineCode?

  /// The running calls and callbacks of the connection.
  let use = SQLiteUse()

  /// Whether it closes when the current call ends.
  @exclusivity(unchecked) private var isClosing = false

  /// The identity of the open file, to notice that its path names another file.
  @exclusivity(unchecked) var file = SQLiteOpenFile()

  /// The read marks of the file, if the connection takes part in them.
  @exclusivity(unchecked) var readMark: SQLiteReadMark?
  /// The number of reading statements that have ended.
  @exclusivity(unchecked) var readCount = 0
  /// When many of them had ended last.
  @exclusivity(unchecked) var lastBurst: UInt64 = 0
  /// The number of statements that have committed changes.
  @exclusivity(unchecked) var commitCount = 0
  /// The engine's count of changed rows after the last one of them.
  @exclusivity(unchecked) var countedChanges: Int64 = 0
  /// When many of them had ended last.
  @exclusivity(unchecked) var lastBurstOfCommits: UInt64 = 0
  /// The number of pages after which the engine makes an automatic checkpoint; 0 for none, `nil` if it wasn't asked for.
  @exclusivity(unchecked) var checkpointPages: Int32?

  /// The closures that the engine calls.
  let hooks: SQLiteHooks

  /// The last error that a function written in Swift has thrown.
  let functionErrors = SQLiteFunctionErrors()

  private let interrupter: SQLiteInterruptHandle

  /// Creates a connection from a handle that was just opened.
  init(library: SQLiteLibrary, location: SQLiteLocation, database: OpaquePointer, engine: DatabaseEngine) {
    self.library = library
    self.location = location
    self.database = database
    hooks = SQLiteHooks(library: library, use: use, waiting: waiting, nonblocking: nonblocking)
    hooks.database = database
    hooks.guardsEncryption = engine.cipherVersion != nil
    // Fixed in SQLCipher 4: its export switches the older kind of trace off, and runs into the newer one.
    hooks.exportEndsTraces = engine.cipherVersion.map { $0 < EngineVersion(4, 0) } ?? false
    busyContext = SQLiteBusyContext(library: library, waiting: waiting, use: use, nonblocking: nonblocking)
    interrupter = SQLiteInterruptHandle(library: library, database: database, waiting: waiting)
    capabilities = DriverCapabilities(
      engine: engine, transactions: .interactive, exactIntegers: true, blobs: true, infinities: true,
      interrupts: .statement, changeNotifications: library.api.pointee.set_authorizer != nil, attach: true,
      declaredTypes: library.api.pointee.column_decltype != nil,
      statementEffects: library.api.pointee.set_authorizer != nil, changeDetection: location.changeDetection,
      limits: EngineLimits())
  }

  deinit { closeNow() }

  /// The functions of the library.
  var api: UnsafePointer<quarry_sqlite_api> { library.api }

  /// The engine's handle.
  ///
  /// - Throws: `.connectionClosed` if the connection was closed, or `.reentrantAccess` inside one of its callbacks.
  @inline(__always) func openDatabase() throws(DatabaseError) -> OpaquePointer {
    if let database, !unlikely(isClosing || spoilingCode != nil || use.isInCallback) { return database }
    throw unavailability
  }

  /// Why the database can't be used now.
  @inline(never) private var unavailability: DatabaseError {
    if database == nil || isClosing { return Self.closedError }
    return spoiledError ?? use.refusal ?? Self.closedError
  }

  private var spoiledError: DatabaseError? {
    guard let spoilingCode else { return nil }
    return DatabaseError(
      .connectionClosed,
      "the connection was given up, since a file of the encrypted database couldn't be read or written; open another one",
      underlying: DatabaseError(
        .inputOutput, "a file of \(location) couldn't be read or written", engineCode: spoilingCode))
  }

  /// Runs a call of several steps, and postpones closing the connection until its end.
  ///
  /// - Parameter changes: Whether it may do more than read.
  func inOneCall<R>(
    changes: Bool = true, _ body: (OpaquePointer) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    let database = try openDatabase()
    if changes { makeWay() }
    use.enter()
    defer { use.leave() }
    return try body(database)
  }

  static var closedError: DatabaseError {
    DatabaseError(.connectionClosed, "the connection was closed; open another one")
  }

  /// The engine's handle, for tests that set what no setting does.
  package var engineHandle: OpaquePointer? { database }

  /// Whether the connection was closed.
  public var isClosed: Bool { database == nil || isClosing }

  /// Whether a transaction is open, according to the engine. Unknown for a closed connection, which a pool discards.
  ///
  /// Source: <https://sqlite.org/c3ref/get_autocommit.html>.
  public var transactionStatus: TransactionStatus {
    guard let database, !isClosing, !isSpoiled else { return .unknown }
    return api.pointee.get_autocommit(database) == 0 ? .active : .idle
  }

  /// The reason why the connection can't be used any more, or `nil`. An open transaction was rolled back.
  public var failure: DatabaseError? { isClosed ? Self.closedError : spoiledError }

  /// A handle that any task can use to end the running statement, even after the connection was closed.
  public var interruptHandle: any InterruptHandle { interrupter }

  /// Closes the connection: its statements are finalized, and an open transaction is rolled back.
  ///
  /// A second call does nothing. Statements and methods of a closed connection throw `.connectionClosed`. Inside one
  /// of the connection's callbacks, such as a function or an observer, it closes when the current call ends.
  public func closeSynchronously() {
    guard database != nil, !isClosing else { return }
    guard use.isBusy else { return closeNow() }
    isClosing = true
    interrupter.invalidate()
    use.whenIdle { [weak self] in self?.closeNow() }
  }

  private func closeNow() {
    guard let closing = database else { return }
    interrupter.invalidate()
    leaveReadMark()
    // What was put off first: it may name statements.
    use.finish()
    guard database != nil else { return }
    // Taken first: a callback that ends one of them on the way finds nothing to do.
    let (statements, blobs) = (openStatements, openBlobs)
    openStatements = []
    openBlobs = []
    for statement in statements { _ = api.pointee.finalize(statement) }
    for blob in blobs { _ = api.pointee.blob_close?(blob) }
    database = nil
    _ = api.pointee.trace_v2?(closing, 0, nil, nil)
    _ = api.pointee.rollback_hook(closing, nil, nil)
    _ = api.pointee.close_v2(closing)
    // Otherwise OpenSSL frees what it keeps for this thread when the thread ends, which may be after the connection was said to
    // be closed: in a process that leaves at that moment, two threads free the same memory.
    // Source: <https://docs.openssl.org/3.0/man3/OPENSSL_init_crypto/>.
    api.pointee.free_thread_state?()
    hooks.removeAll()
    let custom = busyContext.custom
    busyContext.custom = nil
    withExtendedLifetime(custom) {}
  }
}
