import Quarry

extension TransactionCases {
  private static let page = "https://sqlite.org/lang_transaction.html"

  static let outcomes: [ConformanceCase] = [
    ConformanceCase(
      "TXN-01", "a commit makes rows visible to a new connection; a rollback leaves none", .core, page,
      "After a commit every connection MUST see the rows; after a rollback none MUST.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      for number in 1...20 {
        let commits = number % 2 == 0
        let outcome = await bodyEnds(commits) {
          try await database.write { (transaction: DatabaseTransaction) in
            try await transaction.execute("INSERT INTO t VALUES (\(number))")
            if !commits { throw LeaveBody() }
          }
        }
        test.expect(outcome, "body \(number) ends as it says")
        let expected: [[SQLValue]] = (1...number).filter { $0 % 2 == 0 }.map { [.integer(Int64($0))] }
        await test.expectRows(database, "SELECT n FROM t ORDER BY n", expected, "after body \(number)")
        if test.isOf(.shared), number > 18 {
          let other = try await test.database(test.request(), DatabaseConfiguration(maximumReaders: 1))
          await test.expectRows(other, "SELECT n FROM t ORDER BY n", expected, "a new connection, after body \(number)")
          await other.close()
        }
      }
    },
    ConformanceCase(
      "TXN-02", "a body commits on return, rolls back on throw, and rethrows the same error", .core,
      "Quarry: Database.write",
      "A body's value MUST come back after the commit; a body's error MUST come back unchanged after the rollback.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      let value = try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        return "seventeen"
      }
      test.expectEqual(value, "seventeen", "the value of the body")
      await test.expectValue(database, "SELECT count(*) FROM t", 1, "committed")
      for number in [1, 2, 3] {
        do {
          try await database.write { (transaction: DatabaseTransaction) in
            try await transaction.execute("INSERT INTO t VALUES (2)")
            throw LeaveBody(number: number)
          }
          test.fail("the error of the body comes back")
        } catch {
          test.expectEqual(error as? LeaveBody, LeaveBody(number: number), "the very error of the body")
        }
        await test.expectValue(database, "SELECT count(*) FROM t", 1, "rolled back")
      }
      await test.expectError(.syntax, "an engine's error comes back unchanged") {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (3)")
          try await transaction.execute("SELEKT")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 1, "rolled back after an engine's error")
    },
    ConformanceCase(
      "TXN-03", "an error that the body catches does not undo the earlier statements", .core,
      "Quarry: Database.write", "Statements before a caught error MUST be committed with the body.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT NOT NULL CHECK (length(s) < 5))")
      let failures: [(SQLFragment, DatabaseError.Code)] = [
        ("SELECT * FROM missing", .noSuchObject), ("INSERT INTO t VALUES (1, 'x')", .constraintPrimaryKey),
        ("INSERT INTO t VALUES (9, NULL)", .constraintNotNull),
        ("INSERT INTO t VALUES (9, 'longer')", .constraintCheck), ("SELEKT 1", .syntax),
        ("INSERT INTO t (n) VALUES (1, 2)", .syntax),
        ("SELECT abs(-9223372036854775807 - 1)", .statementFailed),
        ("INSERT INTO t VALUES ('text', 'x')", .mismatch),
      ]
      try await database.write { (transaction: DatabaseTransaction) in
        for (index, failure) in failures.enumerated() {
          try await transaction.execute("INSERT INTO t VALUES (\(index + 1), 'ok')")
          await test.expectError(failure.1, transaction, failure.0)
          await test.expectValue(transaction, "SELECT count(*) FROM t", .integer(Int64(index + 1)), "nothing undone")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 8, "committed with the body")
    },
    ConformanceCase(
      "TXN-04", "a constraint error undoes only its own statement; the transaction stays open", .core,
      "https://sqlite.org/lang_conflict.html",
      "A violation under ABORT MUST undo the whole statement and nothing else.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (5)")
        let error = await test.expectError(
          .constraintPrimaryKey, extended: 1555, transaction, "INSERT INTO t VALUES (3), (4), (5), (6)")
        test.expectEqual(error?.isTransactionOpen, true, "the error says that the transaction is open")
        await test.expectRows(transaction, "SELECT n FROM t", [[5]], "3 and 4 are undone")
        await test.expectError(
          .constraintPrimaryKey, extended: 1555, transaction, "INSERT OR FAIL INTO t VALUES (3), (4), (5), (6)")
        await test.expectRows(transaction, "SELECT n FROM t ORDER BY n", [[3], [4], [5]], "FAIL keeps 3 and 4")
        await test.expectError(
          .constraintPrimaryKey, extended: 1555, transaction, "UPDATE t SET n = n + 1 WHERE n < 5")
        await test.expectRows(transaction, "SELECT n FROM t ORDER BY n", [[3], [4], [5]], "an update is undone")
        try await transaction.execute("INSERT INTO t VALUES (7)")
      }
      await test.expectRows(database, "SELECT n FROM t ORDER BY n", [[3], [4], [5], [7]], "all of it is committed")
    },
    ConformanceCase(
      "TXN-07", "COMMIT and ROLLBACK without BEGIN, BEGIN inside BEGIN: error 1, nothing changes", .core, page,
      "A command that the state of the transaction does not allow MUST be an error and not change the state.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      for sql: SQLFragment in ["COMMIT", "END", "ROLLBACK"] {
        await test.expectError(.transactionState, extended: 1, database, sql)
        await test.expectUsable(database)
      }
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        for sql: SQLFragment in ["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"] {
          await test.expectError(.transactionState, extended: 1, transaction, sql)
          await test.expectValue(transaction, "SELECT count(*) FROM t", 1, "the transaction goes on")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 1, "and is committed")
      let error = await test.expectError(.transactionState, "a single BEGIN is refused") {
        try await database.execute("BEGIN")
      }
      test.expect(error?.engineCode == nil, "by the layer, since the engine allows it")
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (2)")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "no transaction was left open")
    },
  ]

  /// Whether a body ended as expected: by returning, or by ``LeaveBody``.
  static func bodyEnds(_ commits: Bool, _ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return commits
    } catch {
      return !commits && error is LeaveBody
    }
  }
}
