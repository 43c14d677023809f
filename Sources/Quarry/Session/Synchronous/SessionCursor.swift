/// A statement whose rows are read batch by batch.
final class SessionCursor {
  let statement: SessionStatement
  let batch: SQLRowBatch
  fileprivate(set) var run = StatementRun()

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

  /// Opens a cursor over a statement whose values depend on its description.
  func openCursor(_ sql: String, _ values: (StatementDescription) throws -> [SQLValue]) throws -> SessionCursor {
    SessionCursor(statement: try begin(sql, values), batch: takeBatch())
  }

  /// Reads the next rows into the cursor's batch.
  ///
  /// - Returns: `false` if the cursor was at its end.
  func step(_ cursor: SessionCursor) throws(DatabaseError) -> Bool {
    guard try cursor.run.goesOn() else { return false }
    let status = connection.transactionStatus
    try state.requireUsable(status, connection.failure)
    try state.requireOwnTransaction(status)
    if checksCancellation && Task.isCancelled { throw DatabaseError.cancelled(before: cursor.statement.sql) }
    do throws(DatabaseError) {
      cursor.run.take(try step(cursor.statement, into: cursor.batch, limit: Self.batchRows))
    } catch {
      try cursor.run.take(error, rowsBefore: cursor.batch.rowCount)
    }
    return true
  }

  /// Reads the next rows of a cursor and passes them to a body.
  ///
  /// - Returns: Whether the cursor is at its end.
  func nextBatch(of cursor: SessionCursor, _ body: (SQLRowBatch) throws -> Void) throws -> Bool {
    guard try step(cursor) else { return true }
    try body(cursor.batch)
    return cursor.run.result != nil
  }

  /// Ends a cursor's statement.
  func close(_ cursor: SessionCursor) {
    if !state.isClosed { end(cursor.statement) }
    giveBack(cursor.batch)
  }
}
