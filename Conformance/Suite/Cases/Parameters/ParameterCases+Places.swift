import Quarry

extension ParameterCases {
  private static let variables = "https://sqlite.org/lang_expr.html#parameters"

  static let places: [ConformanceCase] = [
    ConformanceCase(
      "BIND-12", "what looks like a parameter in a text, a name or a comment is none", .core, variables,
      "? and :a inside quotes and comments MUST NOT be parameters."
    ) { test in
      let database = try await test.database()
      let texts: [(String, [SQLValue])] = [
        ("SELECT '?', 'it''s ?', ':a'", ["?", "it's ?", ":a"]), ("SELECT 1 AS \"?\", 2 AS [:a], 3 AS `@b`", [1, 2, 3]),
        ("SELECT 1 /* ? :a '*/ -- @b $c ?1", [1]), ("SELECT /* ' */ 1, '/* ? */', '-- ?'", [1, "/* ? */", "-- ?"]),
        ("SELECT x'3f', '?' || '\"?\"'", [.blob([0x3f]), "?\"?\""]), ("SELECT 1 -- ?", [1]),
      ]
      for (sql, row) in texts {
        await test.expectRows(database, SQLFragment(raw: sql), [row])
        await test.expectNamed(database, sql, [:], row, "no names in it")
        await test.expectError(.extraParameter, database, SQLFragment(raw: sql, values: [1]), "no place for a value")
        await test.expectError(.extraParameter, "no such name") { try SQLFragment(raw: sql, named: ["a": 1]) }
      }
      await test.expectBound(database, "SELECT '?', ?, \"?\" FROM (SELECT 9 AS \"?\") -- ?", ["v"], ["?", "v", 9])
      await test.expectNamed(database, "SELECT ':a', :a /* :b */", ["a": "v"], [":a", "v"])
    },
    ConformanceCase(
      "BIND-13", "parameters work wherever an expression may stand", .core, variables,
      "A parameter MUST work in every clause that takes an expression."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
      try await database.execute(
        SQLFragment(raw: "INSERT INTO t VALUES (?, ?), (?, ?), (?, ?)", values: [1, "one", 2, "two", 3, "three"]))
      try await database.execute(SQLFragment(raw: "UPDATE t SET b = ? || b WHERE a = ?", values: ["un", 1]))
      let queries: [(String, [SQLValue], [[SQLValue]])] = [
        ("SELECT a FROM t WHERE b = ?", ["two"], [[2]]), ("SELECT a FROM t WHERE a > ? ORDER BY a", [1], [[2], [3]]),
        ("SELECT a FROM t ORDER BY a LIMIT ?", [2], [[1], [2]]),
        ("SELECT a FROM t ORDER BY a LIMIT ? OFFSET ?", [1, 1], [[2]]),
        (
          "SELECT length(b), count(*) FROM t GROUP BY length(b) HAVING count(*) > ? ORDER BY 1", [0],
          [[3, 1], [5, 2]]
        ),
        ("SELECT CASE a WHEN ? THEN ? ELSE ? END FROM t ORDER BY a", [2, "x", "y"], [["y"], ["x"], ["y"]]),
        ("SELECT substr(b, ?, ?) FROM t WHERE a = 3", [2, 3], [["hre"]]),
        ("SELECT a FROM t WHERE a IN (?, ?) ORDER BY a", [3, 1], [[1], [3]]),
        ("SELECT a FROM t WHERE a NOT IN (?, ?)", [3, 1], [[2]]),
        ("SELECT a FROM t WHERE a BETWEEN ? AND ? ORDER BY a", [2, 3], [[2], [3]]),
        ("SELECT a FROM t WHERE b LIKE ? ESCAPE ? ORDER BY a", ["t%", "\\"], [[2], [3]]),
        ("SELECT a FROM t WHERE b GLOB ?", ["*w*"], [[2]]),
        ("SELECT x.a FROM t x JOIN t y ON y.a = x.a + ? ORDER BY 1", [1], [[1], [2]]),
        ("SELECT a FROM t ORDER BY abs(a - ?), a", [3], [[3], [2], [1]]),
        ("SELECT (SELECT b FROM t WHERE a = ?)", [2], [["two"]]),
        ("SELECT EXISTS (SELECT 1 FROM t WHERE a = ?)", [9], [[0]]),
        ("WITH c (v) AS (SELECT ?) SELECT v FROM c", ["cte"], [["cte"]]),
        ("VALUES (?), (?)", [1, 2], [[1], [2]]), ("SELECT CAST(? AS TEXT)", [5], [["5"]]),
        ("SELECT ? = 'A' COLLATE NOCASE", ["a"], [[1]]), ("SELECT ? IS NULL, NOT ?, -?", [nil, 0, 4], [[1, 1, -4]]),
        ("SELECT ? UNION ALL SELECT ?", [1, 2], [[1], [2]]),
        ("SELECT max(?, ?), coalesce(?, ?)", [1, 2, nil, 3], [[2, 3]]),
      ]
      for (sql, values, rows) in queries {
        await test.expectRows(database, SQLFragment(raw: sql, values: values), rows)
      }
      try await database.execute(
        SQLFragment(raw: "INSERT INTO t SELECT a + ?, ? FROM t WHERE a = ?", values: [10, "z", 1]))
      try await database.execute(SQLFragment(raw: "DELETE FROM t WHERE a IN (?, ?)", values: [1, 2]))
      await test.expectRows(database, "SELECT a, b FROM t ORDER BY a", [[3, "three"], [11, "z"]])
      try await database.execute(SQLFragment(raw: "CREATE TABLE c AS SELECT ? AS v", values: ["made"]))
      await test.expectRows(database, "SELECT v FROM c", [["made"]])
    },
  ]

