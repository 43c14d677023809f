#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One connection with its statements and its transaction, without suspension.
///
/// A synchronous body of ``Database/read(retries:_:)-(_,(DatabaseTransaction)->R)`` or `write` receives a session. It is also the base
/// class of the local engines' `SQLContext`. It isn't `Sendable`: it belongs to one thread at a time.
open class SQLSession {
  let connection: SessionConnection
  // A session is used by one thread at a time, and none of its own code calls back while it accesses one of these.
  @exclusivity(unchecked) var cache: StatementCache
  @exclusivity(unchecked) @usableFromInline final var spareBatch: SQLRowBatch?
  /// More of them, which statements inside of statements use.
  @exclusivity(unchecked) @usableFromInline final var spareBatches: [SQLRowBatch] = []
  /// The values of an earlier statement, whose memory the next one uses.
  @exclusivity(unchecked) var spareValues: BoundValues?
  /// The state of the session.
  @exclusivity(unchecked) var state: SessionState
  /// Whether a canceled task ends a statement before it starts.
  let checksCancellation: Bool
  /// What knows whether the call whose statement runs was canceled; `nil` if that is to be asked of the task.
  @exclusivity(unchecked) var call: (any CancellationSource)?
  /// The context for rendering statements.
  public let context: SQLGenerationContext
  /// The monitor, if statements are reported.
  @exclusivity(unchecked) var monitor: ConnectionMonitor?
  /// Whether the driver was asked to report what statements read and write.
  @exclusivity(unchecked) var tracksEffects = false
  /// The time that statements took on their callers' threads since one of them yielded, in nanoseconds.
  @exclusivity(unchecked) var timeOnCallers: UInt64 = 0
  /// The time from which an execution of a statement counts as long, in nanoseconds.
  @exclusivity(unchecked) var longStatement = StatementPace.long
  /// Whether a statement on a caller's thread postponed work.
  @exclusivity(unchecked) var hasPostponedWork = false
  /// The text of the statement whose execution on the connection's thread is measured next.
  @exclusivity(unchecked) var measuredText: String?
  /// The number of rows in one batch.
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
  ///   - connection: The connection. The session owns it from now on.
  ///   - policy: Whether Quarry lowers features that the engine lacks to equivalent forms.
  ///   - statementCacheCapacity: The number of prepared statements to keep, 0 or more.
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

  /// The capabilities of the connection.
  public var capabilities: DriverCapabilities { context.capabilities }

  /// The engine of the connection, with its features.
  public var engine: DatabaseEngine { context.capabilities.engine }

  /// Whether the session was closed.
  public var isClosed: Bool { state.isClosed }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { state.isInTransaction(connection.transactionStatus) }

  /// A handle that ends the session's running statement with `.interrupted`. Any task or thread can keep it.
  public var interruptHandle: any InterruptHandle { connection.interruptHandle }

  /// Closes the connection. A second call does nothing. Every other call then throws `.connectionClosed`.
  public func close() {
    guard !state.isClosed else { return }
    closeConnection()
    state.failure = DatabaseError(.connectionClosed, "the connection was closed; open the database again")
  }

  private func closeConnection() {
    for statement in cache.removeAll() { statement.finalize() }
    connection.close()
  }

  /// Calls a body with the driver's own connection, for abilities that only some drivers have.
  ///
  /// - Parameters:
  ///   - type: The type of the connection, or a protocol that it conforms to, such as `(any GuardedConnection).self`.
  ///   - body: Uses the connection. It must not keep it.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the connection has another type, or the error of
  ///   the body.
  public func withDriverConnection<Connection, R>(
    _ type: Connection.Type, _ body: (Connection) throws -> R
  ) throws -> R {
    try requireUsable()
    guard let connection = connection.driverConnection as? Connection else {
      throw DatabaseError(
        .unsupportedFeature, "this needs a connection of type \(type); the driver's connection has another type")
    }
    defer {
      context.schema.removeAll()
      self.connection.knownNonblocking = nil
      if state.changes?.isNeeded == true, !state.isReadOnly {
        state.changes?.noteUnseen(self.connection.transactionStatus)
      }
    }
    // What is done with it is not seen.
    if state.fate == .open { state.fate = .uncertain }
    return try body(connection)
  }

  /// Throws if the session was closed, given up or lost.
  func requireUsable() throws(DatabaseError) {
    try state.requireUsable(connection.transactionStatus, connection.failure)
  }

  @usableFromInline func takeValues() -> BoundValues? { spareValues.take() }

  @usableFromInline func giveBack(_ values: BoundValues?) { spareValues = values?.isModest == true ? values : nil }

  @inlinable final func takeBatch() -> SQLRowBatch {
    if let batch = spareBatch.take() { return batch }
    return spareBatches.popLast() ?? SQLRowBatch()
  }

  @inlinable final func giveBack(_ batch: consuming SQLRowBatch) {
    if spareBatch == nil {
      spareBatch = batch
    } else if spareBatches.count < 3 {
      spareBatches.append(batch)
    }
  }
}
