import Synchronization

/// A pooled connection of a driver in the same process: an actor on its own thread.
actor LocalPooledConnection: PooledConnection {
  nonisolated let executor: ThreadExecutor
  nonisolated let gate: InterruptGate
  nonisolated let context: SQLGenerationContext
  nonisolated let storageIdentity: String?
  nonisolated let shared: SharedSession
  let monitor: ConnectionMonitor?
  /// Whether the connection must be checked before it is lent again.
  nonisolated let isDirty = Atomic(false)
  private var cursors: [SQLCursorID: SessionCursor] = [:]
  private var lastCursor: UInt64 = 0
  /// Whether the last use of the connection was a single command. Anything else may leave a setting that ends with the
  /// next transaction, such as `PRAGMA defer_foreign_keys`: the next command gets it alone.
  var followsCommand = false
  /// The number of callers whose work the thread took last.
  var lastGroupSize = 0
  /// Lets callers that were answered line up again.
  var yield = ThreadYield()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated var preferredExecutor: (any TaskExecutor)? { executor }
  nonisolated var needsRecovery: Bool { isDirty.load(ordering: .acquiring) }

  init(session: sending SQLSession, executor: ThreadExecutor, monitor: ConnectionMonitor?) {
    self.executor = executor
    self.monitor = monitor
    self.gate = InterruptGate(handle: session.interruptHandle, session.capabilities.interrupts)
    self.context = session.context
    self.storageIdentity = session.connection.storageIdentity
    self.shared = SharedSession(session)
  }

  deinit { executor.stop() }

  /// Opens a connection on a new thread.
  static func open<D: DatabaseDriver>(
    _ driver: D, role: ConnectionRole, contexts: SQLGenerationContexts, statementCacheCapacity: Int,
    connectionSQL: [SQLFragment], monitor: ConnectionMonitor?, hub: ChangeHub? = nil
  ) async throws -> LocalPooledConnection where D.Connection: SynchronousDriverConnection {
    let executor = ThreadExecutor(name: "quarry.\(driver.name)")
    do {
      return try await executor.run {
        let connection = try await driver.open(role)
        let session = SQLSession(
          connection: LocalConnection(connection), context: contexts.context(for: connection.capabilities),
          statementCacheCapacity: statementCacheCapacity, checksCancellation: true)
        do {
          try session.run(ConnectionSetup(connectionSQL, for: role, session.capabilities, driver: driver.name))
        } catch {
          session.close()
          throw error
        }
        session.state = SessionState(isReader: role == .reader, hub: hub)
        return LocalPooledConnection(session: session, executor: executor, monitor: monitor)
      }
    } catch {
      executor.stop()
      throw error
    }
  }

  var isUsable: Bool { shared.withLock { $0.state.isUsable($0.connection.transactionStatus) } }

  func perform<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R {
    try await runBody(body)
  }

  /// Runs a body on the connection's thread. Canceling the task interrupts it.
  ///
  /// The body doesn't escape, which avoids an allocation for its captures.
  private func runBody<R: Sendable>(_ body: @Sendable (SQLSession) throws -> R) async throws -> R {
    let operation = gate.makeOperation()
    return try await withTaskCancellationHandler {
      try perform(operation) { session in
        session.call = gate
        defer { session.call = nil }
        return try body(session)
      }
    } onCancel: {
      gate.cancel(operation)
    }
  }

  func perform<R>(_ operation: UInt64, _ body: (SQLSession) throws -> R) throws -> R {
    try perform(operation, monitor?.ifWatching, { Task.isCancelled }, body)
  }

  /// Runs a body for a call outside of any task. Nobody watches its statements.
  func perform<R>(
    _ operation: UInt64, for call: any CancellationSource, _ body: (SQLSession) throws -> R
  ) throws -> R {
    try perform(operation, nil, { call.isCancelled }) { session in
      session.call = call
      defer { session.call = nil }
      return try body(session)
    }
  }

  private func perform<R>(
    _ operation: UInt64, _ monitor: ConnectionMonitor?, _ isCancelled: () -> Bool, _ body: (SQLSession) throws -> R
  ) throws -> R {
    followsCommand = false
    return try shared.withLock { session in
      gate.enter(operation)
      session.monitor = monitor
      session.followObservers()
      defer {
        gate.leave()
        noteState(session)
      }
      do {
        return try session.measuring { try body(session) }
      } catch let error as DatabaseError where error.code == .interrupted && isCancelled() {
        throw CancellationError()
      }
    }
  }

  func noteState(_ session: SQLSession) {
    isDirty.store(session.isDirty || !cursors.isEmpty, ordering: .releasing)
  }

  func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    try await runBody { try $0.fetchAll(query) }
  }

  func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    try await runBody { try $0.fetchOne(query) }
  }

  func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int {
    try await runBody { try $0.fetchCount(query) }
  }

  func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    try await runBody { try $0.run(command) }
  }

  func execute(_ fragment: SQLFragment) async throws -> StatementResult {
    try await runBody { try $0.execute(fragment) }
  }

  func takeFate() -> TransactionFate {
    shared.withLock { session in
      defer { session.state.fate = .none }
      return session.state.fate
    }
  }

  func beginReading() { shared.withLock { $0.state.changes?.beginReading() } }

  func endReading() -> DatabaseRegion { shared.withLock { $0.state.changes?.endReading() ?? .everything } }

  func changePosition() async throws -> UInt64 {
    try await runBody { try $0.connection.changePosition() }
  }

  func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
    shared.withLock { $0.connection.watchChanges(changed) }
  }

  func requireIdle(after fragment: SQLFragment?) throws {
    try shared.withLock { session in
      defer { noteState(session) }
      try session.requireIdle(after: fragment)
    }
  }

  func executeScript(_ sql: String) async throws -> StatementResult {
    try await runBody { try $0.runScript(sql) }
  }

  func run(_ batch: DatabaseBatch) async throws -> BatchResults {
    try await runBody { try $0.run(batch) }
  }

  func begin(_ kind: TransactionKind, isReadOnly: Bool) async throws -> TransactionLevel {
    try await runBody { try $0.begin(kind, readsOnly: isReadOnly) }
  }

  func end(_ level: TransactionLevel, commit: Bool) throws {
    try shared.withLock { session in
      defer { noteState(session) }
      try session.end(level, commits: commit)
    }
  }

  func recover() { shared.withLock { recover($0) } }

  private func recover(_ session: SQLSession) {
    for cursor in cursors.values { session.close(cursor) }
    cursors.removeAll()
    session.recover()
    noteState(session)
  }

  func openCursor<Query: SQLFetchable>(_ query: Query) async throws -> SQLCursorID {
    let fragment = try query.statement(for: context)
    let operation = gate.makeOperation()
    return try await withTaskCancellationHandler {
      try perform(operation) { session in
        let cursor = try session.openCursor(fragment)
        lastCursor &+= 1
        let id = SQLCursorID(number: lastCursor)
        cursors[id] = cursor
        return id
      }
    } onCancel: {
      gate.cancel(operation)
    }
  }

  func nextRows<Query: SQLFetchable>(of id: SQLCursorID, _ query: Query) async throws -> [Query.Row] {
    let operation = gate.makeOperation()
    return try await withTaskCancellationHandler {
      try perform(operation) { session in
        guard let cursor = cursors[id] else { return [] }
        do {
          var rows: [Query.Row] = []
          let isDone = try session.nextBatch(of: cursor) { try query.decodeRows($0, into: &rows) }
          if isDone { closeCursor(id, session) }
          return rows
        } catch {
          closeCursor(id, session)
          throw error
        }
      }
    } onCancel: {
      gate.cancel(operation)
    }
  }

  /// Whether a transaction is open.
  var isTransactionOpen: Bool { shared.withLock { $0.isInTransaction } }

  /// Opens a cursor of a statement whose values depend on its description.
  func openCursor(
    _ sql: String, _ values: @Sendable (StatementDescription) throws -> [SQLValue]
  ) async throws -> SQLCursorID {
    let operation = gate.makeOperation()
    return try perform(operation) { session in
      let cursor = try session.openCursor(sql, values)
      lastCursor &+= 1
      let id = SQLCursorID(number: lastCursor)
      cursors[id] = cursor
      return id
    }
  }

  /// Steps a cursor once and passes its batch to a closure. Returns the result at the end.
  func step(
    _ id: SQLCursorID, _ receive: @Sendable (SQLRowBatch) throws -> Void
  ) async throws -> StatementResult? {
    let operation = gate.makeOperation()
    return try await withTaskCancellationHandler {
      try perform(operation) { session in
        guard let cursor = cursors[id] else { throw ConnectionPool.closedError }
        _ = try session.nextBatch(of: cursor, receive)
        return cursor.run.result
      }
    } onCancel: {
      gate.cancel(operation)
    }
  }

  func closeCursor(_ id: SQLCursorID) { shared.withLock { closeCursor(id, $0) } }

  private func closeCursor(_ id: SQLCursorID, _ session: SQLSession) {
    guard let cursor = cursors.removeValue(forKey: id) else { return }
    session.close(cursor)
    noteState(session)
  }

  func close() {
    shared.withLock { session in
      recover(session)
      session.close()
      noteState(session)
    }
  }
}
