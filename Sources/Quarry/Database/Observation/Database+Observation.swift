extension Database {
  /// Observes the rows of a query.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The rows at once, and again after each change that may concern them.
  @_disfavoredOverload
  public func observe<Query: SQLFetchable>(
    _ query: Query, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<[Query.Row]> {
    observation(of: query, policy, isSame: nil) { try await $0.fetchAll(query) }
  }

  /// Observes the rows of a query, whose equal values are told once.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - removingDuplicates: Whether a value that equals the one before is left out.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The rows at once, and again after each change of them.
  public func observe<Query: SQLFetchable>(
    _ query: Query, removingDuplicates: Bool = true, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<[Query.Row]> where Query.Row: Equatable {
    observation(of: query, policy, isSame: Self.sameness(removingDuplicates)) { try await $0.fetchAll(query) }
  }

  /// Observes the first row of a query.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The row, or `nil` if there is none, at once, and again after each change that may concern it.
  @_disfavoredOverload
  public func observe<Query: SQLFetchable>(
    first query: Query, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Query.Row?> {
    observation(of: query, policy, isSame: nil) { try await $0.fetchOne(query) }
  }

  /// Observes the first row of a query, whose equal values are told once.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - removingDuplicates: Whether a value that equals the one before is left out.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The row, or `nil` if there is none, at once, and again after each change of it.
  public func observe<Query: SQLFetchable>(
    first query: Query, removingDuplicates: Bool = true, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Query.Row?> where Query.Row: Equatable {
    observation(of: query, policy, isSame: Self.sameness(removingDuplicates)) { try await $0.fetchOne(query) }
  }

  /// Observes the number of rows of a query.
  ///
  /// - Parameters:
  ///   - query: The query. It must not change the database.
  ///   - removingDuplicates: Whether a number that equals the one before is left out.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The number at once, and again after each change of it.
  public func observe<Query: SQLFetchable>(
    count query: Query, removingDuplicates: Bool = true, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Int> {
    observation(of: query, policy, isSame: Self.sameness(removingDuplicates)) { try await $0.fetchCount(query) }
  }

  /// Observes a value that a body makes of any number of queries.
  ///
  /// ```swift
  /// let totals = database.observe { transaction in
  ///   (try await transaction.fetchCount(Artist.all), try await transaction.fetchCount(Album.all))
  /// }
  /// ```
  ///
  /// All queries of a body see one snapshot. What they read is what is observed, and may be something else each time.
  ///
  /// - Parameters:
  ///   - policy: How changes by others are learned of.
  ///   - body: Fetches the value, only by the transaction that it is given, and can't write.
  /// - Returns: The value at once, and again after each change of what was read. Iterating throws ``DatabaseError`` with code
  ///   `.unsupportedFeature` if the driver can't hold a transaction open.
  @_disfavoredOverload
  public func observe<Value: Sendable>(
    policy: ObservationPolicy = .automatic,
    _ body: @escaping @concurrent @Sendable (DatabaseTransaction) async throws -> Value
  ) -> DatabaseObservation<Value> {
    observation(policy, isSame: nil, body)
  }

  /// Observes a value that a body makes of any number of queries, and tells equal values once.
  ///
  /// - Parameters:
  ///   - removingDuplicates: Whether a value that equals the one before is left out.
  ///   - policy: How changes by others are learned of.
  ///   - body: Fetches the value, only by the transaction that it is given, and can't write.
  /// - Returns: As without duplicates.
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
  /// Whether the database has so many observers, for tests.
  package func isObservedBy(_ count: Int) -> Bool { hub.observerCount == count }
}
