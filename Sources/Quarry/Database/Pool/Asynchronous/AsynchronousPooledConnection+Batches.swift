extension AsynchronousPooledConnection {
  func executeBatch(_ statements: [SQLFragment]) async throws {
    try await cancellable { me in _ = try await me.runBatch(statements, wantsResults: false) }
  }

  /// Runs a script whole, where its statements can only be applied together.
  func executeScriptAsBatch(_ sql: String) async throws -> StatementResult {
    let parts = Array(SQLScript(sql))
    guard !parts.isEmpty else { return .none }
    return try await cancellable { me in
      do {
        let answers = try await me.runBatch(parts.map { SQLFragment(raw: $0.sql) }, wantsResults: false)
        return answers.last?.result ?? .none
      } catch let error as DatabaseError {
        guard let index = error.statementIndex, parts.indices.contains(index) else { throw error }
        throw error.located(in: parts[index])
      }
    }
  }

  /// Applies commands in a transaction that is held open.
  func apply(_ operations: [DatabaseBatch.Operation]) async throws {
    try await Transaction.run(.immediate, isReadOnly: false, on: self) { transaction in
      for (index, operation) in operations.enumerated() {
        do {
          try await operation.suspend(transaction.connection)
        } catch {
          throw DatabaseBatch.numbering(error, index)
        }
      }
    }
  }

  /// Applies statements together, in one call of the driver.
  func runBatch(_ statements: [SQLFragment], wantsResults: Bool) async throws(DatabaseError) -> [BatchedAnswer] {
    try state.require(
      batch: statements, context.capabilities, connection.transactionStatus, connection.failure)
    return try await connection.executeBatch(statements, wantsResults: wantsResults)
  }
}
