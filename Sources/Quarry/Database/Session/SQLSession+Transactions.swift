extension SQLSession {
  /// Runs a body in a transaction; inside another one, in a savepoint.
  ///
  /// The transaction commits when the body returns and rolls back when it throws; the body's own error is the one
  /// that is thrown, also when the rollback fails or the engine has rolled back by itself.
  ///
  /// - Parameters:
  ///   - kind: when locks are taken; nil means immediate. A nested transaction has no kind of its own.
  ///   - body: the work.
  @discardableResult
  public func transaction<R>(_ kind: TransactionKind? = nil, _ body: () throws -> R) throws -> R {
    let level = try beginLevel(kind ?? .immediate)
    let value: R
    do {
      value = try body()
    } catch {
      try? endLevel(level, commit: false)
      throw error
    }
    try endLevel(level, commit: true)
    return value
  }

  /// Runs a body in a savepoint; outside of a transaction, in an immediate transaction.
  ///
  /// When the body throws, only its own work is undone.
  @discardableResult
  public func savepoint<R>(_ body: () throws -> R) throws -> R { try transaction(nil, body) }

  private func requireActive() throws(DatabaseError) {
    try requireUsable()
    guard connection.transactionStatus == .active else { throw DatabaseError.transactionEnded(because: undoFailure) }
  }

  /// Rolls back what is still open; the caller has an error of its own to throw.
  func rollBackQuietly() {
    guard failure == nil, connection.transactionStatus == .active else { return }
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        _ = try runIgnoringCancellation("ROLLBACK")
      } catch {
        guard connection.transactionStatus != .idle else { return }
        // What was missing at the first try, such as memory, is there at the second as a rule.
        _ = try runIgnoringCancellation("ROLLBACK")
      }
    } catch {
      guard connection.transactionStatus != .idle else { return }
      failure = DatabaseError(
        .transactionState, "the connection was given up because a transaction could not be rolled back",
        underlying: error)
    }
  }

  /// The end of a transaction must run also when the task was cancelled.
  private func runIgnoringCancellation(_ sql: String) throws(DatabaseError) -> StatementResult {
    try requireUsable()
    guard let statement = try statement(for: sql) else {
      throw DatabaseError(.emptyStatement, "no statement in: \(sql)")
    }
    defer { end(statement) }
    try statement.start([])
    let batch = takeBatch()
    defer { giveBack(batch) }
    while true {
      if case .done(let result) = try step(statement, into: batch, limit: 1) { return result }
    }
  }
}

// MARK: - Begin and end apart

extension SQLSession {
  /// Begins a transaction, or a savepoint in one.
  func beginLevel(_ kind: TransactionKind) throws(DatabaseError) -> TransactionLevel {
    try requireUsable()
    try requireOwnTransaction()
    if connection.transactionStatus == .active {
      depth += 1
      do throws(DatabaseError) {
        _ = try runWithoutRows(SQLFragment(raw: "SAVEPOINT \"quarry_\(depth)\""))
      } catch {
        depth -= 1
        throw error
      }
      return .savepoint(depth)
    }
    _ = try runWithoutRows(SQLFragment(raw: kind.beginSQL))
    undoFailure = nil
    depth += 1
    return .transaction
  }

  /// Ends what ``beginLevel(_:)`` began. A rollback never throws.
  func endLevel(_ level: TransactionLevel, commit: Bool) throws(DatabaseError) {
    depth = max(depth - 1, 0)
    do throws(DatabaseError) {
      if commit {
        try requireActive()
        switch level {
        case .transaction: _ = try runIgnoringCancellation("COMMIT")
        case .savepoint(let number): _ = try runIgnoringCancellation("RELEASE \"quarry_\(number)\"")
        }
        return
      }
    } catch {
      undo(level)
      throw error
    }
    undo(level)
  }

  private func undo(_ level: TransactionLevel) {
    guard connection.transactionStatus == .active else { return }
    switch level {
    case .transaction: rollBackQuietly()
    case .savepoint(let number):
      do throws(DatabaseError) {
        _ = try runIgnoringCancellation("ROLLBACK TO \"quarry_\(number)\"")
        _ = try runIgnoringCancellation("RELEASE \"quarry_\(number)\"")
      } catch {
        // What the body did must not stay: when it cannot be undone by itself, the whole transaction is.
        undoFailure = error
        rollBackQuietly()
      }
    }
  }
}

extension SQLSession {
  /// Rolls back and throws when a single statement, or a body without a transaction, left one open.
  func requireIdle(after fragment: SQLFragment?) throws(DatabaseError) {
    guard isInTransaction else { return }
    rollBackQuietly()
    throw DatabaseError.transactionLeftOpen(by: fragment)
  }
}

extension DatabaseError {
  /// A body goes on although its transaction is over.
  ///
  /// - Parameter undoFailure: Why a savepoint could not be rolled back by itself, if that ended the transaction.
  static func transactionEnded(because undoFailure: DatabaseError?) -> DatabaseError {
    guard let undoFailure else {
      return DatabaseError(
        .transactionState,
        "the transaction ended inside its body; the engine rolled it back or a statement ended it")
    }
    return DatabaseError(
      .transactionState,
      "the whole transaction was rolled back, since a savepoint in it could not be: \(undoFailure.message)",
      underlying: undoFailure)
  }

  /// A transaction that nobody would end was rolled back.
  static func transactionLeftOpen(by fragment: SQLFragment?) -> DatabaseError {
    DatabaseError(
      .transactionState,
      fragment == nil
        ? "the body left a transaction open, which was rolled back; end it in the body, or use write"
        : "a transaction cannot be begun by a statement of its own; use write", sql: fragment?.sql)
  }
}
