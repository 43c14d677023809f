extension SQLSession {
  /// Runs queries and commands together, all of them or none, by the rules of `Database.batch`.
  ///
  /// Inside a transaction it is a savepoint.
  ///
  /// - Parameter build: Adds the entries and returns tickets. It runs immediately.
  /// - Returns: The results of the tickets.
  /// - Throws: ``DatabaseError`` with the number of the failing entry in `batchEntry`.
  @discardableResult
  public func batch<each Result: BatchResult>(
    _ build: (inout DatabaseBatch) throws -> (repeat each Result)
  ) throws -> (repeat (each Result).Value) {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    repeat try (each tickets).request(from: &batch)
    let results = try run(batch)
    return (repeat try (each tickets).value(in: results))
  }

  /// Runs queries and commands together, and returns the result of one ticket, or of an array of tickets.
  ///
  /// - Parameter build: Adds the entries and returns a ticket or an array of tickets. It runs immediately.
  /// - Returns: The result of the ticket, or the array of results.
  /// - Throws: As for several tickets.
  @discardableResult
  public func batch<Result: BatchResult>(_ build: (inout DatabaseBatch) throws -> Result) throws -> Result.Value {
    var batch = DatabaseBatch()
    let tickets = try build(&batch)
    try tickets.request(from: &batch)
    return try tickets.value(in: try run(batch))
  }

  /// Runs queries and commands together, without returning results.
  ///
  /// - Parameter build: Adds the entries. It runs immediately.
  /// - Throws: As for several tickets.
  public func batch(_ build: (inout DatabaseBatch) throws -> Void) throws {
    var batch = DatabaseBatch()
    try build(&batch)
    _ = try run(batch)
  }

  /// Runs the entries of a batch, all of them or none.
  ///
  /// - Parameter batch: The entries.
  /// - Returns: The results of the entries that tickets were made for.
  /// - Throws: As the other forms.
  public func run(_ batch: DatabaseBatch) throws -> BatchResults {
    var run = try BatchRun(batch, context, batches: connection.batches, state)
    switch run.way {
    case .alone: try carryOut(&run)
    case .transaction:
      try transaction(run.kind, readsOnly: run.isReadOnly && state.depth == 0) { try carryOut(&run) }
    case .together(let statements):
      let answers: [BatchedAnswer]
      do throws(DatabaseError) {
        answers = try runBatch(statements, wantsResults: run.wantsResults)
      } catch {
        throw run.locatedTogether(error, connection.transactionStatus)
      }
      try run.take(answers)
    }
    return try run.results()
  }

  private func carryOut(_ run: inout BatchRun) throws {
    while let statement = try run.next() {
      let answer: CollectedAnswer
      do throws(DatabaseError) {
        answer = try collect(statement, keepsRows: run.keepsRows)
      } catch {
        throw run.located(error, connection.transactionStatus)
      }
      try run.take(answer)
    }
  }

  /// Runs a statement to its end.
  private func collect(_ fragment: SQLFragment, keepsRows: Bool) throws(DatabaseError) -> CollectedAnswer {
    let before = connection.transactionStatus
    let statement = try begin(fragment)
    defer { end(statement) }
    var answer = CollectedAnswer()
    while true {
      let batch = takeBatch()
      let step = try step(statement, into: batch, limit: Self.batchRows)
      if keepsRows, batch.rowCount > 0 { answer.rows.append(batch) } else { giveBack(batch) }
      guard case .done(let result) = step else { continue }
      answer.result = result
      try state.requireKept(before, connection.transactionStatus, by: fragment)
      return answer
    }
  }
}
