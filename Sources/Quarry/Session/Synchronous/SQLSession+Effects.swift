extension SQLSession {
  /// Has the driver tell what statements read and write, once somebody observes the database.
  func followObservers() {
    guard !tracksEffects, let changes = state.changes, changes.isNeeded else { return }
    tracksEffects = true
    connection.trackEffects()
  }

  /// Ends an execution, and announces what it has committed.
  @usableFromInline func reset(_ statement: SessionStatement) {
    guard statement.hasStepped, state.changes != nil else { return statement.reset() }
    statement.hasStepped = false
    guard state.changes?.isNeeded == true else {
      statement.reset()
      state.changes?.skip(connection.transactionStatus)
      return
    }
    // Before the end of the execution, which may be the end of its transaction.
    let execution = ChangeRecorder.Execution(
      sql: statement.sql, isReadOnly: statement.isReadOnly, effects: tracksEffects ? statement.effects : nil,
      failure: statement.failure)
    statement.reset()
    state.changes?.note(execution, connection.transactionStatus)
  }
}
