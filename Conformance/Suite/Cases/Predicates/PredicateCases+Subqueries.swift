import Quarry

/// A table of one column without affinity, under a name that the case gives.
private enum Lists {
  static func create(in executor: some SQLExecutor) async throws {
    for statement in [
      "CREATE TABLE some (x)", "CREATE TABLE none (x)", "CREATE TABLE nulls (x)", "INSERT INTO some VALUES (1), (2)",
      "INSERT INTO nulls VALUES (1), (NULL)", "CREATE TABLE two (a, b)",
    ] { _ = try await executor.execute(SQLFragment(raw: statement)) }
  }

  struct Some: SQLDecodable {
    static let x = SQLColumn<SQLValue>("x")
    static let table = SQLTable("some", x)
    init(row: inout SQLRowReader<Self>) throws { _ = try row[Self.x] }
  }
  struct None: SQLDecodable {
    static let x = SQLColumn<SQLValue>("x")
    static let table = SQLTable("none", x)
    init(row: inout SQLRowReader<Self>) throws { _ = try row[Self.x] }
  }
  struct Nulls: SQLDecodable {
    static let x = SQLColumn<SQLValue>("x")
    static let table = SQLTable("nulls", x)
    init(row: inout SQLRowReader<Self>) throws { _ = try row[Self.x] }
  }
}

extension PredicateCases {
  private static let membershipReference = "https://sqlite.org/lang_expr.html#the_in_and_not_in_operators"

