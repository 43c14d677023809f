import DequeModule

/// A pooled connection of a driver that suspends, such as one over HTTP: an actor on the cooperative pool.
///
/// An actor lets other calls in while one waits; a lock of its own keeps statements apart.
actor AsynchronousPooledConnection<Connection: DriverConnection>: PooledConnection {
  nonisolated let context: SQLGenerationContext
  nonisolated let gate: InterruptGate
  nonisolated let storageIdentity: String?
  nonisolated var preferredExecutor: (any TaskExecutor)? { nil }
  nonisolated var needsRecovery: Bool { true }
  let connection: Connection
  /// Where a driver runs that blocks its thread: never on the cooperative pool, which has few of them.
  private nonisolated let thread: ThreadExecutor?
  /// Lends its executor to connections that do not block.
  private nonisolated let anchor = Anchor()
  var failure: DatabaseError?
  /// Why the open transaction was rolled back as a whole although only a savepoint in it was to be.
  var undoFailure: DatabaseError?
  var depth = 0
  /// Whether the transaction that is open refuses statements that write.
  var isReadOnly = false
  var isBusy = false
  var waiters: Deque<CheckedContinuation<Void, Never>> = []
  var cursors: [SQLCursorID: Cursor] = [:]
  var lastCursor: UInt64 = 0
  static var batchRows: Int { 256 }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? anchor.unownedExecutor
  }

  private actor Anchor {}

  struct Cursor {
    var statement: Connection.Statement
    var batch: SQLRowBatch
    var isDone = false
    /// An error that came after rows which have to be delivered first.
    var error: (any Error)?
  }

  init(connection: sending Connection, policy: FeaturePolicy, thread: ThreadExecutor? = nil) {
    self.thread = thread
    self.context = SQLGenerationContext(capabilities: connection.capabilities, policy: policy)
    self.gate = InterruptGate(handle: connection.interruptHandle)
    self.storageIdentity = connection.storageIdentity
    self.connection = connection
  }

  deinit { thread?.stop() }

  var isUsable: Bool { failure == nil && connection.transactionStatus != .unknown }

  func perform<R: Sendable>(_ body: @Sendable (SQLSession) throws -> R) async throws -> R {
    throw DatabaseError(
      .unsupportedFeature,
      "this driver cannot be used without suspending; give read or write a body that awaits its calls")
  }

  // MARK: - One call at a time

  func lock() async {
    if isBusy {
      await withCheckedContinuation { waiters.append($0) }
    } else {
      isBusy = true
    }
  }

  func unlock() {
    if let next = waiters.popFirst() { next.resume() } else { isBusy = false }
  }
}
