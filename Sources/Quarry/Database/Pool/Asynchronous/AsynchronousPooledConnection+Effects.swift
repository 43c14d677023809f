extension AsynchronousPooledConnection {
  func beginReading() { state.changes?.beginReading() }

  func endReading() -> DatabaseRegion { state.changes?.endReading() ?? .everything }

  /// Makes the driver report what statements read and write, while the database is observed.
  func followObservers() {
    guard !tracksEffects, let changes = state.changes, changes.isNeeded else { return }
    tracksEffects = true
    connection.trackEffects()
  }

  /// Ends the execution of a statement and frees it; announces what it has committed.
  ///
  /// - Parameter failure: The outcome of a failed execution.
  func free(_ statement: Connection.Statement, _ failure: DatabaseError.Outcome? = nil) {
    defer { statement.finalize() }
    guard let changes = state.changes else { return statement.reset() }
    // See SQLSession.reset: effects before the end, interest after it.
    let effects = tracksEffects && changes.isNeeded ? statement.effects : nil
    statement.reset()
    guard changes.isNeeded else {
      state.changes?.skip(connection.transactionStatus)
      return
    }
    let execution = ChangeRecorder.Execution(
      sql: statement.sql, isReadOnly: statement.isReadOnly, effects: effects, failure: failure)
    state.changes?.note(execution, connection.transactionStatus)
  }

  /// Announces statements that were applied together, or failed together.
  func note(batch statements: [SQLFragment], _ failure: DatabaseError.Outcome?) {
    guard let changes = state.changes else { return }
    if changes.isNeeded {
      state.changes?.note(batch: statements, failure: failure, connection.transactionStatus)
    } else {
      state.changes?.skip(connection.transactionStatus)
    }
  }
}
