extension Database {
  /// Returns a token for everything that was committed on the database before the call; see ``ChangeToken``.
  ///
  /// Reads of the same ``Database`` value see its own writes without a token. For databases whose reads always see all
  /// completed writes, such as files, the call costs nothing. Other databases are asked.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if a server has several copies of the database and
  ///   doesn't report their positions, or the driver's error.
  public func changeToken() async throws -> ChangeToken {
    guard capabilities.changeTokens == .positioned else { return ChangeToken(database: databaseName) }
    return try await withConnection(.reader) { try await $0.changeToken() }
  }

  /// Returns all rows of a query that sees at least the changes of a token.
  ///
  /// - Parameters:
  ///   - query: The query. It must only read.
  ///   - token: A token from ``changeToken()`` of this database, of a replica of it, or of another process.
  ///   - limit: The longest time to wait for the changes, once a connection is free.
  /// - Throws: ``DatabaseError`` with code `.changesNotReached` if the time is over, and `.foreignChangeToken` for a
  ///   token of another database; otherwise as `fetchAll(_:)`. The result is never older than the token.
  public func fetchAll<Query: SQLFetchable>(
    _ query: Query, after token: ChangeToken, within limit: Duration = .seconds(10)
  ) async throws -> [Query.Row] {
    try await withReader(after: token, limit, query) { try await $0.fetchAll(query) }
  }

  /// Returns the first row of a query that sees at least the changes of a token, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - query: The query. It must only read.
  ///   - token: A token; see ``fetchAll(_:after:within:)``.
  ///   - limit: The longest time to wait for the changes, once a connection is free.
  /// - Throws: As ``fetchAll(_:after:within:)``.
  public func fetchOne<Query: SQLFetchable>(
    _ query: Query, after token: ChangeToken, within limit: Duration = .seconds(10)
  ) async throws -> Query.Row? {
    try await withReader(after: token, limit, query) { try await $0.fetchOne(query) }
  }

  /// Returns the number of rows of a query that sees at least the changes of a token.
  ///
  /// - Parameters:
  ///   - query: The query. It must only read.
  ///   - token: A token; see ``fetchAll(_:after:within:)``.
  ///   - limit: The longest time to wait for the changes, once a connection is free.
  /// - Throws: As ``fetchAll(_:after:within:)``.
  public func fetchCount<Query: SQLFetchable>(
    _ query: Query, after token: ChangeToken, within limit: Duration = .seconds(10)
  ) async throws -> Int {
    try await withReader(after: token, limit, query) { try await $0.fetchCount(query) }
  }

  /// Runs an asynchronous body on a snapshot of the database that contains at least the changes of a token.
  ///
  /// - Parameters:
  ///   - token: A token; see ``fetchAll(_:after:within:)``.
  ///   - limit: The longest time to wait for the changes. The body itself can take longer.
  ///   - body: The work. Under ``DatabaseConfiguration/retries`` it can run more than once.
  /// - Throws: As ``fetchAll(_:after:within:)``, and the error of the body.
  public func read<R: Sendable>(
    after token: ChangeToken, within limit: Duration = .seconds(10),
    _ body: @concurrent @Sendable (DatabaseTransaction) async throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await withReader(after: token, limit) { connection in
      try await inside { try await DatabaseTransaction.run(.deferred, isReadOnly: true, on: connection, body) }
    }
  }

  /// Runs a synchronous body on a snapshot of the database that contains at least the changes of a token.
  ///
  /// - Parameters:
  ///   - token: A token; see ``fetchAll(_:after:within:)``.
  ///   - limit: The longest time to wait for the changes. The body itself can take longer.
  ///   - body: The work. Under ``DatabaseConfiguration/retries`` it can run more than once.
  /// - Throws: As ``fetchAll(_:after:within:)``, and the error of the body.
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
      throw DatabaseError(.readOnly, "a query that changes the database can't be read after a change token")
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
