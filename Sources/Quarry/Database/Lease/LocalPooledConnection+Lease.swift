extension LocalPooledConnection {
  var isInTransaction: Bool { isTransactionOpen }

  func describe(_ sql: String) async throws -> StatementDescription {
    try await perform { session in
      try session.requireUsable()
      guard let statement = try session.statement(for: sql) else { throw DatabaseError.emptyStatement(sql) }
      defer { session.end(statement) }
      return StatementDescription(statement)
    }
  }

  func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    guard let afterBatch = handler.afterBatch else {
      return try await perform { session in
        let cursor = try session.openCursor(sql, handler.values)
        defer { session.close(cursor) }
        while try session.step(cursor) { try handler.receive(cursor.batch) }
        return cursor.run.result ?? .none
      }
    }
    let id = try await openCursor(sql, handler.values)
    do {
      while true {
        let result = try await step(id, handler.receive)
        try await afterBatch()
        guard let result else { continue }
        closeCursor(id)
        return result
      }
    } catch {
      closeCursor(id)
      throw error
    }
  }
}

extension StatementDescription {
  init(_ statement: SessionStatement) {
    self.init(
      parameterNames: statement.parameterNames, columns: statement.columns, isReadOnly: statement.isReadOnly)
  }
}
