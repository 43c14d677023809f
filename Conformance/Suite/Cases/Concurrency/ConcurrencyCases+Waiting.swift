import Quarry

extension ConcurrencyCases {
  private static let page = "https://sqlite.org/c3ref/busy_timeout.html"

  static let waiting: [ConformanceCase] = [
    ConformanceCase(
      "CONC-08", "a busy timeout of 0 fails at once, another one waits for its time", .driver(.shared), page,
      "The wait for a lock MUST NOT be shorter than the timeout, and not much longer; where a server decides, either "
        + "the one that waits MUST be told, or the one that holds on for too long.",
      timeLimit: .seconds(30)
    ) { test in
      if test.isOf(.remote) { return try await expectServersChoice(test) }
      let holder = try await test.database()
      try await holder.execute("CREATE TABLE t (n INTEGER)")
      for milliseconds in [0, 30, 100] {
        var request = test.request()
        request.busyTimeout = .milliseconds(milliseconds)
        let other = try await test.database(request)
        try await holder.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          let start = SuspendingClock.now
          await test.expectError(.busy, "with a timeout of \(milliseconds) ms") {
            try await other.write { (inner: DatabaseTransaction) in try await inner.execute("INSERT INTO t VALUES (2)")
            }
          }
          let time = SuspendingClock.now - start
          test.expect(time >= .milliseconds(milliseconds), "it waits no shorter than \(milliseconds) ms: \(time)")
          test.expect(time < .milliseconds(milliseconds) + .seconds(3), "and not much longer: \(time)")
        }
      }
      await test.expectValue(holder, "SELECT count(*) FROM t", 3, "nothing of the others")
    },
    ConformanceCase(
      "CONC-09", "a busy error may be retried, and a caller's retries get through", .driver(.shared), page,
      "The error MUST say that the call can be made again, and the same call MUST succeed once the lock is gone."
    ) { test in
      if test.isOf(.remote) { return try await expectTurns(test) }
      let holder = try await test.database()
      try await holder.execute("CREATE TABLE t (n INTEGER)")
      var request = test.request()
      request.busyTimeout = .zero
      let other = try await test.database(request)
      let write: @Sendable () async throws -> Void = {
        try await other.write { (inner: DatabaseTransaction) in _ = try await inner.execute("INSERT INTO t VALUES (2)")
        }
      }
      try await holder.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        for attempt in 1...5 {
          let error = await test.expectError(.busy, "attempt \(attempt)") { try await write() }
          test.expectEqual(error?.isRetrySafe, true, "attempt \(attempt): it may be made again")
          test.expectEqual(error?.outcome, .notApplied, "attempt \(attempt): nothing was applied")
          test.expectEqual(error?.isTransactionOpen, false, "attempt \(attempt): no transaction is open")
        }
      }
      try await write()
      await test.expectRows(holder, "SELECT n FROM t ORDER BY n", [[1], [2]], "each row is there once")
    },
  ]

  /// A server with one writer decides how long to wait. Either the waiting call fails in the end, or the transaction
  /// that it waits for is ended and reports it.
  private static func expectServersChoice(_ test: CaseContext) async throws {
    let holder = try await test.database()
    try await holder.execute("CREATE TABLE t (n INTEGER)")
    let other = try await test.database(test.request())
    let isRefused = Protected(false)
    do {
      try await holder.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        do {
          try await other.execute("INSERT INTO t VALUES (2)")
        } catch let error as DatabaseError {
          isRefused.withLock { $0 = true }
          test.expectEqual(error.code, .busy, "the class of the refusal")
          test.expectEqual(error.isRetrySafe, true, "it may be made again")
          test.expectEqual(error.outcome, .notApplied, "nothing was applied")
          test.expectEqual(error.isTransactionOpen, false, "no transaction is open")
          return
        }
        let error = await test.expectError(.transactionState, "the transaction that was ended says so") {
          try await transaction.execute("INSERT INTO t VALUES (3)")
        }
        test.expectEqual(error?.outcome, .notApplied, "nothing of it was applied")
        test.expectEqual(error?.isTransactionOpen, false, "it is not open any more")
      }
      test.expect(isRefused.withLock { $0 }, "a transaction that was ended cannot be committed")
    } catch let error as DatabaseError where error.code == .transactionState {
      test.expect(!isRefused.withLock { $0 }, "only one of the two is refused: \(error)")
    }
    await test.expectRows(holder, "SELECT n FROM t", isRefused.withLock { $0 } ? [[1]] : [[2]], "one of the two")
  }

  /// If a server makes calls wait, each of them succeeds once after the lock is released.
  private static func expectTurns(_ test: CaseContext) async throws {
    let holder = try await test.database()
    try await holder.execute("CREATE TABLE t (n INTEGER)")
    let waiting = try await holder.write { (transaction: DatabaseTransaction) in
      try await transaction.execute("INSERT INTO t VALUES (0)")
      var waiting: [Task<Void, any Error>] = []
      for number in 1...5 {
        let other = try await test.database(test.request())
        waiting.append(Task.detached { _ = try await other.execute("INSERT INTO t VALUES (\(number))") })
      }
      for _ in 1...20 { await test.expectValue(transaction, "SELECT count(*) FROM t", 1, "nobody gets in") }
      try await transaction.execute("INSERT INTO t VALUES (0)")
      return waiting
    }
    for task in waiting { try await task.value }
    await test.expectRows(
      holder, "SELECT n FROM t ORDER BY n", [[0], [0], [1], [2], [3], [4], [5]], "each row is there once")
    await test.expectRows(holder, "SELECT n FROM t ORDER BY rowid LIMIT 2", [[0], [0]], "nobody was in between")
  }
}
