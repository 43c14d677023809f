extension AsynchronousPooledConnection {
  func requireUsable() throws(DatabaseError) {
    if let failure { throw failure }
    if connection.transactionStatus == .unknown {
      throw DatabaseError(.outcomeUnknown, "the connection was lost inside a transaction", outcome: .unknown)
    }
  }

  func start(_ fragment: SQLFragment) async throws -> Connection.Statement {
    try requireUsable()
    if let error = fragment.conversionError {
      throw DatabaseError(.valueOutOfRange, "a bound value: \(error)", sql: fragment.sql, underlying: error)
    }
    guard let prepared = try await connection.prepare(fragment.sql) else {
      throw DatabaseError.emptyStatement(fragment.sql)
    }
    let statement = prepared.statement
    do {
      let rest = String(decoding: Array(fragment.sql.utf8.dropFirst(prepared.byteCount)), as: UTF8.self)
      guard SQLScript(rest).first(where: { _ in true }) == nil else {
        throw DatabaseError(
          .multipleStatements, "the text holds more than one statement; run it as a script", sql: fragment.sql)
      }
      let wanted = statement.parameterNames.count
      guard wanted == fragment.values.count else {
        throw DatabaseError(
          fragment.values.count < wanted ? .missingParameter : .extraParameter,
          "the statement has \(wanted) parameters and got \(fragment.values.count) values", sql: fragment.sql)
      }
      try statement.start(fragment.values)
    } catch {
      statement.finalize()
      throw error
    }
    return statement
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
