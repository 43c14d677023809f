import Quarry

extension ConcurrencyCases {
  static let pool: [ConformanceCase] = [
    ConformanceCase(
      "CONC-10", "a pool opens no more connections than its maximum; later callers wait, and can give up",
      .core, "Quarry: DatabaseConfiguration.maximumReaders",
      "No more bodies than connections MUST run at once, all of them MUST run in the end, and waiting MUST be cancellable.",
      needs: [.interactiveTransactions]
    ) { test in
      let maximum = 3
      let (database, roles) = try await test.countedDatabase(readers: maximum)
      let traits = try await test.driver(for: test.request()).traits
      let readers = database.capabilities.parallelReaders ? min(maximum, traits.maximumReaders) : 0
      let limit = max(readers, 1)
      let place = MeetingPlace()
      let tasks = (0..<8).map { _ in
        Task { try await database.read { (_: DatabaseTransaction) in try await place.stay() } }
      }
      try await place.wait(for: limit)
      let late = Task { try await database.read { (_: DatabaseTransaction) in try await place.stay() } }
      try await Task.sleep(for: .milliseconds(10))
      test.expectEqual(place.inside, limit, "as many bodies as connections run")
      late.cancel()
      test.expect(TransactionCases.throwsCancellation(await late.result), "a waiting task may give up")
      place.open()
      for (index, task) in tasks.enumerated() {
        test.expect((try? await task.value) != nil, "body \(index) runs in the end")
      }
      test.expectEqual(place.highest, limit, "never more at once")
      test.expect(roles.withLock { $0.count } <= 1 + readers, "no more connections than one writer and the readers")
      test.expect(roles.withLock { $0.first } == .writer, "the first one is the writer")
    },
    ConformanceCase(
      "CONC-11", "a connection that comes back with an open transaction is rolled back and reported", .core,
      "Quarry: Database.execute", "A transaction that nobody ends MUST be undone, and the call MUST fail.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      for begin: SQLFragment in ["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "SAVEPOINT s"] {
        await test.expectError(.transactionState, "left open by \(begin.sql)") { try await database.execute(begin) }
        try await database.execute("INSERT INTO t VALUES (1)")
        await test.expectError(.transactionState, database, "COMMIT", "the next statement stood alone")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 4, "the rows of single statements")
      guard test.section("a body that ends its own transaction", requires: .local) else { return }
      await test.expectError(.transactionState, "left open by a body without a transaction of its own") {
        try await database.withoutTransaction { session in
          try session.execute("BEGIN")
          try session.execute("INSERT INTO t VALUES (2)")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 4, "its row is undone")
      let value = try await database.withoutTransaction { session in
        try session.execute("BEGIN")
        try session.execute("INSERT INTO t VALUES (3)")
        try session.execute("COMMIT")
        return 3
      }
      test.expectEqual(value, 3, "a body that ends its own transaction")
      await test.expectValue(database, "SELECT count(*) FROM t", 5, "its row is there")
    },
    ConformanceCase(
      "CONC-12", "the settings of a connection hold on every connection of the pool", .core,
      "Quarry: DatabaseDriver.open", "Foreign keys, the trust in the schema and the key MUST hold on each connection.",
      needs: [.interactiveTransactions]
    ) { test in
      let maximum = 3
      let (database, roles) = try await test.countedDatabase(readers: maximum)
      try await database.executeScript(
        """
        CREATE TABLE parent (n INTEGER PRIMARY KEY); INSERT INTO parent VALUES (41);
        CREATE TABLE child (p INTEGER REFERENCES parent (n))
        """)
      let traits = try await test.driver(for: test.request()).traits
      let readers = database.capabilities.parallelReaders ? min(maximum, traits.maximumReaders) : 0
      let place = MeetingPlace()
      let tasks = (0..<max(readers, 1)).map { _ in
        Task {
          try await database.read { (transaction: DatabaseTransaction) in
            try await place.stay()
            return try await [
              test.value(transaction, "PRAGMA foreign_keys"), test.value(transaction, "SELECT n FROM parent"),
            ]
          }
        }
      }
      try await place.wait(for: tasks.count)
      place.open()
      for task in tasks {
        let values = try await task.value
        test.expectIdentical(values[0], 1, "foreign keys are enforced on a reader")
        test.expectIdentical(values[1], 41, "a reader reads the rows")
      }
      test.expectEqual(roles.withLock { $0.count }, 1 + readers, "each body had a connection of its own")
      await test.expectError(.constraintForeignKey, extended: 787, database, "INSERT INTO child VALUES (42)")
    },
    ConformanceCase(
      "CONC-13", "a broken connection is replaced, not handed out again", .driver(.local), "Quarry: Database",
      "After a connection was lost, the next call MUST get a new one.",
      body: ConformanceCase.inEngineLayer),
  ]
}
