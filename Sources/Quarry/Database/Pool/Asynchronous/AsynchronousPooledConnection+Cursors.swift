extension AsynchronousPooledConnection {
  func openCursor<Query: SQLFetchable>(_ query: Query) async throws -> SQLCursorID {
    let fragment = try query.statement(for: context)
    await lock()
    defer { unlock() }
    let watch = wholeMonitor?.ifWatching?.begin(fragment.sql)
    do {
      let statement = try await start(fragment)
      lastCursor &+= 1
      let id = SQLCursorID(number: lastCursor)
      cursors[id] = Cursor(statement: statement, batch: SQLRowBatch(), watch: watch)
      return id
    } catch {
      watch?.end(error)
      throw error
    }
  }

  func nextRows<Query: SQLFetchable>(of id: SQLCursorID, _ query: Query) async throws -> [Query.Row] {
    try await cancellable { me in
      guard var cursor = me.cursors[id] else { return [] }
      do {
        guard try cursor.run.goesOn() else { return [] }
        do throws(DatabaseError) {
          cursor.run.take(try await me.step(cursor.statement, into: cursor.batch, limit: Self.batchRows))
        } catch {
          cursor.failure = error.outcome
          me.cursors[id]?.failure = error.outcome
          try cursor.run.take(error, rowsBefore: cursor.batch.rowCount)
        }
        cursor.watch?.take(rows: cursor.batch.rowCount)
        if me.cursors[id] != nil { me.cursors[id] = cursor }
        var rows: [Query.Row] = []
        try query.decodeRows(cursor.batch, into: &rows)
        return rows
      } catch {
        cursor.watch?.take(error)
        me.closeCursor(id)
        throw error
      }
    }
  }

  func closeCursor(_ id: SQLCursorID) {
    guard let cursor = cursors.removeValue(forKey: id) else { return }
    free(cursor.statement, cursor.failure)
    cursor.watch?.end()
  }

  func closeCursors() {
    for id in cursors.keys { closeCursor(id) }
  }
}
