import Quarry

/// Calls and bodies that are retried.
extension TransactionCases {
  /// Many attempts in little time.
  private static let policy = RetryPolicy(
    attempts: 1000, deadline: .seconds(8), firstDelay: .milliseconds(1), maximumDelay: .milliseconds(5))

  private static let busy = DatabaseError(.busy, "a lock is in the way, says the case")

  static let retries: [ConformanceCase] = [
    ConformanceCase(
      "TXN-36", "a body that fails with busy and then passes takes effect exactly once", .core,
      "Quarry: DatabaseConfiguration.retries",
      "A body whose transaction was rolled back because of a lock MUST run again under a policy, and MUST leave what it "
        + "wrote exactly once; without a policy, and after any other error, it MUST NOT run again."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      guard test.section("bodies", requires: .capability(.interactiveTransactions)) else {
        // Statements that are applied together, or alone, run once without an error.
        try await database.batch(retries: policy) { $0.execute("INSERT INTO t VALUES (1)") }
        await test.expectRows(database, "SELECT n FROM t", [[1]], "applied once")
        return
      }
      for (name, isNested) in [("in the body", false), ("in a savepoint", true)] {
        for runsSynchronously in [true, false] {
          try await database.execute("DELETE FROM t")
          let runs = Protected(0)
          @Sendable func failsTwice() throws {
            let run = runs.withLock { runs in
              runs += 1
              return runs
            }
            if run < 3 { throw busy }
          }
          if runsSynchronously {
            try await database.write(retries: policy) { (session: SQLSession) in
              try session.execute("INSERT INTO t VALUES (1)")
              guard isNested else { return try failsTwice() }
              try session.savepoint {
                try session.execute("INSERT INTO t VALUES (2)")
                try failsTwice()
              }
            }
          } else {
            try await database.write(retries: policy) { (transaction: DatabaseTransaction) in
              try await transaction.execute("INSERT INTO t VALUES (1)")
              guard isNested else { return try failsTwice() }
              try await transaction.savepoint { inner in
                try await inner.execute("INSERT INTO t VALUES (2)")
                try failsTwice()
              }
            }
          }
          test.expectEqual(runs.withLock { $0 }, 3, "\(name): it ran until it passed")
          await test.expectRows(
            database, "SELECT n FROM t ORDER BY n", isNested ? [[1], [2]] : [[1]], "\(name): exactly once")
        }
      }
      for (name, retries, error) in [
        ("without a policy", nil, busy), ("after an unknown outcome", policy, unknown),
        ("after a violation", policy, DatabaseError(.constraintUnique, "taken, says the case")),
      ] as [(String, RetryPolicy?, DatabaseError)] {
        try await database.execute("DELETE FROM t")
        let runs = Protected(0)
        await test.expectError(error.code, "the error of the body, \(name)") {
          try await database.write(retries: retries) { (transaction: DatabaseTransaction) in
            runs.withLock { $0 += 1 }
            try await transaction.execute("INSERT INTO t VALUES (1)")
            throw error
          }
        }
        test.expectEqual(runs.withLock { $0 }, 1, "one attempt \(name)")
        await test.expectRows(database, "SELECT n FROM t", [], "nothing stays \(name)")
      }
    },
    ConformanceCase(
      "TXN-37", "a body that meets a lock passes when the lock is gone, and updates are not lost",
      .driver(.file, .shared),
      "Quarry: DatabaseConfiguration.retries",
      "Two databases that wait for no lock MUST both get their bodies applied under a policy, each exactly once."
    ) { test in
      var request = test.request()
      request.busyTimeout = .zero
      var configuration = DatabaseConfiguration(maximumReaders: 2)
      configuration.retries = policy
      let databases = [
        try await test.database(request, configuration), try await test.database(request, configuration),
      ]
      try await databases[0].execute("CREATE TABLE t (n INTEGER)")
      try await databases[0].execute("INSERT INTO t VALUES (0)")
      let hasMetLock = Protected(false)
      // The lock is there until the other one has met it.
      let task = try await databases[0].write { (transaction: DatabaseTransaction) in
        try await transaction.execute("UPDATE t SET n = n + 1")
        let task = Task {
          let met = await test.expectError(.busy, "without a policy the lock is an error") {
            try await databases[1].write(retries: .never) { (other: SQLSession) in
              try other.execute("UPDATE t SET n = n + 1")
            }
          }
          hasMetLock.withLock { $0 = true }
          test.expectEqual(met?.outcome, .notApplied, "nothing was applied")
          try await databases[1].execute("UPDATE t SET n = n + 1")
        }
        while !hasMetLock.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        return task
      }
      try await task.value
      await test.expectRows(databases[0], "SELECT n FROM t", [[2]], "both updates are there")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<10 {
          group.addTask {
            try await databases[index % 2].write(.deferred) { (transaction: DatabaseTransaction) in
              let found = try await transaction.fetchAll(("SELECT n FROM t" as SQLFragment).values(Int64.self))
              try await transaction.execute("UPDATE t SET n = \((found.first ?? 0) + 1)")
            }
          }
        }
        try await group.waitForAll()
      }
      await test.expectRows(databases[1], "SELECT n FROM t", [[12]], "no update is lost")
    },
  ]

  private static let unknown = DatabaseError(
    .outcomeUnknown, "the answer was lost, says the case", outcome: .unknown)
}
