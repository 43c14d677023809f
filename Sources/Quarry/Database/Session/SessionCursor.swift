/// A statement that is read batch by batch.
final class SessionCursor {
  let statement: SessionStatement
  let batch: SQLRowBatch
  var isDone = false
  /// An error that came after rows which have to be delivered first.
  var error: DatabaseError?

  init(statement: SessionStatement, batch: SQLRowBatch) {
    self.statement = statement
    self.batch = batch
  }
}

extension SQLSession {
  /// Opens a cursor; close it with ``close(_:)``.
  func openCursor(_ fragment: SQLFragment) throws(DatabaseError) -> SessionCursor {
    SessionCursor(statement: try begin(fragment), batch: takeBatch())
  }

  /// Reads the next rows of a cursor.
  ///
  /// - Returns: whether the cursor is at its end.
  func nextBatch(of cursor: SessionCursor, _ body: (SQLRowBatch) throws -> Void) throws -> Bool {
    guard !cursor.isDone else { return true }
    let statement = cursor.statement
    try requireUsable()
    try requireOwnTransaction()
    if let error = cursor.error { throw error }
    if checksCancellation && Task.isCancelled {
      throw DatabaseError(.interrupted, "the task was cancelled", sql: statement.sql)
    }
    do throws(DatabaseError) {
      if case .done = try step(statement, into: cursor.batch, limit: Self.batchRows) { cursor.isDone = true }
    } catch {
      guard cursor.batch.rowCount > 0 else { throw error }
      cursor.error = error
    }
    try body(cursor.batch)
    return cursor.isDone
  }

  /// Ends a cursor's statement.
  func close(_ cursor: SessionCursor) {
    if failure?.code != .connectionClosed { end(cursor.statement) }
    giveBack(cursor.batch)
  }
}
