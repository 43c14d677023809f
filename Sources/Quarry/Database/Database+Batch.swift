extension Database {
  /// Runs queries and commands together, all of them or none. If the driver supports batches, this takes one round
  /// trip.
  ///
  /// ```swift
  /// let (artist, count) = try await database.batch { batch in
  ///   batch.execute("UPDATE Counter SET n = n + 1")
  ///   return (batch.insert(Artist(id: 0, name: "Nina")), batch.fetchCount(Artist.all))
  /// }
  /// ```
  ///
  /// The entries run in order, and each sees the changes of those before it. A batch that only reads sees one snapshot
  /// and doesn't need the writer. The body returns the tickets of the results that it wants: one ticket, a tuple or an
  /// array. Other results aren't read.
  ///
  /// > Important: On every driver, results are read after the commit. If a row can't be read, or a trigger ignored a
  /// record, the error has the `outcome` `.applied`: the batch stays. The exception is a command that needs several
  /// dependent statements on an old engine. Its rows are read in between, and an error then rolls back the batch.
  ///
  /// - Parameters:
  ///   - retries: How often to retry the batch after an attempt without effect; `nil` for
  ///     ``DatabaseConfiguration/retries``.
  ///   - build: Adds the entries and returns tickets. It runs once, on the caller's actor, and can use the actor's
  ///     state.
  /// - Returns: The results of the tickets.
  /// - Throws:
  ///   - ``DatabaseError`` with the number of the failing entry in `batchEntry`.
  ///   - Code `.unsupportedFeature`, before anything is sent, for an entry with dependent statements if the driver
  ///     can't hold a transaction open.
  ///   - Code `.misuse` for a ticket of another batch.
  ///   - The error of `build`.
  @discardableResult
  nonisolated(nonsending) public func batch<each Result: BatchResult>(
    retries: RetryPolicy? = nil, _ build: (inout DatabaseBatch) throws -> (repeat each Result)
  ) async throws -> (repeat (each Result).Value) {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    repeat try (each tickets).request(from: &batch)
    let results = try await run(batch, retries)
    return (repeat try (each tickets).value(in: results))
  }

  /// Runs queries and commands together, and returns the result of one ticket, or of an array of tickets.
  ///
  /// ```swift
  /// let artist = try await database.batch { $0.insert(Artist(id: 0, name: "Nina")) }
  /// let found = try await database.batch { batch in keys.map { batch.find(Artist.self, $0) } }
  /// ```
  ///
  /// - Parameters:
  ///   - retries: As for several tickets.
  ///   - build: Adds the entries and returns a ticket or an array of tickets. It runs once, on the caller's actor.
  /// - Returns: The result of the ticket, or the array of results.
  /// - Throws: As for several tickets.
  @discardableResult
  nonisolated(nonsending) public func batch<Result: BatchResult>(
    retries: RetryPolicy? = nil, _ build: (inout DatabaseBatch) throws -> Result
  ) async throws -> Result.Value {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    try tickets.request(from: &batch)
    return try tickets.value(in: try await run(batch, retries))
  }

  /// Runs queries and commands together, without returning results.
  ///
  /// ```swift
  /// try await database.batch { batch in
  ///   batch.execute("INSERT INTO Artist (Name) VALUES (\(name))")
  ///   batch.execute("UPDATE Counter SET n = n + 1")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - retries: As for several tickets.
  ///   - build: Adds the entries. It runs once, on the caller's actor.
  /// - Throws: As for several tickets.
  nonisolated(nonsending) public func batch(
    retries: RetryPolicy? = nil, _ build: (inout DatabaseBatch) throws -> Void
  ) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    _ = try await run(batch, retries)
  }

  /// Runs the entries of a batch, all of them or none. If the driver supports batches, this takes one round trip.
  ///
  /// - Parameter batch: The entries.
  /// - Returns: The results of the entries that tickets were made for.
  /// - Throws: As the other forms.
  public func run(_ batch: DatabaseBatch) async throws -> BatchResults { try await run(batch, nil) }

  private func run(_ batch: DatabaseBatch, _ retries: RetryPolicy?) async throws -> BatchResults {
    // Nothing has no need of a connection.
    if batch.entries.isEmpty { return BatchResults(batch: batch.identity, values: []) }
    if batch.isReadOnly { return try await attempting(.reader, retries, as: .batch) { try await $0.run(batch) } }
    return try await attemptingOnWriter(WriterWork { try $0.run(batch) }, retries: retries, as: .batch) {
      try await $0.run(batch)
    }
  }
}

extension DatabaseTransaction {
  /// Runs queries and commands together in a savepoint, all of them or none. If the driver supports batches, this takes
  /// one round trip.
  ///
  /// - Parameter build: Adds the entries and returns tickets. It runs once, on the caller's actor.
  /// - Returns: The results of the tickets.
  /// - Throws: As `Database.batch`. If results can't be read, the savepoint stays, and the transaction can continue.
  @discardableResult
  nonisolated(nonsending) public func batch<each Result: BatchResult>(
    _ build: (inout DatabaseBatch) throws -> (repeat each Result)
  ) async throws -> (repeat (each Result).Value) {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    repeat try (each tickets).request(from: &batch)
    let results = try await run(batch)
    return (repeat try (each tickets).value(in: results))
  }

  /// Runs queries and commands together in a savepoint, and returns the result of one ticket, or of an array of tickets.
  ///
  /// - Parameter build: Adds the entries and returns a ticket or an array of tickets. It runs once, on the caller's
  ///   actor.
  /// - Returns: The result of the ticket, or the array of results.
  /// - Throws: As for several tickets.
  @discardableResult
  nonisolated(nonsending) public func batch<Result: BatchResult>(
    _ build: (inout DatabaseBatch) throws -> Result
  ) async throws -> Result.Value {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    try tickets.request(from: &batch)
    return try tickets.value(in: try await run(batch))
  }

  /// Runs queries and commands together in a savepoint, without returning results.
  ///
  /// - Parameter build: Adds the entries. It runs once, on the caller's actor.
  /// - Throws: As for several tickets.
  nonisolated(nonsending) public func batch(_ build: (inout DatabaseBatch) throws -> Void) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    _ = try await run(batch)
  }

  /// Runs the entries of a batch in a savepoint, all of them or none. If the driver supports batches, this takes one
  /// round trip.
  ///
  /// - Parameter batch: The entries.
  /// - Returns: The results of the entries that tickets were made for.
  /// - Throws: As the other forms.
  public func run(_ batch: DatabaseBatch) async throws -> BatchResults {
    try requireActive()
    return try await connection.run(batch)
  }
}
