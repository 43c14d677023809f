extension Database {
  /// Observes the rows of a query.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - policy: How to learn of changes by others.
  /// - Returns: A sequence of the rows: at once, and again after each change that may concern them.
  @_disfavoredOverload
  public func observe<Query: SQLFetchable>(
    _ query: Query, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<[Query.Row]> {
    observation(of: query, policy, isSame: nil) { try await $0.fetchAll(query) }
  }

  /// Observes the rows of a query, without repeating equal values.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - removingDuplicates: Whether to leave out a value that equals the one before.
  ///   - policy: How to learn of changes by others.
  /// - Returns: A sequence of the rows: at once, and again after each change of them.
  public func observe<Query: SQLFetchable>(
    _ query: Query, removingDuplicates: Bool = true, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<[Query.Row]> where Query.Row: Equatable {
    observation(of: query, policy, isSame: Self.sameness(removingDuplicates)) { try await $0.fetchAll(query) }
  }

  /// Observes the first row of a query.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - policy: How to learn of changes by others.
  /// - Returns: A sequence of the row, or `nil` if there is none: at once, and again after each change that may concern
  ///   it.
  @_disfavoredOverload
  public func observe<Query: SQLFetchable>(
    first query: Query, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Query.Row?> {
    observation(of: query, policy, isSame: nil) { try await $0.fetchOne(query) }
  }

  /// Observes the first row of a query, without repeating equal values.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - removingDuplicates: Whether to leave out a value that equals the one before.
  ///   - policy: How to learn of changes by others.
  /// - Returns: A sequence of the row, or `nil` if there is none: at once, and again after each change of it.
  public func observe<Query: SQLFetchable>(
    first query: Query, removingDuplicates: Bool = true, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Query.Row?> where Query.Row: Equatable {
    observation(of: query, policy, isSame: Self.sameness(removingDuplicates)) { try await $0.fetchOne(query) }
  }

  /// Observes the number of rows of a query.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - removingDuplicates: Whether to leave out a number that equals the one before.
  ///   - policy: How to learn of changes by others.
  /// - Returns: A sequence of the number: at once, and again after each change of it.
  public func observe<Query: SQLFetchable>(
    count query: Query, removingDuplicates: Bool = true, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Int> {
    observation(of: query, policy, isSame: Self.sameness(removingDuplicates)) { try await $0.fetchCount(query) }
  }

  /// Observes a value that a body computes from any number of queries.
  ///
  /// ```swift
  /// let totals = database.observe { transaction in
  ///   (try await transaction.fetchCount(Artist.all), try await transaction.fetchCount(Album.all))
  /// }
  /// ```
  ///
  /// All queries of a body see one snapshot. The observation follows what they read, which can be different each time.
  ///
  /// - Parameters:
  ///   - policy: How to learn of changes by others.
  ///   - body: Fetches the value. Use only its transaction, which can't write.
  /// - Returns: A sequence of the value: at once, and again after each change of what was read. Iterating throws
  ///   ``DatabaseError`` with code `.unsupportedFeature` if the driver can't hold a transaction open.
  @_disfavoredOverload
  public func observe<Value: Sendable>(
    policy: ObservationPolicy = .automatic,
    _ body: @escaping @concurrent @Sendable (DatabaseTransaction) async throws -> Value
  ) -> DatabaseObservation<Value> {
    observation(policy, isSame: nil, body)
  }

  /// Observes a value that a body computes from any number of queries, without repeating equal values.
  ///
  /// - Parameters:
  ///   - removingDuplicates: Whether to leave out a value that equals the one before.
  ///   - policy: How to learn of changes by others.
  ///   - body: Fetches the value. Use only its transaction, which can't write.
  /// - Returns: A sequence of the value: at once, and again after each change of it. Iterating throws ``DatabaseError``
  ///   with code `.unsupportedFeature` if the driver can't hold a transaction open.
  public func observe<Value: Sendable & Equatable>(
    removingDuplicates: Bool = true, policy: ObservationPolicy = .automatic,
    _ body: @escaping @concurrent @Sendable (DatabaseTransaction) async throws -> Value
  ) -> DatabaseObservation<Value> {
    observation(policy, isSame: Self.sameness(removingDuplicates), body)
  }

  private func observation<Value: Sendable>(
    of query: some SQLFetchable, _ policy: ObservationPolicy, isSame: (@Sendable (Value, Value) -> Bool)?,
    _ fetch: @escaping @Sendable (any PooledConnection) async throws -> Value
  ) -> DatabaseObservation<Value> {
    let isReadOnly = query.isReadOnly
    return DatabaseObservation(
      database: self, policy: policy,
      check: {
        if isReadOnly { return }
        throw DatabaseError(.readOnly, "a query that changes the database can't be observed; run it with fetchAll")
      }, fetch: fetch, isSame: isSame)
  }

  private func observation<Value: Sendable>(
    _ policy: ObservationPolicy, isSame: (@Sendable (Value, Value) -> Bool)?,
    _ body: @escaping @concurrent @Sendable (DatabaseTransaction) async throws -> Value
  ) -> DatabaseObservation<Value> {
    DatabaseObservation(
      database: self, policy: policy, check: { try self.requireBodies() },
      fetch: { connection in
        try await self.inside { try await DatabaseTransaction.run(.deferred, isReadOnly: true, on: connection, body) }
      }, isSame: isSame)
  }

  private static func sameness<Value: Sendable & Equatable>(_ isWanted: Bool) -> (@Sendable (Value, Value) -> Bool)? {
    guard isWanted else { return nil }
    return { $0 == $1 }
  }
}

extension Database {
  /// Whether the database has this number of observers, for tests.
  package func isObservedBy(_ count: Int) -> Bool { hub.observerCount == count }
}
