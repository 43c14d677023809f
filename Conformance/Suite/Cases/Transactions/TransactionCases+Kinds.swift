import Quarry

extension TransactionCases {
  static let kinds: [ConformanceCase] = [
    ConformanceCase(
      "TXN-19", "DEFERRED, IMMEDIATE, EXCLUSIVE are passed on; IMMEDIATE takes the write lock at once", .core,
      "https://sqlite.org/lang_transaction.html#deferred_immediate_and_exclusive_transactions",
      "A deferred transaction MUST take no lock before its first statement, the others MUST take the write lock.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (s TEXT)")
      for kind in TransactionKind.allCases {
        try await database.write(kind) { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (\(kind.rawValue))")
        }
      }
      await test.expectRows(
        database, "SELECT s FROM t ORDER BY s", [["DEFERRED"], ["EXCLUSIVE"], ["IMMEDIATE"]], "each kind commits")
      guard test.section("with a second connection", requires: .shared) else { return }
      var request = test.request()
      if !test.isOf(.remote) { request.busyTimeout = .zero }
      let other = try await test.database(request)
      try await database.write(.deferred) { (_: DatabaseTransaction) in
        try await other.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES ('other')")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 4, "beside a deferred one another can write")
      if test.isOf(.remote) { return try await expectTurns(test, database, other) }
      for kind in [TransactionKind.immediate, .exclusive] {
        for wanted in [TransactionKind.immediate, .exclusive] {
          try await database.write(kind) { (_: DatabaseTransaction) in
            let error = await test.expectError(.busy, "\(wanted) beside \(kind)") {
              try await other.write(wanted) { (transaction: DatabaseTransaction) in
                try await transaction.execute("INSERT INTO t VALUES ('lost')")
              }
            }
            test.expectEqual(error?.isRetrySafe, true, "it may be tried again")
          }
        }
      }
      try await other.write(.exclusive) { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES ('afterwards')")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 5, "afterwards it can")
    },
    ConformanceCase(
      "TXN-20", "a read-only body refuses writes", .core, "Quarry: Database.read",
      "A statement that writes MUST be refused in a read body, and the body MUST go on.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      try await database.execute("INSERT INTO t VALUES (1)")
      let writes: [SQLFragment] = [
        "INSERT INTO t VALUES (2)", "UPDATE t SET n = 3", "DELETE FROM t", "CREATE TABLE u (n)", "DROP TABLE t",
        "REPLACE INTO t VALUES (4)", "CREATE INDEX i ON t (n)", "ALTER TABLE t RENAME TO v", "PRAGMA user_version = 5",
        "WITH x(n) AS (VALUES (1)) INSERT INTO t SELECT n FROM x", "DELETE FROM t WHERE 0",
      ]
      try await database.read { (transaction: DatabaseTransaction) in
        for write in writes {
          await test.expectError(.readOnly, "as a command: \(write.sql)") { try await transaction.execute(write) }
          await test.expectError(.readOnly, "as a query: \(write.sql)") {
            try await transaction.fetchAll(write.rows(readOnly: true))
          }
          await test.expectValue(transaction, "SELECT n FROM t", 1, "the body goes on")
        }
        await test.expectError(.readOnly, "as a script") {
          try await transaction.executeScript("INSERT INTO t VALUES (6)")
        }
        await test.expectError(.readOnly, "in a savepoint") {
          try await transaction.savepoint { try await $0.execute("INSERT INTO t VALUES (6)") }
        }
      }
      await test.expectRows(database, "SELECT n FROM t", [[1]], "nothing has changed")
      await test.expectRows(
        database, "SELECT name FROM sqlite_master WHERE name <> 'sqlite_sequence'", [["t"]], "the schema neither")
      await test.expectValue(database, "PRAGMA user_version", 0, "the version neither")
      try await database.execute("INSERT INTO t VALUES (7)")
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "writing goes on afterwards")
    },
  ]

