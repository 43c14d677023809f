extension AsynchronousPooledConnection {
  func openCursor<Query: SQLFetchable>(_ query: Query) async throws -> SQLCursorID {
    let fragment = try query.statement(for: context)
    await lock()
    defer { unlock() }
    lastCursor &+= 1
    let id = SQLCursorID(number: lastCursor)
    cursors[id] = Cursor(statement: try await start(fragment), batch: SQLRowBatch())
    return id
  }

  func nextRows<Query: SQLFetchable>(of id: SQLCursorID, _ query: Query) async throws -> [Query.Row] {
    try await cancellable { me in
      guard let cursor = me.cursors[id], !cursor.isDone else { return [] }
      do {
        if let error = cursor.error { throw error }
        cursor.batch.columns = cursor.statement.columns
        cursor.batch.removeAllRows(columnCount: cursor.batch.columns.count)
        do {
          let result = try await cursor.statement.step(into: cursor.batch, limit: Self.batchRows)
          cursor.batch.columns = cursor.statement.columns
          if case .done = result { me.cursors[id]?.isDone = true }
        } catch {
          guard cursor.batch.rowCount > 0 else { throw error }
          me.cursors[id]?.error = error
        }
        var rows: [Query.Row] = []
        try query.decodeRows(cursor.batch, into: &rows)
        return rows
      } catch {
        me.closeCursor(id)
        throw error
      }
    }
  }

  func closeCursor(_ id: SQLCursorID) {
    guard let cursor = cursors.removeValue(forKey: id) else { return }
    cursor.statement.reset()
    cursor.statement.finalize()
  }

  func closeCursors() {
    for id in cursors.keys { closeCursor(id) }
  }

  func close() async {
    await recover()
    guard failure?.code != .connectionClosed else { return }
    failure = ConnectionPool.closedError
    await connection.close()
  }
}
