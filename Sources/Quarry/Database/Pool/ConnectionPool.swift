import Synchronization

/// Lends connections, one writer and several readers, to callers in the order in which they ask.
final class ConnectionPool: Sendable {
  typealias State = PoolState<any PooledConnection, Waiter>
  typealias Kind = State.Kind

  let state: Protected<State>
  private let open: @Sendable (ConnectionRole) async throws -> any PooledConnection
  /// The identity of the first connection's storage.
  private let storageIdentity: String?

  let monitor: DatabaseMonitor?
  /// The monitor; `nil` without instruments.
  private let instruments: DatabaseMonitor?

  /// Whether the writer's thread takes work from the line.
  let servesLine: Bool

  /// The time after which a shared transaction takes no further command.
  let longestGroup: Duration

  /// See ``canCallProgram``.
  let writerCallsProgram = Atomic(true)

  /// The waits between attempts at a call.
  let pauses = RetryPauses()

  init(
    maximumReaders: Int, servesLine: Bool = false, longestGroup: Duration = .zero, storageIdentity: String? = nil,
    monitor: DatabaseMonitor? = nil,
    open: @escaping @Sendable (ConnectionRole) async throws -> any PooledConnection
  ) {
    state = Protected(PoolState(maximumReaders: maximumReaders))
    self.servesLine = servesLine
    self.longestGroup = longestGroup
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
      .readOnly, "the database is newer than this program, which can only read it; install the newer program to write")
  }

  /// Whether the writer is no longer lent. Callers that have it, or already wait for it, aren't affected.
  var isReadOnly: Bool {
    get { state.withLock { $0.isReadOnly } }
    set { state.withLock { $0.isReadOnly = newValue } }
  }

  /// Adds an open connection to the pool.
  func add(_ connection: any PooledConnection, as kind: Kind) {
    state.withLock { state in
      if case .open = state.acquire(kind) { _ = state.release(connection, for: kind) }
    }
  }

  /// The number of open connections.
  var openConnections: Int { state.withLock { $0.openConnections } }

  /// Waits for a connection, in order. A canceled task stops waiting.
  func acquire(_ kind: Kind) async throws -> any PooledConnection {
    try Task.checkCancellation()
    let acquisition = state.withLock { $0.acquire(kind) }
    noteChange(kind)
    switch acquisition {
    case .use(let connection):
      if let instruments { instruments.event(.waitedForConnection(role(of: kind), for: .zero, nil)) }
      return connection
    case .open: return try await telling(kind) { try await openConnection(kind) }
    case .closed: throw Self.closedError
    case .readOnly: throw Self.readOnlyError
    case .wait: return try await telling(kind) { try await wait(kind) }
    }
  }

  /// Reports the number of connections to the instruments.
  func noteChange(_ kind: Kind) {
    if let instruments { instruments.event(.poolChanged(state.withLock { $0.counts(kind) })) }
  }

  func role(of kind: Kind) -> ConnectionRole { state.withLock { $0.effective(kind).role } }

  /// Reports how long a caller waited for its connection.
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

  func openConnection(_ kind: Kind) async throws -> any PooledConnection {
    let effective = state.withLock { $0.effective(kind) }
    do {
      return try await openSame(effective.role)
    } catch {
      release(nil, kind)
      throw error
    }
  }

  /// Throws if the pool was closed.
  func requireOpen() throws(DatabaseError) {
    if state.withLock({ $0.isClosed }) { throw Self.closedError }
  }

  /// Opens a connection outside the pool. The caller closes it.
  func openSeparately(_ role: ConnectionRole) async throws -> any PooledConnection {
    try requireOpen()
    return try await openSame(role)
  }

  /// Opens a connection, and throws if its storage isn't that of the first one.
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

  /// Takes back a connection. If it can't be used again, it is closed, and replaced on demand.
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
    return follow(state.withLock { $0.release(connection, for: kind) }, kind)
  }

  /// Runs a body with a connection that nobody else uses.
  @inline(__always) func withConnection<R: Sendable>(
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

  /// Returns an idle connection. Only for a pool without instruments.
  private func idleConnection(_ kind: Kind) throws -> (any PooledConnection)? {
    try Task.checkCancellation()
    return state.withLock { $0.takeIdle(kind, evenIfCrowded: true) }
  }

  /// Returns an idle connection that nobody waits for, if the pool is open. Only for a pool without instruments.
  func takeIdle(_ kind: Kind) -> (any PooledConnection)? { state.withLock { $0.takeIdle(kind) } }

  /// Runs a body with an idle connection; returns `nil` if there is none.
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

  /// Takes back a connection that nobody waits for, if the pool is open.
  func isTakenBack(_ connection: any PooledConnection, _ kind: Kind) -> Bool {
    state.withLock { $0.putIdle(connection, for: kind) }
  }

  /// Like ``withConnection(_:_:)``, and reports the time of use to the instruments.
  private func withConnectionTold<R: Sendable>(
    _ kind: Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    try await using(try await acquire(kind), kind, body)
  }

  /// Runs a body with a connection that was reserved, and returns it to the pool.
  func using<R: Sendable>(
    _ connection: any PooledConnection, _ kind: Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    let start = ContinuousClock.now
    let result: Result<R, any Error>
    do {
      result = .success(try await body(connection))
    } catch {
      result = .failure(error)
    }
    await giveBack(connection, kind)
    instruments?.event(.usedConnection(role(of: kind), for: start.duration(to: .now)))
    return try result.get()
  }

  /// Closes idle connections. Connections in use are closed when they are returned. Waiting callers receive
  /// `.connectionClosed`.
  func close() async {
    let (connections, waiters) = state.withLock { $0.close() }
    for waiter in waiters { waiter.resume(throwing: Self.closedError) }
    pauses.close()
    for connection in connections { await connection.close() }
  }
}

extension PoolState.Kind {
  /// The role of its connections.
  var role: ConnectionRole { self == .writer ? .writer : .reader }
}