  static let bodies: [ConformanceCase] = [
    ConformanceCase(
      "TXN-21", "a body whose task throws or is cancelled is always rolled back; nothing stays open", .core,
      "Quarry: Database.write", "However a body ends without returning, its work MUST be undone and no lock kept.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      for level in 0..<3 {
        let task = Task {
          try await database.write { (transaction: DatabaseTransaction) in
            try await nested(transaction, level) { inner in
              try await inner.execute("INSERT INTO t VALUES (1)")
              withUnsafeCurrentTask { $0?.cancel() }
              try await inner.execute("INSERT INTO t VALUES (2)")
            }
          }
        }
        let result = await task.result
        test.expect(throwsCancellation(result), "level \(level): the task ends with CancellationError")
        await test.expectRows(database, "SELECT n FROM t", [], "level \(level): nothing is kept")
        let undone = await bodyEnds(false) {
          try await database.write { (transaction: DatabaseTransaction) in
            try await nested(transaction, level) { inner in
              try await inner.execute("INSERT INTO t VALUES (3)")
              throw LeaveBody()
            }
          }
        }
        test.expect(undone, "level \(level): the error comes back")
        await test.expectRows(database, "SELECT n FROM t", [], "level \(level): nothing is kept after an error")
        try await database.execute("INSERT INTO t VALUES (4)")
        try await database.execute("DELETE FROM t")
      }
      // A body that catches the cancellation and returns is committed: its statements before it stand.
      try? await Task {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (5)")
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.value
      await test.expectRows(database, "SELECT n FROM t", [[5]], "a body that returns is committed")
      if test.section("in a session", requires: .local) {
        let isOpen = try await database.withoutTransaction { $0.isInTransaction }
        test.expect(!isOpen, "no transaction is open")
      }
    },
    ConformanceCase(
      "TXN-22", "a stream of rows, or the transaction itself, taken out of its body is refused", .core,
      "Quarry: DatabaseTransaction", "What belongs to a transaction MUST be refused after its end.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      try await database.execute("INSERT INTO t VALUES (1), (2), (3)")
      let query = ("SELECT n FROM t ORDER BY n" as SQLFragment).rows()
      let (stream, ended) = try await database.write { (transaction: DatabaseTransaction) in
        var inside: [[SQLValue]] = []
        let rows = transaction.rows(query)
        for try await row in rows { inside.append(row.values) }
        test.expectIdentical(inside, [[1], [2], [3]], "inside of the body it gives its rows")
        return (rows, transaction)
      }
      await test.expectError(.transactionState, "the stream after the body") {
        for try await _ in stream {}
        return 0
      }
      await test.expectError(.transactionState, "a query after the body") { try await ended.fetchAll(query) }
      await test.expectError(.transactionState, "a command after the body") {
        try await ended.execute("INSERT INTO t VALUES (4)")
      }
      await test.expectError(.transactionState, "a savepoint after the body") { try await ended.savepoint { _ in } }
      await test.expectValue(database, "SELECT count(*) FROM t", 3, "nothing was changed")
      // A loop that is left early frees the connection.
      for round in 1...5 {
        try await database.write { (transaction: DatabaseTransaction) in
          for try await _ in transaction.rows(query) { break }
          try await transaction.execute("INSERT INTO t VALUES (\(round + 3))")
        }
        await test.expectValue(database, "SELECT count(*) FROM t", .integer(Int64(3 + round)), "round \(round)")
      }
    },
    ConformanceCase(
      "TXN-23", "observers of committed changes are called after a successful commit only", .driver(.local),
      "Quarry: SQLiteConnection.onCommittedChanges",
      "An observer MUST be called once for each commit, after it, and never for what was rolled back.",
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "TXN-24", "10,000 rows of single inserts in one transaction: 10,000 rows and one commit", .core,
      "Quarry: Database.write", "All inserts of a body MUST be applied by its one commit.",
      // A driver over a network makes as many calls.
      needs: [.interactiveTransactions], timeLimit: .seconds(120)
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
      let other = test.isOf(.shared) && database.capabilities.parallelReaders ? try await test.database() : nil
      try await database.write { (transaction: DatabaseTransaction) in
        for number in 1...10_000 {
          try await transaction.execute("INSERT INTO t VALUES (\(number))")
          if number.isMultiple(of: 2500), let other {
            await test.expectValue(other, "SELECT count(*) FROM t", 0, "nothing is committed after \(number) rows")
          }
        }
      }
      await test.expectRows(
        database, "SELECT count(*), min(n), max(n), sum(n) FROM t", [[10_000, 1, 10_000, 50_005_000]], "all rows")
      if let other { await test.expectValue(other, "SELECT count(*) FROM t", 10_000, "seen by everybody at once") }
    },
  ]

  /// A server can make writers wait as long as it likes, but nobody can get in between.
  private static func expectTurns(_ test: CaseContext, _ first: Database, _ second: Database) async throws {
    for kind in [TransactionKind.immediate, .exclusive] {
      for wanted in [TransactionKind.immediate, .exclusive] {
        try await first.execute("DELETE FROM t")
        let waiter = try await first.write(kind) { (transaction: DatabaseTransaction) in
          // The lock is there before anything is written.
          let waiter = Task.detached {
            try await second.write(wanted) { (inner: DatabaseTransaction) in
              _ = try await inner.execute("INSERT INTO t VALUES ('second')")
            }
          }
          for _ in 1...40 { await test.expectValue(transaction, "SELECT count(*) FROM t", 0, "nobody gets in") }
          try await transaction.execute("INSERT INTO t VALUES ('first')")
          return waiter
        }
        try await waiter.value
        await test.expectRows(
          first, "SELECT s FROM t ORDER BY rowid", [["first"], ["second"]],
          "\(wanted) beside \(kind) comes after it")
      }
    }
  }

  private static func nested(
    _ transaction: DatabaseTransaction, _ level: Int,
    _ body: @escaping @Sendable (DatabaseTransaction) async throws -> Void
  ) async throws {
    if level == 0 { return try await body(transaction) }
    try await transaction.savepoint { try await nested($0, level - 1, body) }
  }

  static func throwsCancellation<Value>(_ result: Result<Value, any Error>) -> Bool {
    if case .failure(let error) = result { error is CancellationError } else { false }
  }
}
