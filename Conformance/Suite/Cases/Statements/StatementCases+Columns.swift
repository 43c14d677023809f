import Quarry

extension StatementCases {
  /// The columns of a result.
  static let columns: [ConformanceCase] = [
    ConformanceCase(
      "STMT-11", "columns are named as the statement names them", .core, "https://sqlite.org/c3ref/column_name.html",
      "A column with AS MUST have exactly that name, a plain table column the column's own name."
    ) { test in
      let database = try await test.database(
        holding: ["CREATE TABLE t(a INTEGER, \"b.c\", \"d\"\"e\", \"f g\")", "INSERT INTO t VALUES (1, 2, 3, 4)"])
      let expected: [(sql: SQLFragment, names: [String])] = [
        ("SELECT a FROM t", ["a"]), ("SELECT * FROM t", ["a", "b.c", "d\"e", "f g"]),
        ("SELECT a AS x FROM t", ["x"]), ("SELECT a AS A FROM t", ["A"]), ("SELECT t.a FROM t", ["a"]),
        ("SELECT a x, a AS \"x\", a [x], a `x` FROM t", ["x", "x", "x", "x"]), ("SELECT 1 AS \"\"", [""]),
        ("SELECT 1 AS \"q.\"\"r\"", ["q.\"r"]), ("SELECT \"b.c\", \"d\"\"e\" FROM t", ["b.c", "d\"e"]),
        ("SELECT 1 AS 日本, 2 AS \"é ü\"", ["日本", "é ü"]), ("SELECT y.* FROM t AS y", ["a", "b.c", "d\"e", "f g"]),
        ("SELECT a AS y FROM t UNION SELECT 1 AS z", ["y"]), ("SELECT n.a AS m FROM (SELECT a FROM t) AS n", ["m"]),
        ("SELECT 1 AS \"select\", 2 AS \"from\"", ["select", "from"]),
        ("SELECT 1 AS a, 2 AS b, 3 AS a", ["a", "b", "a"]),
        ("WITH c(m, n) AS (SELECT 1, 2) SELECT n, m FROM c", ["n", "m"]), ("SELECT 1 AS 'quoted'", ["quoted"]),
      ]
      for (sql, names) in expected {
        let row = try await database.fetchOne(sql.rows())
        test.expectEqual(row?.columnNames, names, "the columns of \(sql.sql)")
      }
      for length in [63, 64, 65, 255, 256, 1000] {
        let name = String(repeating: "é", count: length / 2) + String(repeating: "n", count: length % 2) + "!"
        let row = try await database.fetchOne(SQLFragment(raw: "SELECT 1 AS \"\(name)\"").rows())
        test.expectEqual(row?.columnNames, [name], "a name of \(name.utf8.count) bytes")
      }
      let row = try await database.fetchOne(("SELECT a + 1, count(*), 'text' FROM t" as SQLFragment).rows())
      test.expectEqual(row?.columnNames.count, 3, "expressions without AS are columns")
      test.expect(row?.columnNames.allSatisfy { !$0.isEmpty } == true, "expressions without AS have some name")
    },
    ConformanceCase(
      "STMT-12", "two columns of one name: both by position, the first by name", .core, "Quarry: SQLRow",
      "By position every column MUST be reached, by name the first one of that name."
    ) { test in
      let database = try await test.database()
      let sql: SQLFragment = "SELECT 1 AS x, 'two' AS y, 3.0 AS x, NULL AS X, 5 AS \"\", 6 AS \"\""
      let row = try test.require(try await database.fetchOne(sql.rows()), "there is a row")
      for (index, value) in ([1, "two", 3.0, nil, 5, 6] as [SQLValue]).enumerated() {
        test.expectIdentical(row[index], value, "the column at \(index)")
      }
      test.expectIdentical(row["x"], 1, "the first x by name")
      test.expectIdentical(row["Y"], "two", "the case of a name does not count")
      test.expectIdentical(row["X"], nil, "the column whose name is spelled so comes first")
      test.expectIdentical(row[""], 5, "the first column of an empty name")
      test.expect(row["z"] == nil && row[6] == nil && row[-1] == nil, "a column that is not there is no value")
      test.expectEqual(try row.get("x", as: Int.self), 1, "the first x by name, converted")
      test.expectEqual(try row.get(2, as: Double.self), 3, "the second x by position, converted")
      await test.expectError(.unknownColumn, "a name that is not there") { try row.get("z", as: Int.self) }
      await test.expectError(.unknownColumn, "a position that is not there") { try row.get(6, as: Int.self) }
    },
    ConformanceCase(
      "STMT-13", "the columns of a result without rows are known", .core, "https://sqlite.org/c3ref/column_count.html",
      "Number and names of columns MUST be available also when no row comes; statements without a result have none."
    ) { test in
      try await checkEmptyResults(try await test.driver(for: test.request()), test)
    },
    ConformanceCase(
      "STMT-14", "declared types are reported for columns of tables and not for expressions", .core,
      "https://sqlite.org/c3ref/column_decltype.html",
      "The declared type MUST be the text of the definition for a table's column, and missing for everything else."
    ) { test in
      try await checkDeclaredTypes(try await test.driver(for: test.request()), test)
    },
  ]

