/// Writes that share a transaction.
///
/// Each is one statement, and the engine undoes a failed statement by itself: so no savepoint is needed, and a caller
/// sees only its own error. Whatever a member can't decide in the shared transaction, it decides alone: it runs again,
/// in its place, after the effects of the shared transaction were undone or before they begin.
extension LocalPooledConnection {
  /// The result of running a group.
  struct GroupResult {
    /// The work whose callers are answered.
    var done: [QueuedCall] = []
    /// The work without an effect, in order.
    var undone: [QueuedEntry] = []
  }

  /// What a member means for its group.
  private enum Verdict {
    /// The member is part of the group, with its result.
    case stays
    /// The member had no effect, and must run alone. The members before it are committed.
    case runsAlone
    /// As `runsAlone`, and so must those after it.
    case endsGroup
    /// The group is undone, and its members run one by one.
    case undoesGroup
    /// As `undoesGroup`, and so do those after it.
    case failsGroup
    /// The member was canceled, and the engine has undone the whole group.
    case leavesGroup
    /// The connection was lost.
    case isLost
  }

  /// Runs several commands in one transaction, and commits it.
  ///
  /// - Parameter longest: The time after which the group takes no further member.
  func runGroup(_ entries: [QueuedEntry], longest: Duration) -> GroupResult {
    defer {
      shared.withLock { noteState($0) }
      followsCommand = true
    }
    // Deferred: the first statement takes the lock, and waits for it, as it would on its own.
    let level = try? shared.withLock { session in
      session.monitor = monitor?.ifWatching
      session.followObservers()
      return try session.begin(.deferred, readsOnly: false)
    }
    guard let level else { return GroupResult(undone: entries.map { $0.alone }) }
    let begin = MonotonicTime.nanoseconds
    let limit = UInt64(max(0, min(longest / .nanoseconds(1), 1e18)))
    var members: [QueuedEntry] = []
    for (index, entry) in entries.enumerated() {
      if index > 0, MonotonicTime.nanoseconds &- begin > limit {
        return commit(level, members, rest: entries[index...])
      }
      let operation = gate.makeOperation()
      guard entry.work.begin(operation, gate) else { continue }
      entry.work.run(operation, on: self, inGroup: true)
      let rest = entries[(index + 1)...]
      switch verdict(entry.work.failure) {
      case .stays:
        if let error = entry.work.failure as? DatabaseError, error.isTransactionOpen == true {
          entry.work.change(error.outsideOfTransaction)
        }
        members.append(entry)
      case .runsAlone: return commit(level, members, rest: again(members: [entry]) + rest)
      case .endsGroup:
        // It has waited for the lock as long as it may: its error is its own.
        if members.isEmpty, let error = entry.work.failure as? DatabaseError, error.code == .busy {
          rollBack(level)
          entry.work.change(error.afterWaiting)
          return GroupResult(done: [entry.work], undone: rest.map(\.alone))
        }
        return commit(level, members, rest: again(members: [entry]) + rest.map(\.alone))
      case .undoesGroup:
        rollBack(level)
        return GroupResult(undone: again(members: members + [entry]) + rest)
      case .failsGroup:
        rollBack(level)
        return GroupResult(undone: again(members: members + [entry]) + rest.map(\.alone))
      case .leavesGroup:
        rollBack(level)
        return GroupResult(done: [entry.work], undone: again(members: members) + rest)
      case .isLost:
        // What succeeded before the connection was lost is lost with it.
        let hasFailed = entry.work.failure != nil
        let error = DatabaseError.ofLostGroup(shared.withLock { $0.connection.failure })
        let result = lost(hasFailed ? members : members + [entry], error)
        rollBack(level)
        return GroupResult(done: result.done + (hasFailed ? [entry.work] : []), undone: result.undone + rest)
      }
    }
    return commit(level, members, rest: [])
  }

