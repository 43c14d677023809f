#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One local connection with its statements and its transaction: everything without suspension.
///
/// A session is what a synchronous body of ``Database/read(retries:_:)-swift.method`` or `write` gets, and the base of the
/// `SQLContext` of the local engines. It is not `Sendable`: it belongs to one thread at a time.
open class SQLSession {
  let connection: SessionConnection
  var cache: StatementCache
  private var spareBatches: [SQLRowBatch] = []
  /// What is decided by, and changes with what was done.
  var state: SessionState
  /// Whether a cancelled task ends a statement before it starts.
  let checksCancellation: Bool
  /// What rendering may rely on.
  public let context: SQLGenerationContext
  /// Who wants to know of statements, while somebody does.
  var monitor: ConnectionMonitor?
  /// Whether the driver was asked to tell what statements read and write.
  var tracksEffects = false
  /// How many rows are read at once.
  @usableFromInline static let batchRows = 128

  init(
    connection: SessionConnection, context: SQLGenerationContext, statementCacheCapacity: Int, checksCancellation: Bool,
    state: SessionState = SessionState()
  ) {
    self.connection = connection
    self.cache = StatementCache(capacity: statementCacheCapacity)
    self.context = context
    self.checksCancellation = checksCancellation
    self.state = state
  }

  /// Creates a session over an open connection of a local driver.
  ///
  /// - Parameters:
  ///   - connection: the connection, which belongs to the session from now on.
  ///   - policy: whether exact equivalents may stand for features that the engine lacks.
  ///   - statementCacheCapacity: how many prepared statements are kept, 0 or more.
  ///   - now: The clock of typed changes to columns with a time stamp; see ``SQLColumnStamp``.
  public init<Connection: SynchronousDriverConnection>(
    connection: Connection, policy: FeaturePolicy = .lower, statementCacheCapacity: Int = 64,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.connection = LocalConnection(connection)
    self.cache = StatementCache(capacity: statementCacheCapacity)
    self.context = SQLGenerationContext(
      capabilities: connection.capabilities, policy: policy, noteLowering: nil, now: now)
    self.checksCancellation = false
    self.state = SessionState()
  }

  deinit { closeConnection() }

  /// What the connection can do.
  public var capabilities: DriverCapabilities { context.capabilities }

  /// The engine behind the connection, with its features.
  public var engine: DatabaseEngine { context.capabilities.engine }

  /// Whether the session was closed.
  public var isClosed: Bool { state.isClosed }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { state.isInTransaction(connection.transactionStatus) }

  /// Ends the statement that is running in the session with `.interrupted`; any task or thread may keep the handle.
  public var interruptHandle: any InterruptHandle { connection.interruptHandle }

  /// Closes the connection. A second call does nothing; every other call fails with `.connectionClosed`.
  public func close() {
    guard !state.isClosed else { return }
    closeConnection()
    state.failure = DatabaseError(.connectionClosed, "the connection was closed; open the database again")
  }

  private func closeConnection() {
    for statement in cache.removeAll() { statement.finalize() }
    connection.close()
  }

  /// Gives a body the driver's own connection, for abilities that only some drivers have.
  ///
  /// - Parameters:
  ///   - type: The type of the connection, or a protocol that it declares, such as `(any GuardedConnection).self`.
  ///   - body: Uses the connection; it must not keep it.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` when the connection is of another type.
  public func withDriverConnection<Connection, R>(
    _ type: Connection.Type, _ body: (Connection) throws -> R
  ) throws -> R {
    try requireUsable()
    guard let connection = connection.driverConnection as? Connection else {
      throw DatabaseError(
        .unsupportedFeature, "this needs a connection of type \(type); the driver's is another one")
    }
    defer {
      context.schema.removeAll()
      if state.changes?.isNeeded == true, !state.isReadOnly {
        state.changes?.noteUnseen(self.connection.transactionStatus)
      }
    }
    // What is done with it is not seen.
    if state.fate == .open { state.fate = .uncertain }
    return try body(connection)
  }

  /// Refuses everything on a session that was closed, given up or lost.
  func requireUsable() throws(DatabaseError) {
    try state.requireUsable(connection.transactionStatus, connection.failure)
  }

  @usableFromInline func takeBatch() -> SQLRowBatch { spareBatches.popLast() ?? SQLRowBatch() }

  @usableFromInline func giveBack(_ batch: SQLRowBatch) {
    if spareBatches.count < 4 { spareBatches.append(batch) }
  }
}
