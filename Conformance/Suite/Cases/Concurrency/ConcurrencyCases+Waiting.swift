import Quarry

extension ConcurrencyCases {
  private static let page = "https://sqlite.org/c3ref/busy_timeout.html"

  static let waiting: [ConformanceCase] = [
    ConformanceCase(
      "CONC-08", "a busy timeout of 0 fails at once, another one waits for its time", .driver(.shared), page,
      "A lock MUST be waited for no shorter than the timeout says, and not much longer."
    ) { test in
      let holder = try await test.database()
      try await holder.execute("CREATE TABLE t (n INTEGER)")
      for milliseconds in [0, 30, 100] {
        var request = test.request()
        request.busyTimeout = .milliseconds(milliseconds)
        let other = try await test.database(request)
        try await holder.write { (transaction: Transaction) in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          let start = ContinuousClock.now
          await test.expectError(.busy, "with a timeout of \(milliseconds) ms") {
            try await other.write { (inner: Transaction) in try await inner.execute("INSERT INTO t VALUES (2)") }
          }
          let time = ContinuousClock.now - start
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
      let holder = try await test.database()
      try await holder.execute("CREATE TABLE t (n INTEGER)")
      var request = test.request()
      request.busyTimeout = .zero
      let other = try await test.database(request)
      let write: @Sendable () async throws -> Void = {
        try await other.write { (inner: Transaction) in _ = try await inner.execute("INSERT INTO t VALUES (2)") }
      }
      try await holder.write { (transaction: Transaction) in
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
}
