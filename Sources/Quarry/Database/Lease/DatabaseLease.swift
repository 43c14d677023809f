/// One connection of a database, held for as long as its holder wants: for a server that keeps a transaction open
/// across requests, for instance.
///
/// Prefer ``Database/read(retries:_:)-swift.method`` and ``Database/write(_:retries:_:)-swift.method``: they cannot forget to end. Calls of one
/// lease must come one after another. A lease that is let go gives its connection back; what it left open is rolled back.
public final class DatabaseLease: Sendable {
  private let connection: any PooledConnection
  private let release: @Sendable (any PooledConnection) async -> Void
  private let isHeld = Protected(true)

  init(_ connection: any PooledConnection, release: @escaping @Sendable (any PooledConnection) async -> Void) {
    self.connection = connection
    self.release = release
  }

  deinit {
    guard takeHold() else { return }
    let (connection, release) = (connection, release)
    Task.detached { await release(connection) }
  }

  /// What the connection can do.
  public var capabilities: DriverCapabilities { connection.context.capabilities }

  /// Whether a transaction is open on the connection.
  public var isInTransaction: Bool { get async { await connection.isInTransaction } }

  /// Whether the connection can still be used; a lost one has to be given back.
  public var isUsable: Bool { get async { await connection.isUsable } }

  /// Describes the one statement of a text without running it.
  ///
  /// - Throws: ``DatabaseError`` with code `.emptyStatement` or `.multipleStatements`, or as the engine says.
  public func describe(_ sql: String) async throws -> StatementDescription {
    try requireHeld()
    return try await connection.describe(sql)
  }

  /// Runs the one statement of a text. A cancelled task interrupts it.
  ///
  /// A statement may begin and end transactions: the lease holds its connection until it is given back.
  ///
  /// - Throws: ``DatabaseError``, and what the handler throws.
  @discardableResult
  public func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    try requireHeld()
    return try await connection.run(sql, handler)
  }

  /// Runs a synchronous body with the connection's session.
  ///
  /// - Throws: what the body throws; `.unsupportedFeature` when the driver is remote.
  public func withSession<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R {
    try requireHeld()
    return try await connection.perform(body)
  }

  /// Rolls back what is open and keeps the connection.
  public func rollBack() async {
    guard isHeld.withLock({ $0 }) else { return }
    await connection.recover()
  }

  /// Gives the connection back, after rolling back what is open. A second call does nothing.
  public func giveBack() async {
    if takeHold() { await release(connection) }
  }

  private func takeHold() -> Bool {
    isHeld.withLock { isHeld in
      defer { isHeld = false }
      return isHeld
    }
  }

  private func requireHeld() throws(DatabaseError) {
    guard isHeld.withLock({ $0 }) else {
      throw DatabaseError(.connectionClosed, "the lease was given back; ask the database for another one")
    }
  }
}

extension Database {
  /// Takes a connection out of the pool until the lease is given back. Waits in order, as every other call.
  ///
  /// - Throws: `.connectionClosed`; `.reentrantAccess` inside a body of the same database.
  public func lease(_ role: ConnectionRole = .writer) async throws -> DatabaseLease {
    guard !DatabaseAccess.isInside(self) else {
      throw DatabaseError(
        .reentrantAccess, "a lease was asked for inside one of the database's own bodies, which may wait for itself")
    }
    let kind: ConnectionPool.Kind = role == .writer ? .writer : .reader
    let pool = pool
    return DatabaseLease(try await pool.acquire(kind)) { await pool.giveBack($0, kind) }
  }

  /// Opens a connection beside the pool; giving the lease back closes it.
  ///
  /// The engine's own locks keep it apart from the pool's connections.
  ///
  /// - Throws: `.unsupportedFeature` when only one connection can see the database.
  public func separateLease(_ role: ConnectionRole = .writer) async throws -> DatabaseLease {
    guard capabilities.parallelReaders else {
      throw DatabaseError(
        .unsupportedFeature, "this database has one connection for everybody; use lease, which waits for it")
    }
    return DatabaseLease(try await pool.openSeparately(role)) { connection in
      await connection.recover()
      await connection.close()
    }
  }
}
