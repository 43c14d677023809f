extension AsynchronousPooledConnection {
  func describe(_ sql: String) async throws -> StatementDescription {
    try await cancellable { me in
      try me.state.requireUsable(me.connection.transactionStatus, me.connection.failure)
      let statement = try await me.prepare(sql)
      defer { statement.finalize() }
      return me.description(of: statement)
    }
  }

  func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    try await cancellable { me in
      try me.state.require(
        SQLFragment(raw: sql), me.context, me.connection.transactionStatus, me.connection.failure)
      let statement = try await me.prepare(sql)
      let values: [SQLValue]
      do {
        values = try handler.values(me.description(of: statement))
        try me.context.capabilities.requireCarriable(values, sql: sql)
      } catch {
        statement.finalize()
        throw error
      }
      let watch = me.monitor?.begin(sql)
      defer { watch?.end() }
      try await me.start(statement, values)
      var failure: DatabaseError.Outcome?
      defer { me.free(statement, failure) }
      let batch = SQLRowBatch()
      var run = StatementRun()
      while try run.goesOn() {
        do throws(DatabaseError) {
          run.take(try await me.step(statement, into: batch, limit: Self.batchRows))
        } catch {
          failure = error.outcome
          watch?.take(error)
          try run.take(error, rowsBefore: batch.rowCount)
        }
        watch?.take(rows: batch.rowCount)
        try handler.receive(batch)
        try await handler.afterBatch?()
      }
      return run.result ?? .none
    }
  }

  private func description(of statement: Connection.Statement) -> StatementDescription {
    StatementDescription(
      parameterNames: statement.parameterNames, columns: statement.columns, isReadOnly: statement.isReadOnly)
  }
}
