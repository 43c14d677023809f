extension SQLSession {
  /// Makes the driver report what statements read and write, while the database is observed.
  func followObservers() {
    guard !tracksEffects, let changes = state.changes, changes.isNeeded else { return }
    tracksEffects = true
    connection.trackEffects()
    // Statements that were prepared before can't tell; those that run are freed when they end.
    for statement in cache.removeAll() where !statement.isBusy { statement.finalize() }
  }

  /// Ends an execution, and announces what it committed.
  @usableFromInline func reset(_ statement: SessionStatement) {
    guard statement.hasStepped, state.changes != nil else { return statement.reset() }
    statement.hasStepped = false
    // Effects are asked for before the end of the execution, which may be the end of its transaction. Whether they are of
    // interest is looked at once more after it: somebody may have begun to observe meanwhile.
    let effects = tracksEffects && state.changes?.isNeeded == true ? statement.effects : nil
    statement.reset()
    noteEnd(of: statement, effects: effects, statement.failure)
  }

  /// Announces what an execution committed, after its end.
  func noteEnd(
    of statement: SessionStatement, effects: StatementEffects?, _ failure: DatabaseError.Outcome?
  ) {
    guard state.changes?.isNeeded == true else {
      state.changes?.skip(connection.transactionStatus)
      return
    }
    let execution = ChangeRecorder.Execution(
      sql: statement.sql, isReadOnly: statement.isReadOnly, effects: effects, failure: failure)
    state.changes?.note(execution, connection.transactionStatus)
  }
}
