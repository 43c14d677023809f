import Quarry

extension StatementCases {
  /// Prepared statements: their properties, and what happens when the schema changes.
  static let prepared: [ConformanceCase] = [
    ConformanceCase(
      "STMT-23", "a prepared statement tells whether it only reads", .core,
      "https://sqlite.org/c3ref/stmt_readonly.html",
      "A statement MUST count as reading exactly when it makes no direct change to the file."
    ) { test in
      try await checkReading(try await test.driver(for: test.request()), test)
    },
    ConformanceCase(
      "STMT-24", "after a change of the schema a statement gives the new columns", .core,
      "https://sqlite.org/c3ref/prepare.html",
      "A text that was prepared before the schema changed MUST answer as if it were prepared now."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a, b)", "INSERT INTO t VALUES (1, 2)"])
      let sql: SQLFragment = "SELECT * FROM t"
      let steps: [(change: SQLFragment, names: [String], values: [SQLValue])] = [
        ("UPDATE t SET a = 1", ["a", "b"], [1, 2]),
        ("ALTER TABLE t ADD COLUMN c DEFAULT 'new'", ["a", "b", "c"], [1, 2, "new"]),
        ("CREATE INDEX i ON t(a)", ["a", "b", "c"], [1, 2, "new"]), ("DROP INDEX i", ["a", "b", "c"], [1, 2, "new"]),
        ("DROP TABLE t", [], []), ("CREATE TABLE t(x, y)", [], []),
        ("INSERT INTO t VALUES (3, 4)", ["x", "y"], [3, 4]),
        ("ALTER TABLE t RENAME TO u", [], []),
        ("CREATE VIEW t AS SELECT y, x, 5 AS z FROM u", ["y", "x", "z"], [4, 3, 5]),
        ("DROP VIEW t", [], []), ("ALTER TABLE u RENAME TO t", ["x", "y"], [3, 4]),
      ]
      for step in steps {
        try await database.execute(step.change)
        guard !step.names.isEmpty else {
          _ = try? await database.fetchAll(sql.rows())
          continue
        }
        for _ in 1...2 {
          let row = try await database.fetchAll(sql.rows()).first
          test.expectEqual(row?.columnNames, step.names, "the names after \(step.change.sql)")
          test.expectIdentical([row?.values ?? []], [step.values], "the values after \(step.change.sql)")
        }
      }
      guard test.section("before the change by another connection", requires: .local, .shared) else { return }
      let (one, two) = (try await test.session(), try await test.session())
      defer {
        one.close()
        two.close()
      }
      let statement = try one.prepare("SELECT * FROM t")
      test.expectEqual(try statement.rows().first?.values, [3, 4], "before the change by another connection")
      try two.execute("ALTER TABLE t ADD COLUMN w DEFAULT 7")
      test.expectEqual(try statement.rows().first?.values, [3, 4, 7], "after the change by another connection")
      test.expectEqual(statement.columns.map(\.name), ["x", "y", "w"], "the names after it")
    },
    ConformanceCase(
      "STMT-25", "a statement whose table was dropped fails, and the connection stays usable", .core,
      "https://sqlite.org/c3ref/prepare.html",
      "Running a text whose table is gone MUST fail with the class noSuchObject, and work again when the table is back."
    ) { test in
      let database = try await test.database()
      let (select, insert): (SQLFragment, SQLFragment) = ("SELECT a FROM t", "INSERT INTO t VALUES (1)")
      for round in 1...3 {
        try await database.execute("CREATE TABLE t(a)")
        try await database.execute(insert)
        await test.expectRows(database, select, [[1]], "the table is there in round \(round)")
        try await database.execute("DROP TABLE t")
        await test.expectError(.noSuchObject, extended: 1, database, select, "the table is gone")
        await test.expectError(.noSuchObject, extended: 1, "the table to insert into is gone") {
          try await database.execute(insert)
        }
        await test.expectUsable(database)
      }
    },
    ConformanceCase(
      "STMT-26", "a statement runs on the connection that prepared it, and on no other", .core,
      "https://sqlite.org/c3ref/prepare.html",
      "A statement MUST use its own connection, and be refused when that is closed, whatever other connections are open."
    ) { test in
      try await checkConnections(try await test.driver(for: test.request()), test)
    },
    ConformanceCase(
      "STMT-27", "one text that runs twice at the same time gives two independent results", .core,
      "Quarry: SQLExecutor.rows",
      "A statement that is still running MUST NOT be used for a second run of the same text.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a INTEGER PRIMARY KEY)"])
      try await database.execute(
        "INSERT INTO t WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 600) SELECT x FROM c")
      let results = try await database.read { transaction in
        var outer = transaction.rows(numbers(after: 0)).makeAsyncIterator()
        var (all, inner): ([Int], [[Int]]) = ([], [])
        while let number = try await outer.next() {
          all.append(number)
          if number % 150 == 0 { inner.append(try await transaction.fetchAll(numbers(after: number))) }
        }
        return [all] + inner
      }
      test.expectEqual(results.first, Array(1...600), "the outer run")
      for (index, inner) in results.dropFirst().enumerated() {
        let from = (index + 1) * 150
        test.expectEqual(inner, Array(1...600).filter { $0 > from }, "the inner run from \(from)")
      }
      test.expectEqual(results.count, 5, "four inner runs")
      guard test.section("the first row of one statement", requires: .local) else { return }
      let session = try await test.session()
      defer { session.close() }
      let (left, right) = (try session.prepare("SELECT a FROM t"), try session.prepare("SELECT a FROM t"))
      test.expectIdentical(try left.next()?[0], 1, "the first row of one statement")
      test.expectEqual(try right.rows().count, 600, "all rows of the other")
      test.expectIdentical(try left.next()?[0], 2, "the second row of the first")
    },
    ConformanceCase(
      "STMT-32", "bound values are shown in SQL text only when that is asked for", .gated(.apiExpandedSQL),
      "https://sqlite.org/c3ref/expanded_sql.html",
      "A trace MUST show placeholders, and values only for an observer that asked for them."
    ) { test in
      let missing: SQLFragment = "SELECT \("it's secret") FROM missing"
      guard test.section("observers of statements", requires: .local, .feature(.apiTraceV2)) else {
        let database = try await test.database()
        let error = await test.expectError(.noSuchObject, "an error of a statement with values") {
          try await database.fetchAll(missing.rows())
        }
        test.expect(error?.sql == "SELECT ? FROM missing", "an error shows placeholders")
        return
      }
      try await test.runEngineLayerPart()
    },
  ]

  private static func numbers(after number: Int) -> SQLRawQuery<Int> {
    ("SELECT a FROM t WHERE a > \(number) ORDER BY a" as SQLFragment).values(Int.self)
  }

  /// Statements in an order in which each can be prepared and run, and whether it reads. Statements with different
  /// results between versions are left out: IF NOT EXISTS for existing objects, and PRAGMAs with a value.
  private static let reading: [(sql: String, reads: Bool)] = [
    ("CREATE TABLE t(a, b)", false), ("SELECT 1", true), ("SELECT a FROM t", true), ("VALUES (1)", true),
    ("WITH c AS (SELECT 1) SELECT * FROM c", true), ("SELECT random()", true), ("SELECT last_insert_rowid()", true),
    ("EXPLAIN SELECT 1", true), ("INSERT INTO t VALUES (1, 2)", false), ("INSERT INTO t SELECT 1, 2 WHERE 0", false),
    ("UPDATE t SET a = 1", false), ("DELETE FROM t WHERE 0", false), ("REPLACE INTO t VALUES (1, 1)", false),
    ("WITH c AS (SELECT 1) INSERT INTO t SELECT 1, 2 FROM c", false),
    ("WITH c AS (SELECT 1) UPDATE t SET a = 1", false),
    ("WITH c AS (SELECT 1) DELETE FROM t", false), ("CREATE TABLE x(a)", false), ("CREATE INDEX i ON t(a)", false),
    ("CREATE VIEW v AS SELECT 1", false), ("CREATE TEMP TABLE tt(a)", false), ("INSERT INTO tt VALUES (1)", false),
    ("DROP TABLE x", false), ("ALTER TABLE t RENAME TO t2", false), ("PRAGMA user_version", true),
    ("PRAGMA user_version = 1", false), ("PRAGMA application_id", true), ("PRAGMA table_info(t2)", true),
    ("PRAGMA foreign_keys", true), ("PRAGMA integrity_check", true), ("PRAGMA foreign_key_check", true),
    ("BEGIN", true), ("COMMIT", true), ("BEGIN IMMEDIATE", false), ("ROLLBACK", true), ("BEGIN EXCLUSIVE", false),
    ("END", true), ("BEGIN DEFERRED", true), ("SAVEPOINT s", true), ("ROLLBACK TO s", true), ("RELEASE s", true),
    ("COMMIT", true), ("REINDEX", false), ("ANALYZE", false),
  ]

  private static func checkReading<D: DatabaseDriver>(_ driver: D, _ test: CaseContext) async throws {
    let session = DriverSession(try await driver.open(.writer))
    let isInteractive = test.has(.interactiveTransactions)
    for (sql, reads) in reading where isInteractive || !sql.isTransactionControl {
      let statement = try await session.prepare(sql)
      test.expectEqual(statement.isReadOnly, reads, "whether it reads: \(sql)")
      _ = try await session.rows(of: statement)
      statement.finalize()
    }
    if test.section("an insert that returns rows does not only read", requires: .feature(.returning)) {
      let statement = try await session.prepare("INSERT INTO t2 VALUES (1, 2) RETURNING a")
      test.expectEqual(statement.isReadOnly, false, "an insert that returns rows does not only read")
      statement.finalize()
    }
    await session.connection.close()
  }

  private static func checkConnections<D: DatabaseDriver>(_ driver: D, _ test: CaseContext) async throws {
    let one = DriverSession(try await driver.open(.writer))
    let two = DriverSession(try await driver.open(.writer))
    // A temporary table belongs to its connection.
    for sql in ["CREATE TEMP TABLE t(a)", "INSERT INTO t VALUES (1)"] { try await one.run(sql) }
    for sql in ["CREATE TEMP TABLE t(a)", "INSERT INTO t VALUES (2)"] { try await two.run(sql) }
    let statement = try await one.prepare("SELECT a FROM t")
    let other = try await two.prepare("SELECT a FROM t")
    test.expectIdentical(try await one.rows(of: statement), [[1]], "a statement of the first connection")
    test.expectIdentical(try await one.rows(of: other), [[2]], "a statement of the second, run by who has the first")
    await one.connection.close()
    var code: DatabaseError.Code?
    do {
      _ = try await two.rows(of: statement)
    } catch let error as DatabaseError {
      code = error.code
    }
    test.expectEqual(code, .connectionClosed, "a statement whose connection was closed is refused")
    test.expectIdentical(try await two.rows(of: other), [[2]], "the other connection still runs its statement")
    statement.finalize()
    other.finalize()
    await two.connection.close()
  }
}

extension String {
  fileprivate var isTransactionControl: Bool {
    ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"].contains { hasPrefix($0) }
  }
}
