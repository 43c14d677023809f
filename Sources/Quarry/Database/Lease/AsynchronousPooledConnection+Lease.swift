extension AsynchronousPooledConnection {
  var isInTransaction: Bool { connection.transactionStatus == .active }

  func describe(_ sql: String) async throws -> StatementDescription {
    try await cancellable { me in
      let statement = try await me.prepare(sql)
      defer { statement.finalize() }
      return me.description(of: statement)
    }
  }

  func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    try await cancellable { me in
      let statement = try await me.prepare(sql)
      defer {
        statement.reset()
        statement.finalize()
      }
      let values = try handler.values(me.description(of: statement))
      try me.context.capabilities.requireCarriable(values, sql: sql)
      try await me.check(values.count, of: statement)
      if me.isReadOnly, !statement.isReadOnly {
        throw DatabaseError(.readOnly, "a read body cannot write; use write", sql: sql)
      }
      try statement.start(values)
      let batch = SQLRowBatch()
      while true {
        batch.columns = statement.columns
        batch.removeAllRows(columnCount: batch.columns.count)
        let result: StepResult
        do {
          result = try await statement.step(into: batch, limit: Self.batchRows)
        } catch {
          // The rows before the error are delivered first.
          if batch.rowCount > 0 { try handler.receive(batch) }
          throw error
        }
        batch.columns = statement.columns
        try handler.receive(batch)
        try await handler.afterBatch?()
        if case .done(let result) = result { return result }
      }
    }
  }

  private func description(of statement: Connection.Statement) -> StatementDescription {
    StatementDescription(
      parameterNames: statement.parameterNames, columns: statement.columns, isReadOnly: statement.isReadOnly)
  }
}
