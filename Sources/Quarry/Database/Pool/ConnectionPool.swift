/// Hands out connections: one writer and several readers, to callers in the order in which they came.
final class ConnectionPool: Sendable {
  typealias Kind = PoolState<any PooledConnection, CheckedContinuation<Grant, any Error>>.Kind

  /// What a waiter gets.
  enum Grant: Sendable {
    case use(any PooledConnection)
    case open
  }

  private let state: Protected<PoolState<any PooledConnection, CheckedContinuation<Grant, any Error>>>
  private let open: @Sendable (ConnectionRole) async throws -> any PooledConnection
  /// What tells the storage of the first connection from every other one.
  private let storageIdentity: String?

  private let monitor: DatabaseMonitor?
  /// The monitor, if there are instruments: what nobody else is told of costs nothing without them.
  private let instruments: DatabaseMonitor?

  /// Whether synchronous work stands in line on the writer's thread.
  private let runsInPlace: Bool

  /// The waits between attempts at a call.
  let pauses = RetryPauses()

  init(
    maximumReaders: Int, runsInPlace: Bool = false, storageIdentity: String? = nil,
    monitor: DatabaseMonitor? = nil,
    open: @escaping @Sendable (ConnectionRole) async throws -> any PooledConnection
  ) {
    state = Protected(PoolState(maximumReaders: maximumReaders))
    self.runsInPlace = runsInPlace
    self.storageIdentity = storageIdentity
    self.monitor = monitor
    self.instruments = monitor.flatMap { $0.hasInstruments ? $0 : nil }
    self.open = open
  }

  static var closedError: DatabaseError {
    DatabaseError(.connectionClosed, "the database was closed; open it again")
  }

  static var readOnlyError: DatabaseError {
    DatabaseError(
      .readOnly, "the database is newer than this program, which may only read it; install the newer program to write")
  }

  /// Whether nobody may write any more. Who has the writer, or waits for it, is not affected by the change.
  var isReadOnly: Bool {
    get { state.withLock { $0.isReadOnly } }
    set { state.withLock { $0.isReadOnly = newValue } }
  }

  /// Puts a connection that was opened before into the pool.
  func add(_ connection: any PooledConnection, as kind: Kind) {
    state.withLock { state in
      if case .open = state.acquire(kind) { _ = state.release(connection, for: kind) }
    }
  }

  /// How many connections are open.
  var openConnections: Int { state.withLock { $0.openConnections } }

  /// Waits for a connection, in order. A cancelled task stops waiting.
  func acquire(_ kind: Kind, inLine: Bool = false) async throws -> any PooledConnection {
    try Task.checkCancellation()
    let acquisition = state.withLock { $0.acquire(kind, inLine: inLine) }
    noteChange(kind)
    switch acquisition {
    case .use(let connection):
      if let instruments { instruments.event(.waitedForConnection(role(of: kind), for: .zero, nil)) }
      return connection
    case .open: return try await telling(kind) { try await openConnection(kind, inLine: inLine) }
    case .closed: throw Self.closedError
    case .readOnly: throw Self.readOnlyError
    case .wait: return try await telling(kind) { try await wait(kind, inLine: inLine) }
    }
  }

  /// Tells instruments how many connections there are now.
  private func noteChange(_ kind: Kind) {
    if let instruments { instruments.event(.poolChanged(state.withLock { $0.counts(kind) })) }
  }

  private func role(of kind: Kind) -> ConnectionRole { state.withLock { $0.effective(kind).role } }

  /// Tells how long a caller was without its connection.
  private func telling(
    _ kind: Kind, _ body: () async throws -> any PooledConnection
  ) async throws -> any PooledConnection {
    guard let monitor else { return try await body() }
    let start = ContinuousClock.now
    do {
      let connection = try await body()
      monitor.event(.waitedForConnection(role(of: kind), for: start.duration(to: .now), nil))
      return connection
    } catch {
      monitor.event(.waitedForConnection(role(of: kind), for: start.duration(to: .now), OperationFailure(error)))
      throw error
    }
  }

