/// One connection of a database, reserved for its holder, for example for a server that keeps a transaction open across
/// requests.
///
/// Prefer ``Database/read(retries:_:)-(_,(DatabaseTransaction)->R)`` and ``Database/write(_:retries:_:)-(_,_,(DatabaseTransaction)->R)``, which always
/// end. Call the methods of a lease one after another. When the lease is deallocated, its connection returns to the
/// pool and any open transaction is rolled back.
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

  /// The capabilities of the connection.
  public var capabilities: DriverCapabilities { connection.context.capabilities }

  /// Whether a transaction is open on the connection.
  public var isInTransaction: Bool { get async { await connection.isInTransaction } }

  /// Whether the connection can still be used. Return a lost one with ``giveBack()``.
  public var isUsable: Bool { get async { await connection.isUsable } }

  /// Describes a text with one statement without running it.
  ///
  /// - Throws: ``DatabaseError`` with code `.emptyStatement` or `.multipleStatements` if the text isn't one statement,
  ///   `.connectionClosed` after ``giveBack()``, or the engine's error.
  public func describe(_ sql: String) async throws -> StatementDescription {
    try requireHeld()
    return try await connection.describe(sql)
  }

  /// Runs a text with one statement. Canceling the task interrupts it.
  ///
  /// The statement can begin or end a transaction, since the lease holds its connection.
  ///
  /// - Throws: ``DatabaseError`` with code `.emptyStatement` or `.multipleStatements` if the text isn't one statement,
  ///   `.connectionClosed` after ``giveBack()``, or the engine's error. Also the error of the handler.
  @discardableResult
  public func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    try requireHeld()
    return try await connection.run(sql, handler)
  }

  /// Runs a synchronous body with the connection's session.
  ///
  /// - Throws: The error of the body. ``DatabaseError`` with code `.connectionClosed` after ``giveBack()``, and with
  ///   `.unsupportedFeature` if the driver is remote.
  public func withSession<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R {
    try requireHeld()
    return try await connection.perform(body)
  }

  /// Rolls back an open transaction and keeps the connection.
  public func rollBack() async {
    guard isHeld.withLock({ $0 }) else { return }
    await connection.recover()
  }

  /// Rolls back an open transaction and returns the connection to the pool. A second call does nothing.
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
      throw DatabaseError(.connectionClosed, "the lease was returned; ask the database for another one")
    }
  }
}

extension Database {
  /// Takes a connection from the pool until the lease is returned. The call waits in order with all other callers.
  ///
  /// - Parameter role: The role of the connection.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed` if the database is closed, and with `.reentrantAccess`
  ///   inside a body of the same database.
  public func lease(_ role: ConnectionRole = .writer) async throws -> DatabaseLease {
    guard !DatabaseAccess.isInside(self) else {
      throw DatabaseError(
        .reentrantAccess, "a lease was requested inside one of the database's own bodies, which may wait for itself")
    }
    let kind: ConnectionPool.Kind = role == .writer ? .writer : .reader
    let pool = pool
    return DatabaseLease(try await pool.acquire(kind)) { await pool.giveBack($0, kind) }
  }

  /// Opens a connection outside the pool. Returning the lease closes it.
  ///
  /// The engine's own locks separate it from the pool's connections.
  ///
  /// - Parameter role: The role of the connection.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if only one connection can see the database, or the
  ///   error of opening the connection.
  public func separateLease(_ role: ConnectionRole = .writer) async throws -> DatabaseLease {
    guard capabilities.parallelReaders else {
      throw DatabaseError(
        .unsupportedFeature, "this database has only one connection; use lease, which waits for it")
    }
    return DatabaseLease(try await pool.openSeparately(role)) { connection in
      await connection.recover()
      await connection.close()
    }
  }
}
