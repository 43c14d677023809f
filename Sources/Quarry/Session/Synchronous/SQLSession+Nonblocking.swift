extension SQLSession {
  /// The longest time that statements run on callers' threads before a caller yields, in nanoseconds.
  private static var longestTurn: UInt64 { 1_000_000 }

  /// Whether the session can run statements on its callers' threads now, with everything that is observed and reported.
  var canRunOnCallers: Bool {
    // The first statement after somebody has begun to observe makes the driver report effects, on its own thread.
    state.changes?.isNeeded != true || tracksEffects
  }

  /// Runs one statement without blocking the thread.
  ///
  /// - Parameters:
  ///   - sql: The text of the statement.
  ///   - body: Runs the statement.
  /// - Returns: `nil` if the statement must run on the connection's thread. It then had no effect.
  func runNonblocking<R>(_ sql: String, _ body: () throws -> R) throws -> R? {
    guard let statement = cache.idleStatement(for: sql), statement.pace.isShort, canRun(statement),
      connection.beginNonblocking(isReadOnly: statement.isReadOnly)
    else {
      measuredText = sql
      return nil
    }
    monitor = nil
    let start = MonotonicTime.nanoseconds
    var isStopped = false
    defer {
      let time = MonotonicTime.nanoseconds &- start
      timeOnCallers &+= time
      // What had to wait once is likely to wait again.
      statement.pace.note(isLong: isStopped || time > longStatement, sql)
    }
    do {
      let value = try body()
      hasPostponedWork = connection.endNonblocking().hasPostponedWork
      return value
    } catch {
      let result = connection.endNonblocking()
      hasPostponedWork = result.hasPostponedWork
      guard let error = error as? DatabaseError else { throw error }
      if result.wasStopped, error.isStop, connection.transactionStatus == .idle {
        isStopped = true
        return nil
      }
      if error.code == .interrupted, Task.isCancelled { throw CancellationError() }
      throw error
    }
  }

  private func canRun(_ statement: SessionStatement) -> Bool {
    // A setting such as `PRAGMA defer_foreign_keys` holds for the next transaction; the line of writes asks for it there.
    guard !statement.changesSettings else { return false }
    return switch connection.knownNonblocking {
    case .all?: true
    case .reads?: statement.isReadOnly
    case .some(.none), nil: false
    }
  }

  /// Whether the caller's thread has worked for the database long enough, so that others are to have it.
  func takeTurnEnd() -> Bool {
    guard timeOnCallers > Self.longestTurn else { return false }
    timeOnCallers = 0
    return true
  }

  /// Runs a body on the connection's thread, and measures the statement that was asked for.
  func measuring<R>(_ body: () throws -> R) rethrows -> R {
    guard let sql = measuredText else { return try body() }
    measuredText = nil
    let start = MonotonicTime.nanoseconds
    defer {
      let isLong = MonotonicTime.nanoseconds &- start > longStatement
      cache.idleStatement(for: sql)?.pace.note(isLong: isLong, sql)
      learnNonblocking()
    }
    return try body()
  }

  /// Asks the connection which statements can run without blocking, if that isn't known.
  private func learnNonblocking() {
    if connection.knownNonblocking == nil, connection.transactionStatus == .idle {
      connection.knownNonblocking = connection.nonblockingStatements
    }
  }

  /// Whether a statement can call closures of the program. Those may look at their task.
  func canCallProgram() -> Bool {
    learnNonblocking()
    return switch connection.knownNonblocking {
    case .reads?, .all?: false
    case .some(.none), nil: true
    }
  }

  /// Does the work that a statement on a caller's thread postponed.
  func finishPostponedWork() {
    hasPostponedWork = false
    connection.finishPostponedWork()
  }
}

extension DatabaseError {
  /// Whether a statement that was to end instead of waiting can have ended with this error, without an effect.
  fileprivate var isStop: Bool {
    outcome == .notApplied && (code == .busy || code == .locked || code == .interrupted)
  }
}
