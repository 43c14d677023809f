extension Database {
  /// Refuses to be called inside one of the database's own bodies.
  func requireOutside() throws {
    guard !DatabaseAccess.isInside(self) else {
      throw DatabaseError(
        .reentrantAccess,
        "the database was used inside one of its own bodies, which would wait for itself; use what the body was given")
    }
  }

  /// Refuses bodies at once where no transaction can be held open for them, and on a database that was closed.
  func requireBodies() throws {
    try pool.requireOpen()
    try capabilities.requireInteractiveTransactions()
  }

  /// Gives a body a connection of its own.
  func withConnection<R: Sendable>(
    _ kind: ConnectionPool.Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    try requireOutside()
    return try await pool.withConnection(kind, body)
  }

  /// Runs a body that is inside the database for as long as it runs.
  func inside<R: Sendable>(_ body: () async throws -> R) async throws -> R {
    let access = DatabaseAccess(database: self, outer: DatabaseAccess.current)
    defer { access.end() }
    return try await DatabaseAccess.$current.withValue(access) { try await body() }
  }
}
