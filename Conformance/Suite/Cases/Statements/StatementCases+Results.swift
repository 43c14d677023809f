import Quarry

extension StatementCases {
  /// The results of selects without a table.
  static let results: [ConformanceCase] = [
    ConformanceCase(
      "STMT-28", "EXPLAIN and EXPLAIN QUERY PLAN give rows and change nothing", .core,
      "https://sqlite.org/lang_explain.html",
      "Explaining a statement MUST give rows and MUST NOT run it, also for a statement that changes something."
    ) { test in
      let database = try await test.database(
        holding: ["CREATE TABLE t(a PRIMARY KEY, b)", "INSERT INTO t VALUES (1, 2), (3, 4)"])
      let texts = [
        "SELECT a FROM t WHERE a = 1", "INSERT INTO t VALUES (5, 6)", "DELETE FROM t WHERE a = 1",
        "UPDATE t SET b = 0 WHERE a = 3", "CREATE TABLE u(a)", "DROP TABLE t", "REPLACE INTO t VALUES (1, 9)",
      ]
      for (index, text) in texts.enumerated() {
        let program = try await test.rows(database, SQLFragment(raw: "EXPLAIN " + text))
        test.expect(program.count > 2, "a program of several steps: \(text)")
        test.expect(program.allSatisfy { $0.count == 8 }, "eight columns: \(text)")
        let plan = try await test.rows(database, SQLFragment(raw: "EXPLAIN QUERY PLAN " + text))
        test.expect(plan.allSatisfy { $0.count == 4 }, "four columns of a plan: \(text)")
        if [0, 2, 3].contains(index) { test.expect(!plan.isEmpty, "a plan with steps: \(text)") }
        await test.expectRows(
          database, "SELECT a, b FROM t ORDER BY a", [[1, 2], [3, 4]], "nothing changed: \(text)")
      }
      let bound = try await test.rows(database, "EXPLAIN QUERY PLAN SELECT b FROM t WHERE a = \(1)")
      test.expect(!bound.isEmpty, "a plan of a statement with values")
      await test.expectError(.noSuchObject, database, "EXPLAIN SELECT x FROM missing")
      await test.expectRows(
        database, "SELECT count(*) FROM sqlite_master WHERE name = 'u'", [[0]], "no table was made")
    },
    ConformanceCase(
      "STMT-29", "VALUES as a separate statement", .core, "https://sqlite.org/lang_select.html#the_values_clause",
      "VALUES MUST give one row for each list of values, wherever a select may stand."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a, b)"])
      await test.expectRows(database, "VALUES (1), (2)", [[1], [2]])
      await test.expectRows(database, "VALUES (1, 'a', NULL, 2.5)", [[1, "a", nil, 2.5]])
      await test.expectRows(database, "VALUES (1, 2), (3, 4), (1, 2)", [[1, 2], [3, 4], [1, 2]])
      await test.expectRows(database, "VALUES (\(7), \("x")), (\(8), \("y"))", [[7, "x"], [8, "y"]])
      await test.expectRows(database, "SELECT * FROM (VALUES (3), (1), (2)) ORDER BY 1", [[1], [2], [3]])
      await test.expectRows(database, "VALUES (1) UNION ALL VALUES (1)", [[1], [1]])
      await test.expectRows(database, "VALUES (1) UNION VALUES (1)", [[1]])
      await test.expectRows(database, "SELECT 2 IN (VALUES (1), (2)), (VALUES (9), (8))", [[1, 9]])
      await test.expectRows(database, "WITH c(x, y) AS (VALUES (1, 2), (3, 4)) SELECT y, x FROM c", [[2, 1], [4, 3]])
      await test.expectAffected(
        database, [("INSERT INTO t VALUES (1, 2), (3, 4)", 2), ("INSERT INTO t SELECT * FROM (VALUES (5, 6))", 1)])
      await test.expectRows(database, "SELECT a, b FROM t ORDER BY a", [[1, 2], [3, 4], [5, 6]])
      await test.expectError(.syntax, extended: 1, database, "VALUES (1), (2, 3)")
      let many = (1...400).map { "(\($0))" }.joined(separator: ",")
      await test.expectRows(
        database, SQLFragment(raw: "SELECT count(*) FROM (VALUES \(many))"), [[400]],
        "many lists")
    },
    ConformanceCase(
      "STMT-30", "operators on literals give the recorded values", .core, "https://sqlite.org/lang_expr.html",
      "Every expression of the table MUST give the recorded value in storage class and bits."
    ) { test in
      let database = try await test.database()
      let tables =
        test.section("large integers", requires: .capability(.exactIntegers))
        ? [ScalarTable.usual, ScalarTable.large] : [ScalarTable.usual]
      for (expression, value) in tables.flatMap(ScalarTable.entries) {
        await test.expectRows(database, SQLFragment(raw: "SELECT \(expression)"), [[value]])
      }
    },
    ConformanceCase(
      "STMT-31", "a division by zero gives NULL", .core, "https://sqlite.org/lang_expr.html",
      "Dividing by zero, and the remainder by zero, MUST give NULL and never an error."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a, b)"])
      for (expression, value) in ScalarTable.entries(ScalarTable.divisions) {
        await test.expectRows(database, SQLFragment(raw: "SELECT \(expression)"), [[value]])
      }
      for number in [0, 1, -1, 7, -7] as [Int64] {
        await test.expectRows(
          database, "SELECT \(number) / \(0), \(number) % \(0), \(number) / \(0.0)", [[nil, nil, nil]])
      }
      await test.expectAffected(
        database, [("INSERT INTO t VALUES (6, 0), (6, 2), (NULL, 0)", 3), ("UPDATE t SET a = a / b", 3)])
      await test.expectRows(database, "SELECT a FROM t ORDER BY rowid", [[nil], [3], [nil]])
      await test.expectRows(database, "SELECT count(*) FROM t WHERE 1 / b", [[0]], "NULL is not true")
      await test.expectRows(database, "SELECT sum(1 / b), count(1 / b) FROM t", [[0, 1]])
    },
  ]
}