  private static func checkEmptyResults<D: DatabaseDriver>(_ driver: D, _ test: CaseContext) async throws {
    let session = DriverSession(try await driver.open(.writer))
    try await session.run("CREATE TABLE t(a, b, \"c d\")")
    let expected: [(sql: String, names: [String])] = [
      ("SELECT * FROM t", ["a", "b", "c d"]), ("SELECT b AS x, a FROM t WHERE 0", ["x", "a"]),
      ("SELECT 1 AS one, 2 AS two WHERE 0", ["one", "two"]), ("SELECT a FROM t LIMIT 0", ["a"]),
      ("SELECT a AS m FROM t UNION ALL SELECT b FROM t", ["m"]), ("SELECT a, a FROM t", ["a", "a"]),
      ("INSERT INTO t VALUES (1, 2, 3)", []), ("DELETE FROM t", []), ("CREATE TABLE u(a)", []),
      ("UPDATE t SET a = 1", []), ("DROP TABLE u", []),
    ]
    for (sql, names) in expected {
      let statement = try await session.prepare(sql)
      let rows = try await session.rows(of: statement)
      test.expectEqual(rows.count, 0, "no rows: \(sql)")
      test.expectEqual(statement.columns.map(\.name), names, "the columns of \(sql)")
      statement.finalize()
    }
    await session.connection.close()
  }

  private static func checkDeclaredTypes<D: DatabaseDriver>(_ driver: D, _ test: CaseContext) async throws {
    let session = DriverSession(try await driver.open(.writer))
    try await session.run(
      "CREATE TABLE t(i INTEGER PRIMARY KEY, v VARCHAR(10), d DECIMAL(10,2), n, two DOUBLE PRECISION)")
    try await session.run("CREATE VIEW w AS SELECT i, v AS renamed, i + 1 AS more FROM t")
    try await session.run("INSERT INTO t(v) VALUES ('x')")
    let expected: [(sql: String, types: [String?])] = [
      ("SELECT * FROM t", ["INTEGER", "VARCHAR(10)", "DECIMAL(10,2)", nil, "DOUBLE PRECISION"]),
      ("SELECT v AS x, t.i FROM t", ["VARCHAR(10)", "INTEGER"]),
      ("SELECT i + 1, v || '', count(*), 1, 'a', NULL FROM t", [nil, nil, nil, nil, nil, nil]),
      ("SELECT rowid FROM t", ["INTEGER"]), ("SELECT s.d FROM (SELECT d FROM t) AS s", ["DECIMAL(10,2)"]),
      ("SELECT renamed, more FROM w", ["VARCHAR(10)", nil]), ("SELECT CAST(v AS INTEGER) FROM t", [nil]),
      ("SELECT max(i) FROM t", [nil]), ("SELECT (SELECT v FROM t) FROM t", ["VARCHAR(10)"]),
    ]
    for (sql, types) in expected {
      let statement = try await session.prepare(sql)
      _ = try await session.rows(of: statement)
      let told = test.profile.capabilities.declaredTypes ? types : types.map { _ in nil }
      test.expectEqual(statement.columns.map(\.declaredType), told, "the declared types of \(sql)")
      statement.finalize()
    }
    await session.connection.close()
  }
}
