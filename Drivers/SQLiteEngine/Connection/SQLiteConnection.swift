internal import CQuarrySQLite
public import Quarry

/// One open connection to a SQLite or SQLCipher database in this process.
///
/// A connection is confined to one task at a time: it is not `Sendable`, and the engine is opened without a mutex of
/// its own (<https://sqlite.org/threadsafe.html>). Only its ``interruptHandle`` may be used from anywhere. It closes
/// itself when it is let go.
public final class SQLiteConnection: SynchronousDriverConnection {
  /// The type of its statements.
  public typealias Statement = SQLiteStatement

  /// The library that the connection runs on.
  public let library: SQLiteLibrary

  /// Where the database is.
  public let location: SQLiteLocation

  /// What this connection can do, found when it was opened.
  public internal(set) var capabilities: Capabilities

  /// The engine's handle; `nil` after ``closeSynchronously()``.
  private(set) var database: OpaquePointer?

  /// The statements that are not finalized yet. Closing finalizes them, so that no lock outlives the connection.
  var openStatements: Set<OpaquePointer> = []

  /// The blobs that are not closed yet; closing the connection closes them.
  var openBlobs: Set<OpaquePointer> = []

  /// How statements wait for the locks of other connections.
  let waiting = SQLiteWaiting()

  /// What the engine's busy handler needs.
  let busyContext: SQLiteBusyContext

  /// Whether the database is encrypted with a key of its own.
  var isKeyed = false

  /// Everything that the engine calls back.
  let hooks: SQLiteHooks

  /// The last error that a function written in Swift has thrown.
  let functionErrors = SQLiteFunctionErrors()

  private let interrupter: SQLiteInterruptHandle

  /// Takes over a handle that was just opened.
  init(library: SQLiteLibrary, location: SQLiteLocation, database: OpaquePointer, engine: Engine) {
    self.library = library
    self.location = location
    self.database = database
    hooks = SQLiteHooks(library: library)
    busyContext = SQLiteBusyContext(library: library, waiting: waiting)
    interrupter = SQLiteInterruptHandle(library: library, database: database, waiting: waiting)
    capabilities = Capabilities(
      engine: engine, transactions: .interactive, exactIntegers: true, blobs: true, infinities: true,
      interrupts: .statement, changeNotifications: true, attach: true, limits: EngineLimits())
  }

  deinit { closeSynchronously() }

  /// The functions of the library.
  var api: UnsafePointer<quarry_sqlite_api> { library.api }

  /// The engine's handle.
  ///
  /// - Throws: `.connectionClosed` when the connection was closed.
  func openDatabase() throws(DatabaseError) -> OpaquePointer {
    guard let database else { throw Self.closedError }
    return database
  }

  static var closedError: DatabaseError {
    DatabaseError(.connectionClosed, "the connection was closed; open another one")
  }

  /// Whether the connection was closed.
  public var isClosed: Bool { database == nil }

  /// Whether a transaction is open, as the engine knows it; unknown for a closed connection, which a pool
  /// discards.
  ///
  /// Source: <https://sqlite.org/c3ref/get_autocommit.html>.
  public var transactionStatus: TransactionStatus {
    guard let database else { return .unknown }
    return api.pointee.get_autocommit(database) == 0 ? .active : .idle
  }

  /// A handle that any task may use to end the statement that is running now, also after the connection was closed.
  public var interruptHandle: any InterruptHandle { interrupter }

  /// Closes the connection: its statements are finalized, and an open transaction is rolled back.
  ///
  /// A second call does nothing. Statements and abilities of a closed connection throw `.connectionClosed`.
  public func closeSynchronously() {
    guard let closing = database else { return }
    interrupter.invalidate()
    for statement in openStatements { _ = api.pointee.finalize(statement) }
    openStatements.removeAll()
    for blob in openBlobs { _ = api.pointee.blob_close?(blob) }
    openBlobs.removeAll()
    database = nil
    _ = api.pointee.trace_v2?(closing, 0, nil, nil)
    _ = api.pointee.rollback_hook(closing, nil, nil)
    _ = api.pointee.close_v2(closing)
    hooks.removeAll()
    busyContext.custom = nil
  }
}
