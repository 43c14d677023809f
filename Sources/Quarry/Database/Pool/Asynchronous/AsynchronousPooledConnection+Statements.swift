extension AsynchronousPooledConnection {
  func requireUsable() throws(DatabaseError) {
    if let failure { throw failure }
    if connection.transactionStatus == .unknown {
      throw DatabaseError(.outcomeUnknown, "the connection was lost inside a transaction", outcome: .unknown)
    }
  }

  /// Refuses statements of a body whose transaction the engine has ended: each would commit by itself.
  func requireOwnTransaction() throws(DatabaseError) {
    guard depth > 0, connection.transactionStatus == .idle else { return }
    throw DatabaseError.transactionEnded(because: undoFailure)
  }

  func start(_ fragment: SQLFragment) async throws -> Connection.Statement {
    try requireUsable()
    try requireOwnTransaction()
    if let error = fragment.conversionError {
      throw DatabaseError(.valueOutOfRange, "a bound value: \(error)", sql: fragment.sql, underlying: error)
    }
    try context.capabilities.requireCarriable(fragment.values, sql: fragment.sql)
    let statement = try await prepare(fragment.sql)
    do {
      try await check(fragment.values.count, of: statement)
      if isReadOnly, !statement.isReadOnly {
        throw DatabaseError(.readOnly, "a read body cannot write; use write", sql: fragment.sql)
      }
      try statement.start(fragment.values)
    } catch {
      statement.finalize()
      throw error
    }
    return statement
  }

  /// Prepares the one statement of a text.
  func prepare(_ sql: String) async throws -> Connection.Statement {
    try requireUsable()
    guard let prepared = try await connection.prepare(sql) else { throw DatabaseError.emptyStatement(sql) }
    guard prepared.byteCount < sql.utf8.count else { return prepared.statement }
    let rest = String(decoding: Array(sql.utf8.dropFirst(prepared.byteCount)), as: UTF8.self)
    guard SQLScript(rest).first(where: { _ in true }) == nil else {
      prepared.statement.finalize()
      throw DatabaseError(
        .multipleStatements, "the text holds more than one statement; run it as a script", sql: sql)
    }
    return prepared.statement
  }

  func check(_ count: Int, of statement: Connection.Statement) async throws(DatabaseError) {
    let wanted = statement.parameterNames.count
    guard count != wanted else { return }
    try await statement.verify()
    throw DatabaseError(
      count < wanted ? .missingParameter : .extraParameter,
      "the statement has \(wanted) parameters and got \(count) values", sql: statement.sql)
  }

  func runAll(
    _ fragment: SQLFragment, limit: Int = 256, _ body: (SQLRowBatch) throws -> Bool
  ) async throws -> StatementResult {
    let none = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
    let statement = try await start(fragment)
    defer {
      statement.reset()
      statement.finalize()
    }
    let batch = SQLRowBatch()
    while true {
      batch.columns = statement.columns
      batch.removeAllRows(columnCount: batch.columns.count)
      let result: StepResult
      do {
        result = try await statement.step(into: batch, limit: limit)
        // The first step may prepare anew, after a change of the schema; some drivers know the columns only then.
        batch.columns = statement.columns
      } catch {
        // The rows before the error are delivered first.
        if batch.rowCount > 0 { _ = try body(batch) }
        throw error
      }
      if batch.rowCount > 0, try !body(batch) { return none }
      if case .done(let result) = result { return result }
    }
  }

  func cancellable<R: Sendable>(
    _ body: @Sendable (isolated AsynchronousPooledConnection<Connection>) async throws -> R
  ) async throws -> R {
    let operation = gate.makeOperation()
    await lock()
    defer { unlock() }
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      gate.enter(operation)
      defer { gate.leave() }
      do {
        return try await body(self)
      } catch let error as DatabaseError where error.code == .interrupted && Task.isCancelled {
        throw CancellationError()
      }
    } onCancel: {
      gate.cancel(operation)
    }
  }
}
