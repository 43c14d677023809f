extension AsynchronousPooledConnection {
  func begin(_ kind: TransactionKind, isReadOnly: Bool) async throws -> TransactionLevel {
    guard context.capabilities.transactions == .interactive else {
      throw DatabaseError(
        .unsupportedFeature, "this driver cannot hold a transaction open; use batch, which it applies as a whole",
        missing: .interactiveTransactions)
    }
    return try await cancellable { me in
      let level = try await me.beginLevel(kind)
      if isReadOnly { me.isReadOnly = true }
      return level
    }
  }

  func beginLevel(_ kind: TransactionKind) async throws -> TransactionLevel {
    let isNested = connection.transactionStatus == .active
    _ = try await runAll(SQLFragment(raw: isNested ? "SAVEPOINT \"quarry_\(depth + 1)\"" : kind.beginSQL)) { _ in true }
    if !isNested { undoFailure = nil }
    depth += 1
    return isNested ? .savepoint(depth) : .transaction
  }

  func end(_ level: TransactionLevel, commit: Bool) async throws {
    await lock()
    defer { unlock() }
    try await endLevel(level, commit: commit)
  }

  func endLevel(_ level: TransactionLevel, commit: Bool) async throws {
    depth = max(depth - 1, 0)
    if depth == 0 { isReadOnly = false }
    guard commit else { return await undo(level) }
    do {
      try requireUsable()
      guard connection.transactionStatus == .active else { throw DatabaseError.transactionEnded(because: undoFailure) }
      switch level {
      case .transaction: _ = try await runAll("COMMIT") { _ in true }
      case .savepoint(let number): _ = try await runAll(SQLFragment(raw: "RELEASE \"quarry_\(number)\"")) { _ in true }
      }
    } catch {
      await undo(level)
      throw error
    }
  }

  func undo(_ level: TransactionLevel) async {
    guard connection.transactionStatus == .active else { return }
    switch level {
    case .transaction: await rollBack()
    case .savepoint(let number):
      do {
        _ = try await runAll(SQLFragment(raw: "ROLLBACK TO \"quarry_\(number)\"")) { _ in true }
        _ = try await runAll(SQLFragment(raw: "RELEASE \"quarry_\(number)\"")) { _ in true }
      } catch {
        // What the body did must not stay: when it cannot be undone by itself, the whole transaction is.
        undoFailure = error as? DatabaseError ?? DatabaseError(.transactionState, "\(error)", underlying: error)
        if failure == nil, connection.transactionStatus == .active { await rollBack() }
      }
    }
  }

  func rollBack() async {
    do {
      _ = try await runAll("ROLLBACK") { _ in true }
    } catch {
      guard connection.transactionStatus != .idle else { return }
      failure = DatabaseError(
        .transactionState, "the connection was given up because a transaction could not be rolled back",
        underlying: error)
    }
  }

  func recover() async {
    closeCursors()
    depth = 0
    isReadOnly = false
    if failure == nil, connection.transactionStatus == .active { await rollBack() }
  }
}
