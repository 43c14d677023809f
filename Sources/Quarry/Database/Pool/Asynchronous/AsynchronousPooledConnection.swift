import DequeModule
import Synchronization

/// A pooled connection of a driver that suspends, such as one over HTTP: an actor on the cooperative pool.
///
/// An actor allows other calls while one waits, so its own lock separates statements.
actor AsynchronousPooledConnection<Connection: DriverConnection>: PooledConnection {
  nonisolated let context: SQLGenerationContext
  nonisolated let gate: InterruptGate
  nonisolated let storageIdentity: String?
  nonisolated var preferredExecutor: (any TaskExecutor)? { nil }
  nonisolated var needsRecovery: Bool { isDirty.load(ordering: .acquiring) }
  let connection: Connection
  /// The monitor of the connection.
  let wholeMonitor: ConnectionMonitor?
  /// The monitor, if statements are reported.
  var monitor: ConnectionMonitor?
  /// The thread of a blocking driver, which must not block the few threads of the cooperative pool.
  private nonisolated let thread: ThreadExecutor?
  /// Provides the executor of connections that don't block.
  private nonisolated let anchor = Anchor()
  /// The thread of synchronous bodies, created with the first one.
  private var bodyThread: ThreadExecutor?
  /// The state of the session.
  var state = SessionState()
  /// Whether the driver was asked to report what statements read and write.
  var tracksEffects = false
  private var isBusy = false
  /// Whether the connection must be checked before it is lent again. `false` only between calls.
  private nonisolated let isDirty = Atomic(true)
  private var waiters: Deque<CheckedContinuation<Void, Never>> = []
  var cursors: [SQLCursorID: Cursor] = [:]
  var lastCursor: UInt64 = 0
  /// The statements of a synchronous body, by number.
  var lentStatements: [UInt64: Connection.Statement] = [:]
  static var batchRows: Int { 256 }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? anchor.unownedExecutor
  }

  private actor Anchor {}

  struct Cursor {
    var statement: Connection.Statement
    var batch: SQLRowBatch
    var run = StatementRun()
    var watch: StatementWatch?
    var failure: DatabaseError.Outcome?
  }

  init(
    connection: sending Connection, contexts: SQLGenerationContexts, monitor: ConnectionMonitor?,
    thread: ThreadExecutor? = nil, role: ConnectionRole = .writer, hub: ChangeHub? = nil
  ) {
    self.thread = thread
    self.wholeMonitor = monitor
    self.context = contexts.context(for: connection.capabilities)
    self.gate = InterruptGate(handle: connection.interruptHandle, connection.capabilities.interrupts)
    self.storageIdentity = connection.storageIdentity
    self.connection = connection
    state.changes = hub.map { ChangeRecorder(hub: $0, isReader: role == .reader) }
  }

  deinit {
    thread?.stop()
    bodyThread?.stop()
  }

  var isUsable: Bool { state.isUsable(connection.transactionStatus) }

  var isInTransaction: Bool { state.isInTransaction(connection.transactionStatus) }

  /// The thread of synchronous bodies.
  func threadForBodies() -> ThreadExecutor {
    if let bodyThread { return bodyThread }
    let thread = ThreadExecutor(name: "quarry.body")
    bodyThread = thread
    return thread
  }

  func close() async {
    await recover()
    guard !state.isClosed else { return }
    state.failure = ConnectionPool.closedError
    isDirty.store(true, ordering: .releasing)
    await connection.close()
  }

  // MARK: - One call at a time

  /// Inlined, since a connection is rarely busy.
  @inline(__always) func lock() async {
    if isBusy { return await waitForUnlock() }
    isBusy = true
    isDirty.store(true, ordering: .releasing)
  }

  private func waitForUnlock() async { await withCheckedContinuation { waiters.append($0) } }

  func unlock() {
    if let next = waiters.popFirst() { return next.resume() }
    isBusy = false
    isDirty.store(!cursors.isEmpty || !state.isAtRest(connection.transactionStatus), ordering: .releasing)
  }

  /// Runs one call. Canceling its task ends it early.
  ///
  /// Inlined, like the steps of a statement: every asynchronous function costs several times as much as another one.
  @inline(__always) func cancellable<R: Sendable>(
    _ body: @Sendable (isolated AsynchronousPooledConnection<Connection>) async throws -> R
  ) async throws -> R {
    let operation = gate.makeOperation()
    await lock()
    defer { unlock() }
    monitor = wholeMonitor?.ifWatching
    followObservers()
    return try await withTaskCancellationHandler {
      gate.enter(operation)
      defer { gate.leave() }
      try Task.checkCancellation()
      do {
        return try await body(self)
      } catch let error as DatabaseError where error.code == .interrupted && Task.isCancelled {
        throw CancellationError()
      }
    } onCancel: {
      gate.cancel(operation)
    }
  }
}
