extension Database {
  /// Runs queries and commands together: all of them or none, in one round trip where the driver has one.
  ///
  /// ```swift
  /// let (artist, count) = try await database.batch { batch in
  ///   batch.execute("UPDATE Counter SET n = n + 1")
  ///   return (batch.insert(Artist(id: 0, name: "Nina")), batch.fetchCount(Artist.all))
  /// }
  /// ```
  ///
  /// The entries run in order, and each sees what those before it changed. A batch that only reads sees one snapshot and
  /// leaves the writer to others. The body returns the tickets whose results it wants: one, several in a tuple, or an
  /// array of them. Other results are not read.
  ///
  /// > Important: On every driver, results are read after the commit. A row that cannot be read, or a record that a trigger
  /// > ignored, is an error with `outcome` `.applied`: the batch stays. The exception is a command that an old engine
  /// > needs several statements for, which depend on each other. Its rows are read in between, and what cannot be read
  /// > undoes the batch.
  ///
  /// - Parameters:
  ///   - retries: How often the batch is tried again after an attempt that had no effect; `nil` for
  ///     ``DatabaseConfiguration/retries``.
  ///   - build: Adds the entries and returns tickets. It runs once, at once, on the caller's actor, and can use what belongs
  ///     to the actor.
  /// - Returns: The results of the tickets.
  /// - Throws: ``DatabaseError`` with the number of the failing entry in `batchEntry`. Code `.unsupportedFeature`, before
  ///   anything is sent, for an entry that needs statements that depend on each other, if the driver cannot hold a
  ///   transaction open for them; code `.misuse` for a ticket of another batch.
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
  ///   - build: Adds the entries and returns what is made of tickets. It runs at once, on the caller's actor.
  /// - Returns: The result of what the body returned.
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

  /// Runs queries and commands together, for their effect alone.
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
  ///   - build: Adds the entries. It runs at once, on the caller's actor.
  /// - Throws: As for several tickets.
  nonisolated(nonsending) public func batch(
    retries: RetryPolicy? = nil, _ build: (inout DatabaseBatch) throws -> Void
  ) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    _ = try await run(batch, retries)
  }

  /// Runs the entries of a batch: all of them or none, in one round trip where the driver has one.
  ///
  /// - Parameter batch: The entries. The results are those of tickets that asked the batch for them.
  /// - Throws: As the other forms.
  public func run(_ batch: DatabaseBatch) async throws -> BatchResults { try await run(batch, nil) }

  private func run(_ batch: DatabaseBatch, _ retries: RetryPolicy?) async throws -> BatchResults {
    // Nothing has no need of a connection.
    if batch.entries.isEmpty { return BatchResults(batch: batch.identity, values: []) }
    if batch.isReadOnly { return try await attempting(.reader, retries, as: .batch) { try await $0.run(batch) } }
    return try await attemptingOnWriter(retries, as: .batch) {
      try $0.run(batch)
    } _: {
      try await $0.run(batch)
    }
  }
}

extension DatabaseTransaction {
  /// Runs queries and commands together in a savepoint: all of them or none, in one round trip where the driver has one.
  ///
  /// - Parameter build: Adds the entries and returns tickets. It runs at once, on the caller's actor.
  /// - Returns: The results of the tickets.
  /// - Throws: As `Database.batch`. Where results cannot be read, the savepoint stays, and the transaction
  ///   can go on.
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
  /// - Parameter build: Adds the entries and returns what is made of tickets. It runs at once, on the caller's actor.
  /// - Returns: The result of what the body returned.
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

  /// Runs queries and commands together in a savepoint, for their effect alone.
  ///
  /// - Parameter build: Adds the entries. It runs at once, on the caller's actor.
  /// - Throws: As for several tickets.
  nonisolated(nonsending) public func batch(_ build: (inout DatabaseBatch) throws -> Void) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    _ = try await run(batch)
  }

  /// Runs the entries of a batch in a savepoint: all of them or none, in one round trip where the driver has one.
  ///
  /// - Parameter batch: The entries. The results are those of tickets that asked the batch for them.
  /// - Throws: As the other forms.
  public func run(_ batch: DatabaseBatch) async throws -> BatchResults {
    try requireActive()
    return try await connection.run(batch)
  }
}
