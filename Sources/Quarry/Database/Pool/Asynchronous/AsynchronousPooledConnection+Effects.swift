extension AsynchronousPooledConnection {
  func beginReading() { state.changes?.beginReading() }

  func endReading() -> DatabaseRegion { state.changes?.endReading() ?? .everything }

  /// Has the driver tell what statements read and write, once somebody observes the database.
  func followObservers() {
    guard !tracksEffects, let changes = state.changes, changes.isNeeded else { return }
    tracksEffects = true
    connection.trackEffects()
  }

  /// Ends the execution of a statement and frees it; announces what it has committed.
  ///
  /// - Parameter failure: What is known of the effect of an execution that failed.
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

  /// Statements have been applied together, or not.
  func note(batch statements: [SQLFragment], _ failure: DatabaseError.Outcome?) {
    guard let changes = state.changes else { return }
    if changes.isNeeded {
      state.changes?.note(batch: statements, failure: failure, connection.transactionStatus)
    } else {
      state.changes?.skip(connection.transactionStatus)
    }
  }
}