  /// PRED-16 to PRED-20.
  static let subqueries: [ConformanceCase] = [
    ConformanceCase(
      "PRED-16", "IN a subquery: the same as IN a list, and 0 for NULL in no rows", .core, membershipReference,
      "IN over the rows of a subquery MUST answer as IN over a list of the same values."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await Lists.create(in: database)
      try await test.expectOverOperands(database, "v IN (SELECT x FROM some)", "-010000000") {
        $0.value.in(Lists.Some.select { $0.x })
      }
      try await test.expectOverOperands(database, "v IN (SELECT x FROM nulls)", "--1-------") {
        $0.value.in(Lists.Nulls.select { $0.x })
      }
      try await test.expectOverOperands(database, "v IN (SELECT x FROM none)", "0000000000") {
        $0.value.in(Lists.None.select { $0.x })
      }
      try await test.expectOverOperands(database, "v IN (SELECT x FROM some WHERE x > 1)", "-000000000") {
        $0.value.in(Lists.Some.where { $0.x > 1 }.select { $0.x })
      }
      try await test.expectOverOperands(database, "v IN (SELECT x FROM some WHERE x = n - 1)", "0010000000") { row in
        row.value.in(Lists.Some.where { $0.x == (row.number - 1).typed(as: SQLValue.self) }.select { $0.x })
      }
      await test.expectExpressions(
        database,
        [
          "1 IN (SELECT x FROM some)": 1, "3 IN (SELECT x FROM some)": 0, "1 IN (SELECT x FROM nulls)": 1,
          "3 IN (SELECT x FROM nulls)": nil, "NULL IN (SELECT x FROM some)": nil, "NULL IN (SELECT x FROM none)": 0,
          "1 IN (SELECT x FROM none)": 0, "NULL IN (SELECT x FROM nulls)": nil,
          "2 IN (SELECT x FROM some ORDER BY x LIMIT 1)": 0, "2 IN (SELECT x FROM some UNION SELECT 5)": 1,
        ])
      await test.expectError(.syntax, extended: 1, database, "SELECT 1 IN (SELECT a, b FROM two)")
    },
    ConformanceCase(
      "PRED-17", "NOT IN a subquery with a NULL row is never true", .core, membershipReference,
      "NOT IN over rows that hold a NULL MUST be NULL where nothing matches."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await Lists.create(in: database)
      try await test.expectOverOperands(database, "v NOT IN (SELECT x FROM some)", "-101111111") {
        $0.value.notIn(Lists.Some.select { $0.x })
      }
      try await test.expectOverOperands(database, "v NOT IN (SELECT x FROM nulls)", "--0-------") {
        $0.value.notIn(Lists.Nulls.select { $0.x })
      }
      try await test.expectOverOperands(database, "v NOT IN (SELECT x FROM none)", "1111111111") {
        $0.value.notIn(Lists.None.select { $0.x })
      }
      await test.expectRows(database, "SELECT n FROM operand WHERE v NOT IN (SELECT x FROM nulls)", [])
      await test.expectRows(
        database,
        query: Operand.where { $0.value.notIn(Lists.Nulls.select { $0.x }) }.select { $0.number }, [])
      await test.expectRows(
        database, "SELECT n FROM operand WHERE v NOT IN (SELECT x FROM nulls WHERE x IS NOT NULL) ORDER BY n",
        [[1], [3], [4], [5], [6], [7], [8], [9]])
    },
    ConformanceCase(
      "PRED-18", "IN with the name of a table", .core, membershipReference,
      "`x IN table` MUST be the same as `x IN (SELECT * FROM table)` for a table of one column."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await Lists.create(in: database)
      try await test.run(database, "CREATE VIEW seen AS SELECT x FROM some")
      try await test.expectOverOperands(database, "v IN some", "-010000000")
      try await test.expectOverOperands(database, "v IN nulls", "--1-------")
      try await test.expectOverOperands(database, "v IN none", "0000000000")
      try await test.expectOverOperands(database, "v NOT IN nulls", "--0-------")
      try await test.expectOverOperands(database, "v NOT IN main.some", "-101111111")
      try await test.expectOverOperands(database, "v IN seen", "-010000000")
      await test.expectError(.syntax, extended: 1, database, "SELECT 1 IN two")
      await test.expectError(.noSuchObject, extended: 1, database, "SELECT 1 IN missing")
    },
    ConformanceCase(
      "PRED-19", "EXISTS and NOT EXISTS: no row, one row of NULL, correlated", .core,
      "https://sqlite.org/lang_expr.html#the_exists_operator",
      "EXISTS MUST be 1 for any row, whatever it holds, 0 for none, and never NULL."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await Lists.create(in: database)
      await test.expectExpressions(
        database,
        [
          "EXISTS (SELECT x FROM none)": 0, "EXISTS (SELECT x FROM nulls WHERE x IS NULL)": 1,
          "EXISTS (SELECT NULL)": 1, "NOT EXISTS (SELECT x FROM none)": 1, "NOT EXISTS (SELECT NULL)": 0,
          "EXISTS (SELECT 1 WHERE 0)": 0, "EXISTS (SELECT count(*) FROM none)": 1,
          "EXISTS (SELECT x, x FROM some)": 1, "EXISTS (SELECT x FROM some LIMIT 1 OFFSET 2)": 0,
          "typeof(EXISTS (SELECT NULL))": "integer",
        ])
      try await test.expectOverOperands(database, "EXISTS (SELECT 1 FROM some WHERE x = v)", "0010000000") { row in
        Lists.Some.where { $0.x == row.value }.exists
      }
      try await test.expectOverOperands(database, "NOT EXISTS (SELECT 1 FROM some WHERE x = v)", "1101111111") { row in
        Lists.Some.where { $0.x == row.value }.notExists
      }
      try await test.expectOverOperands(database, "EXISTS (SELECT 1 FROM nulls WHERE x IS v)", "1010000000") { row in
        SQL.exists(Lists.Nulls.where { $0.x.is(row.value) })
      }
      try await test.expectOverOperands(database, "EXISTS (SELECT x FROM none)", "0000000000") { _ in
        Lists.None.all.exists
      }
      // Some engines take LIMIT 0 for LIMIT 1 there; the typed layer does not leave it to them.
      try await test.expectOverOperands(
        database, "EXISTS (SELECT * FROM (SELECT x FROM some LIMIT 0))", "0000000000"
      ) { _ in Lists.Some.all.limit(0).exists }
      try await test.expectOverOperands(database, "EXISTS (SELECT x FROM some LIMIT 5 OFFSET 1)", "1111111111") { _ in
        Lists.Some.all.limit(5).offset(1).exists
      }
      await test.expectRows(
        database, "SELECT n FROM operand WHERE NOT EXISTS (SELECT 1 FROM some WHERE x = v) ORDER BY n",
        [[0], [1], [3], [4], [5], [6], [7], [8], [9]])
    },
    ConformanceCase(
      "PRED-20", "A scalar subquery: no row gives NULL, of several rows the first counts", .core,
      "https://sqlite.org/lang_expr.html#subquery_expressions",
      "A scalar subquery MUST be the first column of its first row, or NULL without a row."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await Lists.create(in: database)
      await test.expectExpressions(
        database,
        [
          "(SELECT x FROM none)": nil, "(SELECT x FROM some ORDER BY x DESC)": 2,
          "(SELECT x FROM some ORDER BY x LIMIT 1 OFFSET 1)": 2, "(SELECT NULL)": nil,
          "typeof((SELECT x FROM none))": "null", "(SELECT max(x) FROM none)": nil, "(SELECT count(*) FROM none)": 0,
          "(SELECT x FROM some ORDER BY x) + 1": 2,
        ])
      await test.expectError(.syntax, extended: 1, database, "SELECT (SELECT x, x FROM some)")
      await test.expectRows(
        database,
        query: Operand.where { $0.number < 3 }.order { $0.number }.select { row in
          (
            row.number, SQL.scalar(Lists.None.select { $0.x }),
            SQL.scalar(Lists.Some.order { $0.x.descending }.select { $0.x }),
            SQL.scalar(Lists.Some.where { $0.x == row.value }.select { $0.x })
          )
        },
        [[0, nil, 2, nil], [1, nil, 2, nil], [2, nil, 2, 1]])
      await test.expectRows(
        database, "SELECT n, (SELECT x FROM some WHERE x = v) FROM operand WHERE n < 3 ORDER BY n",
        [[0, nil], [1, nil], [2, 1]])
      await test.expectRows(
        database, "SELECT n FROM operand WHERE v = (SELECT x FROM none) OR v = (SELECT max(x) FROM some) - 1", [[2]])
    },
  ]
}