  private func wait(_ kind: Kind, inLine: Bool) async throws -> any PooledConnection {
    let ticket = Protected<(id: UInt64?, isCancelled: Bool)>((nil, false))
    let grant = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Grant, any Error>) in
        enqueue(continuation, kind, inLine: inLine, ticket)
      }
    } onCancel: {
      let id = ticket.withLock { ticket in
        ticket.isCancelled = true
        return ticket.id
      }
      guard let id, let waiter = state.withLock({ $0.cancel(id, for: kind) }) else { return }
      noteChange(kind)
      waiter.resume(throwing: CancellationError())
    }
    switch grant {
    case .use(let connection): return connection
    case .open: return try await openConnection(kind, inLine: inLine)
    }
  }

  private func enqueue(
    _ continuation: CheckedContinuation<Grant, any Error>, _ kind: Kind, inLine: Bool,
    _ ticket: Protected<(id: UInt64?, isCancelled: Bool)>
  ) {
    // A connection may have come free since the first look.
    let result: Result<Grant, any Error>? = state.withLock { state in
      switch state.acquire(kind, inLine: inLine) {
      case .use(let connection): return .success(.use(connection))
      case .open: return .success(.open)
      case .closed: return .failure(Self.closedError)
      case .readOnly: return .failure(Self.readOnlyError)
      case .wait:
        return ticket.withLock { ticket in
          if ticket.isCancelled { return .failure(CancellationError()) }
          ticket.id = state.enqueue(continuation, for: kind, inLine: inLine)
          return nil
        }
      }
    }
    if let result { continuation.resume(with: result) } else { noteChange(kind) }
  }

  private func openConnection(_ kind: Kind, inLine: Bool) async throws -> any PooledConnection {
    let effective = state.withLock { $0.effective(kind) }
    do {
      let connection = try await openSame(effective.role)
      if inLine { state.withLock { $0.beginLine(connection, for: kind) } }
      return connection
    } catch {
      release(nil, kind)
      throw error
    }
  }

  /// Refuses a pool that was closed.
  func requireOpen() throws(DatabaseError) {
    if state.withLock({ $0.isClosed }) { throw Self.closedError }
  }

  /// Opens a connection that the pool does not count; the caller closes it.
  func openSeparately(_ role: ConnectionRole) async throws -> any PooledConnection {
    try requireOpen()
    return try await openSame(role)
  }

  /// Opens a connection, which must lead to the same storage as the first one.
  private func openSame(_ role: ConnectionRole) async throws -> any PooledConnection {
    let connection = try await open(role)
    guard let storageIdentity, let found = connection.storageIdentity, found != storageIdentity else {
      return connection
    }
    await connection.close()
    throw DatabaseError(
      .fileMoved,
      "the file of the database was replaced while it was open, and another connection has the old one; open the "
        + "database again")
  }

  /// Takes a connection back. One that cannot be used again is closed and replaced when somebody needs it.
  func giveBack(_ connection: any PooledConnection, _ kind: Kind) async {
    if connection.needsRecovery {
      await connection.recover()
      guard await connection.isUsable else {
        await connection.close()
        release(nil, kind)
        monitor?.event(.connectionDiscarded(kind.role))
        return
      }
    }
    if let unwanted = release(connection, kind) { await unwanted.close() }
  }

  @discardableResult
  private func release(_ connection: (any PooledConnection)?, _ kind: Kind) -> (any PooledConnection)? {
    defer { noteChange(kind) }
    return follow(state.withLock { $0.release(connection, for: kind) })
  }

  /// Does what a release says. Answers the connection that has to be closed.
  private func follow(
    _ release: PoolState<any PooledConnection, CheckedContinuation<Grant, any Error>>.Release
  ) -> (any PooledConnection)? {
    switch release {
    case .handOver(let connection, let waiters): for waiter in waiters { waiter.resume(returning: .use(connection)) }
    case .openFor(let waiter): waiter.resume(returning: .open)
    case .close(let connection): return connection
    case .none: break
    }
    return nil
  }

  /// Gives a body a connection of its own.
  func withConnection<R: Sendable>(
    _ kind: Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    guard instruments == nil else { return try await withConnectionTold(kind, body) }
    let connection: any PooledConnection
    if let idle = try idleConnection(kind) { connection = idle } else { connection = try await acquire(kind) }
    let result: R
    do {
      result = try await body(connection)
    } catch {
      await giveBack(connection, kind)
      throw error
    }
    if connection.needsRecovery || !isTakenBack(connection, kind) { await giveBack(connection, kind) }
    return result
  }

  /// A connection that is there at once. Only for a pool without instruments.
  private func idleConnection(_ kind: Kind) throws -> (any PooledConnection)? {
    try Task.checkCancellation()
    return state.withLock { $0.takeIdle(kind) }
  }

  /// Gives a body a connection that is there at once; `nil` when there is none.
  func withIdleConnection<R: Sendable>(
    _ kind: Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R? {
    guard let connection = try idleConnection(kind) else { return nil }
    do {
      let result = try await body(connection)
      await giveBack(connection, kind)
      return result
    } catch {
      await giveBack(connection, kind)
      throw error
    }
  }

  /// Takes a connection back that nobody waits for, if the pool is open.
  private func isTakenBack(_ connection: any PooledConnection, _ kind: Kind) -> Bool {
    state.withLock { $0.putIdle(connection, for: kind) }
  }

  /// The same for a pool with instruments, which are told how long the connection was used.
  private func withConnectionTold<R: Sendable>(
    _ kind: Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    let connection = try await acquire(kind)
    let start = ContinuousClock.now
    let result: Result<R, any Error>
    do {
      result = .success(try await body(connection))
    } catch {
      result = .failure(error)
    }
    await giveBack(connection, kind)
    monitor?.event(.usedConnection(role(of: kind), for: start.duration(to: .now)))
    return try result.get()
  }

  /// Runs work on the writer: where it has a thread that calls can stand in line for, there; elsewhere with the writer for
  /// itself.
  func onWriter<R: Sendable>(
    _ calling: @escaping @Sendable (SQLSession) throws -> R, _ awaiting: (any PooledConnection) async throws -> R
  ) async throws -> R {
    guard runsInPlace else { return try await withConnection(.writer, awaiting) }
    return try await runInPlace(calling)
  }

  /// Runs a synchronous body on the writer's thread, in line with others, and before or after whoever has the writer
  /// for itself.
  private func runInPlace<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R {
    while true {
      let writer = try await acquire(.writer, inLine: true)
      do {
        return try await writer.runInPlace(body) { [self] isUsable in
          let (release, closes) = state.withLock { $0.leaveLine(isUsable: isUsable, for: .writer) }
          if !isUsable { monitor?.event(.connectionDiscarded(.writer)) }
          return follow(release) != nil || closes
        }
      } catch is UnusableConnection {}
    }
  }

  /// Closes the idle connections; those in use are closed when they come back. Waiting callers get `.connectionClosed`.
  func close() async {
    let (connections, waiters) = state.withLock { $0.close() }
    for waiter in waiters { waiter.resume(throwing: Self.closedError) }
    pauses.close()
    for connection in connections { await connection.close() }
  }
}

extension PoolState.Kind {
  /// What its connections are opened for.
  var role: ConnectionRole { self == .writer ? .writer : .reader }
}
