extension AsynchronousPooledConnection {
  /// Starts a statement with its values.
  @inline(__always) func start(_ fragment: SQLFragment) async throws(DatabaseError) -> Connection.Statement {
    try state.require(fragment, context, connection.transactionStatus, connection.failure)
    let statement = try await prepare(fragment.sql)
    try await start(statement, fragment.values)
    return statement
  }

  /// Prepares a text with one statement, unless the task was canceled.
  @inline(__always) func prepare(_ sql: String, isCancellable: Bool = true) async throws(DatabaseError)
    -> Connection.Statement
  {
    if isCancellable, Task.isCancelled { throw DatabaseError.cancelled(before: sql) }
    let found: PreparedStatement<Connection.Statement>?
    do throws(DatabaseError) {
      found = try await connection.prepare(sql)
    } catch {
      state.note(error, connection.transactionStatus)
      throw error
    }
    guard let prepared = found else { throw DatabaseError.emptyStatement(sql) }
    do throws(DatabaseError) {
      try SessionState.requireSingle(sql, prepared: prepared.byteCount)
    } catch {
      prepared.statement.finalize()
      throw error
    }
    return prepared.statement
  }

  /// Starts a prepared statement with values that the connection can transfer, unless the task was canceled. Frees the
  /// statement if that fails.
  @inline(__always) func start(_ statement: Connection.Statement, _ values: [SQLValue]) async throws(DatabaseError) {
    do throws(DatabaseError) {
      let wanted = statement.parameterNames.count
      if context.checksShapes { try context.require(wanted, statement.columns, statement.sql) }
      // A driver that guesses the parameters asks the engine before they are found fault with.
      if values.count != wanted { try await statement.verify() }
      try state.require(values.count, of: wanted, isReadOnlyStatement: statement.isReadOnly, statement.sql)
      try statement.start(values)
      // Again: an interrupt that came before the start is forgotten by now.
      try requireNotCancelled(statement)
    } catch {
      statement.finalize()
      state.note(error, connection.transactionStatus)
      throw error
    }
  }

  /// Ends a started statement if its task is canceled.
  func requireNotCancelled(_ statement: Connection.Statement) throws(DatabaseError) {
    guard Task.isCancelled else { return }
    statement.reset()
    throw DatabaseError.cancelled(before: statement.sql)
  }

  /// Steps a running statement once into an empty batch.
  @inline(__always) func step(
    _ statement: Connection.Statement, into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    batch.columns = statement.columns
    batch.removeAllRows(columnCount: batch.columns.count)
    do throws(DatabaseError) {
      let result = try await statement.step(into: batch, limit: limit)
      // The first step can prepare again, after a change of the schema; some drivers know the columns only then.
      batch.columns = statement.columns
      try batch.requireFlawless(statement.sql)
      state.note(connection.transactionStatus)
      return result
    } catch {
      let status = connection.transactionStatus
      state.note(error, status)
      throw error.noting(status)
    }
  }

  /// Runs a statement to its end, and passes its rows to a body batch by batch.
  ///
  /// - Parameter body: Takes a batch. Returns `false` to stop early.
  @inline(__always) func run(
    _ fragment: SQLFragment, limit: Int = 256, _ body: (SQLRowBatch) throws -> Bool
  ) async throws -> StatementResult {
    guard let watch = monitor?.begin(fragment.sql) else {
      return try await run(try await start(fragment), limit: limit, nil, body)
    }
    do {
      let result = try await run(try await start(fragment), limit: limit, watch, body)
      watch.end()
      return result
    } catch {
      watch.end(error)
      throw error
    }
  }

  /// Runs a started statement to its end, and frees it.
  @inline(__always) func run(
    _ statement: Connection.Statement, limit: Int = 256, _ watch: StatementWatch? = nil,
    _ body: (SQLRowBatch) throws -> Bool
  ) async throws -> StatementResult {
    var failure: DatabaseError.Outcome?
    defer { free(statement, failure) }
    let batch = SQLRowBatch()
    var run = StatementRun()
    while try run.goesOn() {
      do throws(DatabaseError) {
        run.take(try await step(statement, into: batch, limit: limit))
      } catch {
        failure = error.outcome
        try run.take(error, rowsBefore: batch.rowCount)
      }
      watch?.take(rows: batch.rowCount)
      if batch.rowCount > 0, try !body(batch) { return try run.leave() }
    }
    return run.result ?? .none
  }
}
