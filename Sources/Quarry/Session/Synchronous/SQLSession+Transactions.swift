extension SQLSession {
  /// Runs a body in a transaction. Inside another transaction, runs it in a savepoint.
  ///
  /// The transaction commits when the body returns. If the body throws, the transaction rolls back, and this method
  /// throws the body's error, even if the rollback fails.
  ///
  /// - Parameters:
  ///   - kind: When the transaction takes its locks; `nil` means immediate. A savepoint ignores it.
  ///   - body: The work.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body. ``DatabaseError`` with code `.busy` if another connection holds a lock for longer
  ///   than the busy timeout, `.transactionState` if the transaction ended inside the body, or the error of the commit.
  @discardableResult
  public func transaction<R>(_ kind: TransactionKind? = nil, _ body: () throws -> R) throws -> R {
    try transaction(kind ?? .immediate, readsOnly: false, body)
  }

  /// - Parameter readsOnly: Whether writing statements throw until the transaction ends.
  func transaction<R>(_ kind: TransactionKind, readsOnly: Bool, _ body: () throws -> R) throws -> R {
    let level = try begin(kind, readsOnly: readsOnly)
    let value: R
    do {
      value = try body()
    } catch {
      try? end(level, commits: false)
      throw error
    }
    try end(level, commits: true)
    return value
  }

  /// Runs a body in a savepoint. Outside a transaction, runs it in an immediate transaction.
  ///
  /// If the body throws, only its own changes are rolled back.
  ///
  /// - Parameter body: The work.
  /// - Returns: The result of the body.
  /// - Throws: As ``transaction(_:_:)``.
  @discardableResult
  public func savepoint<R>(_ body: () throws -> R) throws -> R { try transaction(nil, body) }

  /// Begins a transaction, or a savepoint in one that is open.
  ///
  /// - Returns: The level that was begun. Pass it to ``end(_:commits:)``.
  func begin(_ kind: TransactionKind, readsOnly: Bool) throws(DatabaseError) -> TransactionLevel {
    let status = connection.transactionStatus
    return try run(
      try TransactionControl(
        begin: kind, readsOnly: readsOnly, &state, status, context.capabilities, connection.failure))
  }

  /// Ends what ``begin(_:readsOnly:)`` started. A rollback never throws.
  func end(_ level: TransactionLevel, commits: Bool) throws(DatabaseError) {
    let status = connection.transactionStatus
    _ = try run(TransactionControl(end: level, commits: commits, &state, status, connection.failure))
  }

  /// Rolls back an open transaction, regardless of who began it.
  func recover() {
    _ = try? run(TransactionControl(recover: &state, connection.transactionStatus))
  }

  /// Throws if a single statement, or a body without a transaction, left a transaction open, and rolls it back.
  func requireIdle(after fragment: SQLFragment?) throws(DatabaseError) {
    guard isInTransaction else { return }
    recover()
    throw DatabaseError.transactionLeftOpen(by: fragment)
  }

  private func run(_ control: consuming TransactionControl) throws(DatabaseError) -> TransactionLevel {
    var control = control
    while let sql = control.statement {
      var failure: DatabaseError?
      do throws(DatabaseError) {
        try runControl(sql, isCancellable: control.isCancellable)
      } catch {
        failure = error
      }
      control.finish(failure, &state, connection.transactionStatus)
    }
    return try control.result()
  }

  /// Runs a statement that begins or ends a transaction, or that must run even in a canceled task.
  func runControl(_ sql: String, isCancellable: Bool) throws(DatabaseError) {
    try requireUsable()
    connection.isCancellable = isCancellable
    defer { connection.isCancellable = true }
    guard let statement = try statement(for: sql) else { throw DatabaseError.emptyStatement(sql) }
    statement.watch = monitor?.begin(sql, isControl: true)
    defer { end(statement) }
    try statement.start([])
    if isCancellable { try requireNotCancelled(statement) }
    let batch = takeBatch()
    defer { giveBack(batch) }
    while true {
      if case .done = try step(statement, into: batch, limit: 1) { return }
    }
  }
}

extension SQLSession {
  /// Runs one attempt of a call, and reports the outcome of its transaction if it fails.
  func recording<R>(_ record: AttemptRecord?, _ body: () throws -> R) throws -> R {
    guard let record else { return try body() }
    state.fate = .none
    do {
      return try body()
    } catch {
      record.note(state.fate)
      throw error
    }
  }
}
