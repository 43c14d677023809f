extension AsynchronousPooledConnection {
  func begin(_ kind: TransactionKind, isReadOnly: Bool) async throws -> TransactionLevel {
    try await cancellable { me in try await me.beginLevel(kind, readsOnly: isReadOnly) }
  }

  func end(_ level: TransactionLevel, commit: Bool) async throws {
    await lock()
    defer { unlock() }
    try await endLevel(level, commits: commit)
  }

  func beginLevel(_ kind: TransactionKind, readsOnly: Bool = false) async throws(DatabaseError) -> TransactionLevel {
    let status = connection.transactionStatus
    return try await run(
      try TransactionControl(
        begin: kind, readsOnly: readsOnly, &state, status, context.capabilities, connection.failure))
  }

  func endLevel(_ level: TransactionLevel, commits: Bool) async throws(DatabaseError) {
    let status = connection.transactionStatus
    _ = try await run(TransactionControl(end: level, commits: commits, &state, status, connection.failure))
  }

  func recover() async {
    closeCursors()
    let control = TransactionControl(recover: &state, connection.transactionStatus)
    // After nearly every call there is nothing to roll back.
    if control.statement != nil { _ = try? await run(control) }
  }

  func takeFate() -> TransactionFate {
    defer { state.fate = .none }
    return state.fate
  }

  func requireIdle(after fragment: SQLFragment?) async throws {
    guard isInTransaction else { return }
    await recover()
    throw DatabaseError.transactionLeftOpen(by: fragment)
  }

  private func run(_ control: consuming TransactionControl) async throws(DatabaseError) -> TransactionLevel {
    var control = control
    while let sql = control.statement {
      var failure: DatabaseError?
      do throws(DatabaseError) {
        try await runControl(sql, isCancellable: control.isCancellable)
      } catch {
        failure = error
      }
      control.finish(failure, &state, connection.transactionStatus)
    }
    return try control.result()
  }

  /// Runs a statement that begins or ends a transaction.
  private func runControl(_ sql: String, isCancellable: Bool) async throws(DatabaseError) {
    let watch = wholeMonitor?.ifWatching?.begin(sql, isControl: true)
    defer { watch?.end() }
    try state.requireUsable(connection.transactionStatus, connection.failure)
    let statement = try await prepare(sql, isCancellable: isCancellable)
    var hasStarted = false
    var failure: DatabaseError.Outcome?
    defer {
      if hasStarted {
        free(statement, failure)
      } else {
        statement.reset()
        statement.finalize()
      }
    }
    try statement.start([])
    if isCancellable { try requireNotCancelled(statement) }
    hasStarted = true
    let batch = SQLRowBatch()
    do throws(DatabaseError) {
      while true {
        if case .done = try await step(statement, into: batch, limit: 1) { return }
      }
    } catch {
      failure = error.outcome
      throw error
    }
  }
}