  static let refusals: [ConformanceCase] = [
    ConformanceCase(
      "BIND-14", "a limit that is no integer fails with code 20", .core,
      "https://sqlite.org/lang_select.html#limitoffset",
      "LIMIT and OFFSET MUST fail with .mismatch for a bound value that is not losslessly an integer."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (v)")
      try await database.execute("INSERT INTO t VALUES (1), (2), (3)")
      for value: SQLValue in ["two", 1.5, nil, .blob([0x31]), ""] {
        await test.expectError(
          .mismatch, extended: 20, database, SQLFragment(raw: "SELECT v FROM t LIMIT ?", values: [value]))
        await test.expectError(
          .mismatch, extended: 20, database, SQLFragment(raw: "SELECT v FROM t LIMIT 1 OFFSET ?", values: [value]))
      }
      for (value, count) in [(2, 2), ("2", 2), (2.0, 2), (0, 0), (-1, 3)] as [(SQLValue, Int)] {
        let rows = try await test.rows(database, SQLFragment(raw: "SELECT v FROM t LIMIT ?", values: [value]))
        test.expectEqual(rows.count, count, "a limit of \(value.exactDescription)")
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "BIND-15", "a parameter in place of a name is a syntax error", .core, variables,
      "Names of tables and columns MUST NOT be parameters."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (a, b)")
      let texts = [
        "SELECT * FROM ?", "SELECT 1 AS ?", "SELECT t.? FROM t", "INSERT INTO ? VALUES (1, 2)",
        "INSERT INTO t (?) VALUES (1)", "UPDATE t SET ? = 1", "DELETE FROM ?", "CREATE TABLE ? (v)", "DROP TABLE ?",
        "CREATE TABLE u (? TEXT)", "SELECT a FROM t ORDER BY a COLLATE ?", "SELECT CAST(a AS ?) FROM t",
        "PRAGMA user_version = ?", "SELECT ? ?",
      ]
      for text in texts {
        await test.expectError(
          .syntax, extended: 1, database, SQLFragment(raw: text, values: ["t"]), "a parameter is no name")
      }
      await test.expectUsable(database)
      await test.expectValue(
        database, "SELECT count(*) FROM sqlite_master WHERE name <> 'sqlite_sequence'", 1, "nothing was made")
      await test.expectRows(
        database, "SELECT \(identifier: "a") FROM \(identifier: "t")", [], "a name is interpolated as an identifier")
    },
    ConformanceCase(
      "BIND-16", "parameters are refused in what is stored in the schema", .core,
      "https://sqlite.org/lang_createview.html",
      "Views, defaults, checks, partial indexes and triggers MUST refuse parameters with code 1."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (a, b)")
      let texts: [(String, DatabaseError.Code)] = [
        ("CREATE VIEW v AS SELECT ?", .statementFailed),
        ("CREATE VIEW v AS SELECT a FROM t WHERE a = ?", .statementFailed),
        ("CREATE TABLE d (v DEFAULT (?))", .statementFailed), ("CREATE TABLE d (v DEFAULT ?)", .syntax),
        ("CREATE TABLE d (v CHECK (v > ?))", .statementFailed),
        ("CREATE INDEX i ON t (a) WHERE a > ?", .statementFailed),
        ("CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT ?; END", .statementFailed),
      ]
      for (text, code) in texts {
        await test.expectError(code, extended: 1, database, SQLFragment(raw: text, values: [1]))
      }
      await test.expectValue(
        database, "SELECT count(*) FROM sqlite_master WHERE name <> 'sqlite_sequence'", 1, "nothing was made")
      await test.expectUsable(database)
    },
  ]
}
