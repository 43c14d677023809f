import Quarry

extension StatementCases {
  /// The rows 1 to a number.
  private static func numbers(_ count: Int) -> SQLFragment {
    SQLFragment(
      raw: "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < \(count)) SELECT x FROM c")
  }

  /// How rows arrive, and what can happen in the meantime.
  static let rows: [ConformanceCase] = [
    ConformanceCase(
      "STMT-15", "rows arrive in the engine's order, and a kept row does not change", .core,
      "Quarry: SQLRows", "A row that was delivered MUST keep its values whatever is read or changed afterwards."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a INTEGER PRIMARY KEY, b)"])
      try await database.execute(
        SQLFragment(raw: "INSERT INTO t(b) SELECT 'text ' || x FROM (\(numbers(1000).sql))"))
      var kept: [SQLRow] = []
      for try await row in database.rows(("SELECT a, b FROM t ORDER BY a DESC" as SQLFragment).rows()) {
        kept.append(row)
      }
      test.expectEqual(kept.count, 1000, "all rows arrive")
      try await database.execute("UPDATE t SET b = 'changed'")
      try await database.execute("DELETE FROM t WHERE a > 500")
      for (index, row) in kept.enumerated() {
        let number = 1000 - index
        test.expect(
          row.values == [.integer(Int64(number)), .text("text \(number)")], "row \(index) stands where it was read")
      }
      await test.expectRows(database, "SELECT count(*), min(b), max(b) FROM t", [[500, "changed", "changed"]])
    },
    ConformanceCase(
      "STMT-16", "a loop that ends after one of 100,000 rows frees its statement", .core, "Quarry: SQLRows",
      "Leaving a loop early MUST end the statement, so that a write can follow at once."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a)"])
      try await database.execute(SQLFragment(raw: "INSERT INTO t \(numbers(100_000).sql)"))
      for round in 1...3 {
        var seen = 0
        for try await row in database.rows(("SELECT a FROM t" as SQLFragment).rows()) {
          seen += 1
          if row[0] != nil { break }
        }
        test.expectEqual(seen, 1, "one row was read in round \(round)")
        await test.expectAffected(database, [("UPDATE t SET a = -1 WHERE rowid = 1", 1)])
        let first = try await database.fetchOne(("SELECT a FROM t" as SQLFragment).rows())
        test.expectIdentical(first?[0], -1, "the first row alone is read in round \(round)")
        await test.expectAffected(
          database,
          [("CREATE TABLE u(a)", 0), ("DROP TABLE u", 0), ("DELETE FROM t WHERE rowid = \(round + 1)", 1)])
      }
      await test.expectRows(database, "SELECT count(*) FROM t", [[99_997]])
      guard test.section("a session's loop reads one row", requires: .local) else { return }
      let session = try await test.session()
      defer { session.close() }
      try session.execute("CREATE TABLE IF NOT EXISTS w(a)")
      var seen = 0
      try session.forEachRow(numbers(100_000).rows()) { _ in
        seen += 1
        return false
      }
      test.expectEqual(seen, 1, "a session's loop reads one row")
      let cursor = try session.cursor(("SELECT a FROM t" as SQLFragment).rows())
      test.expect(try cursor.next() != nil, "a cursor reads one row")
      cursor.close()
      try session.execute("DROP TABLE w")
      try session.execute("DELETE FROM t")
      test.expectEqual(try session.fetchCount(("SELECT a FROM t" as SQLFragment).rows()), 0, "the table can be emptied")
    },
    ConformanceCase(
      "STMT-17", "two streams on one connection, read in turn, both give all their rows", .core, "Quarry: SQLRows",
      "Streams that are open at the same time on one connection MUST NOT disturb each other.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      let read = try await database.read { transaction in
        var left = transaction.rows(numbers(1000).values(Int.self)).makeAsyncIterator()
        var right = transaction.rows(
          ("SELECT x * 3 FROM (\(numbers(700)))" as SQLFragment).values(Int.self)
        ).makeAsyncIterator()
        var (first, second): ([Int], [Int]) = ([], [])
        var isOpen = true
        while isOpen {
          let (a, b) = (try await left.next(), try await right.next())
          if let a { first.append(a) }
          if let b { second.append(b) }
          // A third statement comes and goes between the rows of both.
          if first.count == 300 { _ = try await transaction.fetchAll(numbers(10).values(Int.self)) }
          isOpen = a != nil || b != nil
        }
        return [first, second]
      }
      test.expectEqual(read.first, Array(1...1000), "all rows of the first stream, in order")
      test.expectEqual(read.last, (1...700).map { $0 * 3 }, "all rows of the second stream, in order")
      async let one = database.fetchAll(numbers(2000).values(Int.self))
      async let two = database.fetchAll(numbers(1500).values(Int.self))
      test.expectEqual(try await one, Array(1...2000), "all rows of a query beside another one")
      test.expectEqual(try await two, Array(1...1500), "all rows of the other one")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "STMT-18", "a write beside an open stream of the same connection takes effect, and the stream goes on", .core,
      "https://sqlite.org/isolation.html",
      "Rows that a write does not touch MUST be delivered exactly once; dropping the table that is read is refused.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(
        holding: ["CREATE TABLE t(a INTEGER PRIMARY KEY, b)", "CREATE TABLE other(a)"])
      try await database.execute(SQLFragment(raw: "INSERT INTO t(b) \(numbers(1000).sql)"))
      try await database.write { transaction in
        var stream = transaction.rows(("SELECT a FROM t ORDER BY a" as SQLFragment).values(Int.self))
          .makeAsyncIterator()
        var seen: [Int] = []
        while let number = try await stream.next() {
          seen.append(number)
          if number == 10 {
            await test.expectAffected(
              transaction,
              [
                ("INSERT INTO other VALUES (1), (2)", 2), ("UPDATE t SET b = 'seen' WHERE a <= 10", 10),
                ("DELETE FROM t WHERE a <= 5", 5), ("UPDATE t SET b = 'far' WHERE a = 1000", 1),
              ])
            if !test.isOf(.remote) {
              await test.expectError(.locked, "the table that is read cannot be dropped") {
                try await transaction.execute("DROP TABLE t")
              }
            }
            await test.expectRows(transaction, "SELECT count(*) FROM t", [[995]], "a read beside the stream")
          }
        }
        test.expectEqual(seen, Array(1...1000), "every row once")
        try await transaction.execute("DROP TABLE other")
      }
      if test.isOf(.remote) { try await expectRowsBesideDrop(test, database) }
      await test.expectRows(
        database, "SELECT count(*), sum(b = 'seen'), sum(b = 'far') FROM t", [[995, 5, 1]], "the writes took effect")
      await test.expectRows(
        database, "SELECT count(*) FROM sqlite_master WHERE name = 'other'", [[0]], "after the stream a table can go")
    },
  ]

  /// All rows over a network may have arrived before the next statement is sent, and then the table can be dropped.
  /// Either way, no row is lost.
  private static func expectRowsBesideDrop(_ test: CaseContext, _ database: Database) async throws {
    try await database.execute("CREATE TABLE spare(a INTEGER PRIMARY KEY)")
    try await database.execute(SQLFragment(raw: "INSERT INTO spare \(numbers(1000).sql)"))
    let (count, wasDropped) = try await database.write { transaction in
      var (count, wasDropped) = (0, false)
      for try await _ in transaction.rows(("SELECT a FROM spare" as SQLFragment).values(Int.self)) {
        count += 1
        guard count == 10 else { continue }
        do {
          try await transaction.execute("DROP TABLE spare")
          wasDropped = true
        } catch let error as DatabaseError {
          test.expectEqual(error.code, .locked, "why the table that is read cannot be dropped")
        }
      }
      return (count, wasDropped)
    }
    test.expectEqual(count, 1000, "every row of the table that is dropped")
    await test.expectRows(
      database, "SELECT count(*) FROM sqlite_master WHERE name = 'spare'", [[wasDropped ? 0 : 1]],
      "the table is gone if it could be dropped")
  }
}
