extension Database {
  /// Throws if the current task runs inside one of the database's own bodies.
  func requireOutside() throws {
    guard !DatabaseAccess.isInside(self) else {
      throw DatabaseError(
        .reentrantAccess,
        "the database was called inside one of its own bodies, which would wait for itself; use the body's parameter")
    }
  }

  /// Throws if the driver can't hold a transaction open, or if the database is closed.
  func requireBodies() throws {
    try pool.requireOpen()
    try capabilities.requireInteractiveTransactions()
  }

  /// Runs a body with a connection that nobody else uses.
  func withConnection<R: Sendable>(
    _ kind: ConnectionPool.Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    try requireOutside()
    return try await pool.withConnection(kind, body)
  }

  /// Runs a body that is marked as inside the database.
  func inside<R: Sendable>(_ body: () async throws -> R) async throws -> R {
    let access = DatabaseAccess(database: self, outer: DatabaseAccess.current)
    defer { access.end() }
    return try await DatabaseAccess.$current.withValue(access) { try await body() }
  }
}
