extension Database {
  /// Observes the rows of a query with parts. A change of the parts counts as one of the rows.
  ///
  /// ```swift
  /// for try await rows in database.observe(Artist.all.with(many: Album.self, on: Album.artistID)) {
  ///   for (artist, albums) in rows { print(artist.name, albums.count) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The rows at once, and again after each change that may concern them or what belongs to them.
  public func observe<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<[Row]> {
    observation(policy) { $0.fetchAll(query) }
  }

  /// Observes the first row of a query with parts.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The row, or `nil` if there is none, at once, and again after each change that may concern it.
  public func observe<Record: SQLDecodable, Row: Sendable>(
    first query: QueryWithParts<Record, Row>, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Row?> {
    observation(policy) { $0.fetchOne(query) }
  }

  /// Observes the number of rows of a query. Its parts are ignored.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - policy: How changes by others are learned of.
  /// - Returns: The number at once, and again after each change of it.
  public func observe<Record: SQLDecodable, Row: Sendable>(
    count query: QueryWithParts<Record, Row>, policy: ObservationPolicy = .automatic
  ) -> DatabaseObservation<Int> { observe(count: query.query, policy: policy) }

  private func observation<Value: Sendable>(
    _ policy: ObservationPolicy, _ add: @escaping @Sendable (inout DatabaseBatch) -> DatabaseBatch.Ticket<Value>
  ) -> DatabaseObservation<Value> {
    DatabaseObservation(
      database: self, policy: policy, check: {},
      fetch: { connection in try await connection.runBatch(add) }, isSame: nil)
  }
}

extension PooledConnection {
  /// Runs a batch with one ticket, whose errors don't mention the batch.
  func runBatch<Result: BatchResult>(
    _ build: @Sendable (inout DatabaseBatch) -> Result
  ) async throws -> Result.Value {
    var batch = DatabaseBatch()
    let ticket = build(&batch)
    try ticket.request(from: &batch)
    do {
      return try await ticket.value(in: run(batch))
    } catch let error as DatabaseError {
      throw error.outsideBatch
    }
  }
}
