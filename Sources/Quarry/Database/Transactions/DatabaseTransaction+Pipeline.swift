extension DatabaseTransaction {
  /// Runs queries and commands one after another, in one round trip if the driver supports it.
  ///
  /// Use it for calls that don't need each other's results:
  ///
  /// ```swift
  /// let (artist, albums) = try await transaction.pipeline { batch in
  ///   (batch.require(Artist.find(7)), batch.fetchAll(Album.where { $0.artistID == 7 }))
  /// }
  /// ```
  ///
  /// The effects are those of single calls in the same order. The first entry that fails ends the pipeline: entries
  /// before it stay, and entries behind it don't run. In contrast, `batch` is a savepoint, and undoes all of them.
  ///
  /// Results are read after the last entry has run, as for a batch.
  ///
  /// - Parameter build: Adds the entries and returns tickets. It runs once, on the caller's actor.
  /// - Returns: The results of the tickets.
  /// - Throws: The error of the first entry that fails, with its number in `batchEntry`. Code `.misuse` for a ticket of
  ///   another batch. The error of `build`.
  @discardableResult
  nonisolated(nonsending) public func pipeline<each Result: BatchResult>(
    _ build: (inout DatabaseBatch) throws -> (repeat each Result)
  ) async throws -> (repeat (each Result).Value) {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    repeat try (each tickets).request(from: &batch)
    batch.isAtomic = false
    let results = try await run(batch)
    return (repeat try (each tickets).value(in: results))
  }

  /// Runs queries and commands one after another, and returns the result of one ticket, or of an array of tickets.
  ///
  /// - Parameter build: Adds the entries and returns a ticket or an array of tickets. It runs once, on the caller's
  ///   actor.
  /// - Returns: The result of the ticket, or the array of results.
  /// - Throws: As for several tickets.
  @discardableResult
  nonisolated(nonsending) public func pipeline<Result: BatchResult>(
    _ build: (inout DatabaseBatch) throws -> Result
  ) async throws -> Result.Value {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    try tickets.request(from: &batch)
    batch.isAtomic = false
    return try tickets.value(in: try await run(batch))
  }

  /// Runs queries and commands one after another, without returning results.
  ///
  /// - Parameter build: Adds the entries. It runs once, on the caller's actor.
  /// - Throws: As for several tickets.
  nonisolated(nonsending) public func pipeline(_ build: (inout DatabaseBatch) throws -> Void) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    batch.isAtomic = false
    _ = try await run(batch)
  }
}
