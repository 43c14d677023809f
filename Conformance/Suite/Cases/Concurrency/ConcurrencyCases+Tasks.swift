import Quarry

extension ConcurrencyCases {
  static let tasks: [ConformanceCase] = [
    ConformanceCase(
      "CONC-01", "100 tasks write into one database at once: no row is lost, and no call fails", .core,
      "Quarry: Database", "Writes of many tasks MUST come one after another, all of them.",
      timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (task INTEGER, n INTEGER)")
      let failed = Protected(0)
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<100 {
          group.addTask {
            for number in 0..<6 {
              do {
                try await database.execute("INSERT INTO t VALUES (\(task), \(number))")
              } catch {
                failed.withLock { $0 += 1 }
              }
            }
          }
        }
      }
      test.expectEqual(failed.withLock { $0 }, 0, "no call fails")
      await test.expectRows(
        database, "SELECT count(*), count(DISTINCT task), min(n), max(n) FROM t", [[600, 100, 0, 5]], "all rows")
      await test.expectRows(
        database, "SELECT task, count(*) FROM t GROUP BY task HAVING count(*) <> 6 OR sum(n) <> 15", [],
        "every task's rows")
      await test.expectRows(
        database, "SELECT count(*) FROM t a JOIN t b ON a.task = b.task AND a.n + 1 = b.n WHERE a.rowid > b.rowid",
        [[0]], "the rows of one task are in its order")
    },
    ConformanceCase(
      "CONC-02", "one transaction used from eight tasks at once is serialised, not corrupted", .core,
      "Quarry: DatabaseTransaction", "Calls of several tasks on one transaction MUST come one after another.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)")
      let sums = try await database.write { (transaction: DatabaseTransaction) in
        try await withThrowingTaskGroup(of: Int64.self) { group in
          for task in 0..<8 {
            group.addTask {
              var sum: Int64 = 0
              for number in 0..<25 {
                let id = task * 100 + number
                try await transaction.execute("INSERT INTO t VALUES (\(id), \("text \(id)"))")
                let row = try await transaction.fetchOne(("SELECT n, s FROM t WHERE n = \(id)" as SQLFragment).rows())
                if row?.values == [.integer(Int64(id)), .text("text \(id)")] { sum += 1 }
                for try await _ in transaction.rows(("SELECT n FROM t" as SQLFragment).rows()) { break }
              }
              return sum
            }
          }
          var sums: [Int64] = []
          for try await sum in group { sums.append(sum) }
          return sums
        }
      }
      test.expectEqual(sums, Array(repeating: 25, count: 8), "every task reads what it wrote")
      await test.expectRows(
        database, "SELECT count(*), sum(n), sum(s = 'text ' || n) FROM t", [[200, 72_400, 200]], "all rows, all sound")
    },
  ]

  static let cancellation: [ConformanceCase] = [
    ConformanceCase(
      "CONC-03", "cancelling a task ends its running query with CancellationError", .core, "Quarry: Database",
      "A query that would never end MUST end soon after its task was cancelled, on every way to run one.",
      needs: [.interrupts, .interactiveTransactions]
    ) { test in
      let database = try await test.database()
      let query = SQLFragment(raw: endlessText).rows()
      let ways: [(String, @Sendable () async throws -> Void)] = [
        ("fetchAll", { _ = try await database.fetchAll(query) }),
        ("fetchOne", { _ = try await database.fetchOne(query) }),
        ("execute", { try await database.execute(SQLFragment(raw: endlessText)) }),
        ("a stream", { for try await _ in database.rows(query) {} }),
        (
          "a read body",
          { _ = try await database.read { (body: DatabaseTransaction) in try await body.fetchAll(query) } }
        ),
        (
          "a write body",
          { _ = try await database.write { (body: DatabaseTransaction) in try await body.fetchAll(query) } }
        ),
        ("a batch", { try await database.batch { $0.execute(SQLFragment(raw: endlessText)) } }),
      ]
      for (name, way) in ways {
        let task = Task { try await way() }
        try await Task.sleep(for: .milliseconds(5))
        let start = SuspendingClock.now
        task.cancel()
        let result = await task.result
        let time = SuspendingClock.now - start
        // What was on its way to a server that may write can only say that nobody knows what became of it.
        var isUnknown = false
        if case .failure(let error as DatabaseError) = result { isUnknown = error.outcome == .unknown }
        test.expect(
          TransactionCases.throwsCancellation(result) || (test.isOf(.remote) && isUnknown),
          "\(name): ends with CancellationError: \(result)")
        test.expect(time < .seconds(3), "\(name): and soon: \(time)")
        await test.expectValue(database, "SELECT 7", 7, "\(name): the connection is usable")
      }
    },
    ConformanceCase(
      "CONC-04", "cancellation between the statements of a transaction rolls it back", .core, "Quarry: Database.write",
      "A body that ends because its task was cancelled MUST leave nothing.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      for round in 0..<5 {
        let place = MeetingPlace()
        let task = Task {
          try await database.write { (transaction: DatabaseTransaction) in
            for number in 0...round { try await transaction.execute("INSERT INTO t VALUES (\(number))") }
            try await place.stay()
          }
        }
        try await place.wait(for: 1)
        task.cancel()
        let result = await task.result
        test.expect(TransactionCases.throwsCancellation(result), "round \(round): CancellationError: \(result)")
        await test.expectValue(database, "SELECT count(*) FROM t", 0, "round \(round): nothing is kept")
      }
      let place = MeetingPlace()
      let task = Task {
        try await database.write { (transaction: DatabaseTransaction) in
          place.enter()
          while true { try await transaction.execute("INSERT INTO t VALUES (1)") }
        }
      }
      try await place.wait(for: 1)
      task.cancel()
      let result: Result<Void, any Error> = await task.result
      test.expect(TransactionCases.throwsCancellation(result), "a body that writes and writes: CancellationError")
      await test.expectValue(database, "SELECT count(*) FROM t", 0, "nothing is kept")
    },
    ConformanceCase(
      "CONC-05", "cancelling one task does not interrupt another one's query", .core, "Quarry: Database",
      "Only the statement of the cancelled task MUST end.", needs: [.interrupts]
    ) { test in
      let database = try await test.database()
      let numbers: SQLFragment = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT count(*), sum(i) FROM n
        """
      for round in 0..<10 {
        let endless = Task { _ = try await database.fetchAll(SQLFragment(raw: endlessText).rows()) }
        let others = (0..<3).map { _ in
          Task {
            var rows: [[[SQLValue]]] = []
            for _ in 0..<5 { rows.append(try await test.rows(database, numbers)) }
            return rows
          }
        }
        try await Task.sleep(for: .milliseconds(2))
        endless.cancel()
        test.expect(TransactionCases.throwsCancellation(await endless.result), "round \(round): the cancelled one ends")
        for other in others {
          do {
            for rows in try await other.value {
              test.expectIdentical(rows, [[2000, 2_001_000]], "round \(round): another one's query is complete")
            }
          } catch {
            test.fail("round \(round): another one's query is complete", actual: "\(error)")
          }
        }
      }
    },
    ConformanceCase(
      "CONC-06", "after a cancellation the connection is as before", .core, "Quarry: Database",
      "A connection whose statement was cancelled MUST serve the next call, with all its settings.",
      needs: [.interrupts, .interactiveTransactions],
      // A transaction whose BEGIN was answered to nobody holds the others up for as long as a server lets it.
      timeLimit: .seconds(60)
    ) { test in
      let (database, roles) = try await test.countedDatabase(readers: 1)
      try await database.executeScript("CREATE TABLE t (n INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)")
      // A server may keep the lock of a transaction whose client has gone for some seconds: libSQL's for five.
      for round in 0..<(test.isOf(.remote) ? 3 : 10) {
        let reading = Task { _ = try await database.fetchAll(SQLFragment(raw: endlessText).rows()) }
        let writing = Task {
          _ = try await database.write { (transaction: DatabaseTransaction) in
            try await transaction.execute("DELETE FROM t")
            return try await transaction.fetchAll(SQLFragment(raw: endlessText).rows())
          }
        }
        if round % 2 == 0 { try await Task.sleep(for: .milliseconds(2)) }
        reading.cancel()
        writing.cancel()
        test.expect(TransactionCases.throwsCancellation(await reading.result), "round \(round): the read ends")
        test.expect(TransactionCases.throwsCancellation(await writing.result), "round \(round): the write ends")
        await test.expectRows(database, "SELECT n FROM t ORDER BY n", [[1], [2], [3]], "round \(round): the rows")
        await test.expectValue(database, "PRAGMA foreign_keys", 1, "round \(round): the settings")
        try await database.execute("INSERT INTO t VALUES (9)")
        try await database.execute("DELETE FROM t WHERE n = 9")
      }
      test.expect(roles.withLock { $0.count } <= 2, "no other connection was opened")
    },
  ]
}