  private func rollBack(_ level: TransactionLevel) { try? shared.withLock { try $0.end(level, commits: false) } }

  /// Commits a group.
  private func commit(
    _ level: TransactionLevel, _ members: [QueuedEntry], rest: some Sequence<QueuedEntry>
  ) -> GroupResult {
    do throws(DatabaseError) {
      try shared.withLock { session throws(DatabaseError) in try session.end(level, commits: true) }
      return GroupResult(done: members.map(\.work), undone: Array(rest))
    } catch {
      // Who is the cause is found out by running each alone: a hook may refuse only one of them.
      let result = lost(members, error)
      return GroupResult(done: result.done, undone: result.undone + rest)
    }
  }

  /// Decides after an error of the whole group: if it had no effect, all members run again. If that isn't known, nobody
  /// runs again.
  private func lost(_ members: [QueuedEntry], _ error: DatabaseError) -> GroupResult {
    if error.outcome == .notApplied { return GroupResult(undone: again(members: members)) }
    for member in members where member.work.failure == nil { member.work.change(error) }
    return GroupResult(done: members.map(\.work))
  }

  /// Puts back members that have run, without those whose callers are gone. Each runs again with the connection for
  /// itself, so that its error is exactly its own.
  private func again(members: [QueuedEntry]) -> [QueuedEntry] {
    members.compactMap { member in
      guard member.work.waitAgain() else { return nil }
      var entry = member
      entry.place = .reserved
      return entry
    }
  }

  private func verdict(_ failure: (any Error)?) -> Verdict {
    let (status, keysAreWhole) = shared.withLock { session in
      let status = session.connection.transactionStatus
      return (status, status != .active || session.connection.hasUnresolvedForeignKeys == false)
    }
    switch status {
    case .unknown: return .isLost
    case .idle:
      if failure is CancellationError { return .leavesGroup }
      return (failure as? DatabaseError)?.code.isConstraint == true ? .undoesGroup : .failsGroup
    case .active: break
    }
    // Alone, the commit of the member would have failed. A later member must not repair what it has broken.
    guard keysAreWhole else { return .undoesGroup }
    switch failure {
    case is UngroupableStatement: return .runsAlone
    case is UngroupableCommand: return .undoesGroup
    case let error as DatabaseError:
      if error.code.isConstraint { return .stays }
      guard error.outcome == .notApplied else { return .undoesGroup }
      return error.isOfSurroundings ? .endsGroup : .stays
    default: return .stays
    }
  }
}

extension QueuedEntry {
  /// The entry, to be run on its own.
  fileprivate var alone: QueuedEntry {
    var entry = self
    entry.place = .alone
    return entry
  }
}

extension DatabaseError {
  /// The error of a statement that was part of a group, as it would be outside of one.
  fileprivate var outsideOfTransaction: DatabaseError {
    var error = self
    error.isTransactionOpen = false
    return error
  }

  /// The error of a statement that has waited for a lock in vain, outside of a transaction.
  fileprivate var afterWaiting: DatabaseError {
    var error = outsideOfTransaction
    error.isRetrySafe = outcome == .notApplied
    return error
  }

  /// Whether the cause is neither the statement nor the rows, so that it can differ on the next try.
  fileprivate var isOfSurroundings: Bool {
    switch code {
    case .busy, .locked, .interrupted, .diskFull, .inputOutput, .outOfMemory, .cannotOpen, .readOnly, .fileMoved,
      .schemaChanged, .transactionState, .connectionClosed, .protocolViolation, .timedOut, .engineInternal, .misuse,
      .outcomeUnknown:
      true
    default: false
    }
  }

  /// The error of those whose transaction was lost with the connection.
  fileprivate static func ofLostGroup(_ failure: DatabaseError?) -> DatabaseError {
    failure
      ?? DatabaseError(.outcomeUnknown, "the connection was lost inside a transaction", outcome: .unknown)
  }
}
