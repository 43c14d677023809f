extension Database {
  /// A token for everything that was committed on the database before the call; see ``ChangeToken``.
  ///
  /// Reads of this same value see its own writes without one. On databases where every read sees every write that was
  /// answered, such as files, it costs nothing; others are asked.
  ///
  /// - Throws: ``DatabaseError`` as the driver does; `.unsupportedFeature` when a server has several copies of the
  ///   database and does not tell how far they are.
  public func changeToken() async throws -> ChangeToken {
    guard capabilities.changeTokens == .positioned else { return ChangeToken(database: databaseName) }
    return try await withConnection(.reader) { try await $0.changeToken() }
  }

  /// All rows of a query that sees at least what a token stands for.
  ///
  /// - Parameters:
  ///   - token: from ``changeToken()`` of this database, of a replica of it, or of another process.
  ///   - limit: how long may be waited for the changes, once a connection is free.
  /// - Throws: ``DatabaseError`` with code `.changesNotReached` when the time is over, `.foreignChangeToken` for a
  ///   token of another database; otherwise as ``fetchAll(_:)``. No row is given that is older than the token.
  public func fetchAll<Query: SQLFetchable>(
    _ query: Query, after token: ChangeToken, within limit: Duration = .seconds(10)
  ) async throws -> [Query.Row] {
    try await withReader(after: token, limit, query) { try await $0.fetchAll(query) }
  }

  /// The first row, or nil, of a query that sees at least what a token stands for.
  ///
  /// - Parameters:
  ///   - token: see ``fetchAll(_:after:within:)``.
  ///   - limit: how long may be waited for the changes.
  /// - Throws: as ``fetchAll(_:after:within:)``.
  public func fetchOne<Query: SQLFetchable>(
    _ query: Query, after token: ChangeToken, within limit: Duration = .seconds(10)
  ) async throws -> Query.Row? {
    try await withReader(after: token, limit, query) { try await $0.fetchOne(query) }
  }

  /// The number of rows of a query that sees at least what a token stands for.
  ///
  /// - Parameters:
  ///   - token: see ``fetchAll(_:after:within:)``.
  ///   - limit: how long may be waited for the changes.
  /// - Throws: as ``fetchAll(_:after:within:)``.
  public func fetchCount<Query: SQLFetchable>(
    _ query: Query, after token: ChangeToken, within limit: Duration = .seconds(10)
  ) async throws -> Int {
    try await withReader(after: token, limit, query) { try await $0.fetchCount(query) }
  }

  /// Runs an asynchronous body on a snapshot of the database that holds at least what a token stands for.
  ///
  /// - Parameters:
  ///   - token: see ``fetchAll(_:after:within:)``.
  ///   - limit: how long may be waited for the changes; the body itself may take longer.
  ///   - body: the work. Under ``DatabaseConfiguration/retries`` it can run more than once.
  /// - Throws: as ``fetchAll(_:after:within:)``, and what the body throws.
  public func read<R: Sendable>(
    after token: ChangeToken, within limit: Duration = .seconds(10),
    _ body: @concurrent @Sendable (DatabaseTransaction) async throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await withReader(after: token, limit) { connection in
      try await inside { try await DatabaseTransaction.run(.deferred, isReadOnly: true, on: connection, body) }
    }
  }

  /// Runs a synchronous body on a snapshot of the database that holds at least what a token stands for.
  ///
  /// - Parameters:
  ///   - token: see ``fetchAll(_:after:within:)``.
  ///   - limit: how long may be waited for the changes; the body itself may take longer.
  ///   - body: the work. Under ``DatabaseConfiguration/retries`` it can run more than once.
  /// - Throws: as ``fetchAll(_:after:within:)``, and what the body throws.
  public func read<R: Sendable>(
    after token: ChangeToken, within limit: Duration = .seconds(10),
    _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await withReader(after: token, limit) { connection in
      try await inside {
        try await connection.perform { session in
          try session.transaction(.deferred, readsOnly: true) { try body(session) }
        }
      }
    }
  }

  private func withReader<R: Sendable, Query: SQLFetchable>(
    after token: ChangeToken, _ limit: Duration, _ query: Query, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    guard query.isReadOnly else {
      throw DatabaseError(.readOnly, "a query that changes the database cannot be read after a change token")
    }
    return try await withReader(after: token, limit, body)
  }

  func withReader<R: Sendable>(
    after token: ChangeToken, _ limit: Duration, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    let support = capabilities.changeTokens
    guard support == .positioned || token.isOf(databaseName) else { throw DatabaseError.foreignChangeToken }
    guard support != .always else { return try await attempting(.reader, nil, body) }
    return try await attempting(.reader) { connection in
      await connection.require(RequiredChanges(token, within: limit))
      do {
        let result = try await body(connection)
        await connection.require(nil)
        return result
      } catch {
        await connection.require(nil)
        throw error
      }
    }
  }
}
