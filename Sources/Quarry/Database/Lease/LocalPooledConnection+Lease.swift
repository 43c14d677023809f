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
        while true {
          let result = try session.step(cursor)
          try handler.receive(cursor.batch)
          if let error = cursor.error { throw error }
          if let result { return result }
        }
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

extension SQLSession {
  /// Opens a cursor over a statement whose values depend on its description.
  func openCursor(
    _ sql: String, _ values: (StatementDescription) throws -> [SQLValue]
  ) throws -> SessionCursor {
    SessionCursor(statement: try begin(sql, values), batch: takeBatch())
  }

  /// Steps a cursor once; answers the result at its end. An error after rows waits in the cursor.
  func step(_ cursor: SessionCursor) throws(DatabaseError) -> StatementResult? {
    try requireUsable()
    if let error = cursor.error { throw error }
    do throws(DatabaseError) {
      if case .done(let result) = try step(cursor.statement, into: cursor.batch, limit: Self.batchRows) {
        return result
      }
    } catch {
      guard cursor.batch.rowCount > 0 else { throw error }
      cursor.error = error
    }
    return nil
  }
}

extension StatementDescription {
  init(_ statement: SessionStatement) {
    self.init(
      parameterNames: statement.parameterNames, columns: statement.columns, isReadOnly: statement.isReadOnly)
  }
}
