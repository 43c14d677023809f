import Quarry

/// A pair of columns for row values.
private struct Grid: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let a = SQLColumn<Int64?>("a")
  static let b = SQLColumn<Int64?>("b")
  static let table = SQLTable("grid", id, a, b)
  init(row: inout SQLRowReader<Self>) throws { _ = (try row[Self.id], try row[Self.a], try row[Self.b]) }

  static func create(in executor: some SQLExecutor) async throws {
    _ = try await executor.execute("CREATE TABLE grid (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)")
    _ = try await executor.execute(
      "INSERT INTO grid VALUES (1, 1, 2), (2, 1, NULL), (3, NULL, 2), (4, NULL, NULL), (5, 3, 4), (6, 1, 1)")
  }
}

extension PredicateCases {
  /// PRED-33 to PRED-36.
  static let gated: [ConformanceCase] = [
    ConformanceCase(
      "PRED-33", "Row values: comparison, IN and BETWEEN with NULL parts", .gated(.rowValues),
      "https://sqlite.org/rowvalue.html",
      "Row values MUST be compared from the left, part by part, and NULL only where a NULL decides.",
      absent: { test in
        try await test.expectAbsence()
        try await expectTypedRows(test, try await test.database(), nativeOnly: false)
      }
    ) { test in
      let database = try await test.database()
      await test.expectExpressions(
        database,
        [
          "(1, 2) = (1, 2)": 1, "(1, 2) = (1, 3)": 0, "(1, NULL) = (1, NULL)": nil, "(1, NULL) = (2, NULL)": 0,
          "(1, 2) < (1, 3)": 1, "(1, 2) < (1, NULL)": nil, "(1, 2) < (2, NULL)": 1, "(2, NULL) < (1, 2)": 0,
          "(NULL, 1) < (1, 1)": nil, "(1, 2) IS (1, 2)": 1, "(1, NULL) IS (1, NULL)": 1,
          "(1, NULL) IS NOT (1, NULL)": 0,
          "(1, 2) <> (1, NULL)": nil, "(1, 2) <> (2, NULL)": 1, "(1, 2) >= (1, 2)": 1, "(1, 2) > (1, 1)": 1,
          "(1, 'a') < (1, x'')": 1,
        ])
      await test.expectExpressions(
        database,
        [
          "(2, 2) BETWEEN (1, 9) AND (3, 0)": 1, "(1, NULL) BETWEEN (1, 1) AND (1, 3)": nil,
          "(2, NULL) BETWEEN (1, 1) AND (3, 3)": 1, "(0, NULL) BETWEEN (1, 1) AND (3, 3)": 0,
          "(1, 2) IN (VALUES (1, 2), (3, 4))": 1, "(1, 3) IN (VALUES (1, 2), (3, 4))": 0,
          "(1, NULL) IN (VALUES (1, 2), (3, 4))": nil, "(5, NULL) IN (VALUES (1, 2), (3, 4))": 0,
          "(1, 2) IN (VALUES (1, NULL))": nil, "(3, 2) IN (VALUES (1, NULL))": 0,
          "(1, 2) NOT IN (VALUES (1, NULL))": nil, "(3, 2) NOT IN (VALUES (1, NULL))": 1,
          "(1, NULL) NOT IN (VALUES (3, 4))": 1, "(1, 1) IN (SELECT 1, 1 WHERE 0)": 0,
          "(NULL, NULL) IN (SELECT 1, 1 WHERE 0)": 0,
        ])
      for text in ["(1, 2) = (1, 2, 3)", "(1, 2) + 1", "(1, 2)"] {
        await test.expectError(.syntax, extended: 1, database, SQLFragment(raw: "SELECT \(text)"))
      }
      try await expectTypedRows(test, database, nativeOnly: true)
    },
    ConformanceCase(
      "PRED-34", "IS DISTINCT FROM is IS NOT, IS NOT DISTINCT FROM is IS", .gated(.isDistinctFrom),
      "https://sqlite.org/lang_expr.html#isdf",
      "IS DISTINCT FROM MUST answer as IS NOT for every pair, in both forms; typed, also where the engine lacks it.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database()
        await test.expectError(
          .syntax, extended: 1, database, "SELECT 1 IS DISTINCT FROM NULL", "the engine lacks it")
        try await OperandPair.create(in: database)
        try await expectDistinction(test, database)
      }
    ) { test in
      let database = try await test.database()
      try await OperandPair.create(in: database)
      for (operation, table) in [
        ("IS DISTINCT FROM", PredicateTables.notIdentical), ("IS NOT DISTINCT FROM", PredicateTables.identical),
      ] {
        let cells = PredicateTables.cells(table)
        let rows = try await test.rows(database, SQLFragment(raw: "SELECT l \(operation) r FROM pair ORDER BY n"))
        for index in cells.indices {
          test.expectIdentical(rows[index][0], cells[index], "pair \(index) \(operation)")
        }
      }
      try await expectDistinction(test, database)
    },
    ConformanceCase(
      "PRED-35", "TRUE, FALSE, IS TRUE and IS NOT FALSE over ten values", .gated(.trueFalseLiterals),
      "https://sqlite.org/lang_expr.html#booleanexpr",
      "TRUE and FALSE MUST be 1 and 0; IS TRUE and IS FALSE MUST ask for the truth of a value and never be NULL.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database()
        // There, the words are names of columns.
        for word in ["TRUE", "FALSE", "1 IS TRUE"] {
          await test.expectError(.noSuchObject, extended: 1, database, SQLFragment(raw: "SELECT \(word)"))
        }
        await test.expectRows(database, #"SELECT TRUE FROM (SELECT 5 AS "true")"#, [[5]])
        try await Operand.create(in: database)
        try await expectTypedTruth(test, database)
      }
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      for (condition, answers) in [
        ("v IS TRUE", "0011100100"), ("v IS FALSE", "0100011011"), ("v IS NOT TRUE", "1100011011"),
        ("v IS NOT FALSE", "1011100100"), ("v = TRUE", "-010000000"), ("v = FALSE", "-100000000"),
        ("v IN (TRUE, FALSE)", "-110000000"), ("NOT (v IS TRUE)", "1100011011"), ("(v IS TRUE) IS FALSE", "1100011011"),
      ] { try await test.expectOverOperands(database, condition, answers) }
      await test.expectExpressions(
        database,
        [
          "TRUE": 1, "FALSE": 0, "typeof(TRUE)": "integer", "TRUE + TRUE": 2, "NOT TRUE": 0, "TRUE AND NULL": nil,
          "FALSE OR NULL": nil, "'true' IS TRUE": 0, "2 IS TRUE": 1, "2 = TRUE": 0, "TRUE IS 1": 1,
          "0.5 IS TRUE": 1, "NULL IS NOT TRUE": 1, "NULL IS NOT FALSE": 1, "TRUE = 'true'": 0, "true": 1,
        ])
      try await expectTypedTruth(test, database)
    },
    ConformanceCase(
      "PRED-36", "IN ((SELECT …)) uses the whole subquery, before 3.41.0 its first row",
      .gated(.parenthesizedSubqueryIn),
      "https://sqlite.org/releaselog/3_41_0.html",
      "A subquery in double parentheses behind IN MUST be the list itself from 3.41.0 on, and one value before.",
      absent: { test in
        // Nothing fails there: the answer is another one, so that text which relies on it is refused when it says so.
        try await test.expectAbsence()
        await expectParentheses(test, try await test.database(), isWhole: false)
      }
    ) { test in
      await expectParentheses(test, try await test.database(), isWhole: true)
    },
  ]

  private static func expectTypedRows(_ test: CaseContext, _ database: Database, nativeOnly: Bool) async throws {
    try await Grid.create(in: database)
    func expectIDs(
      _ name: String, _ ids: [Int64], _ condition: @Sendable (SQLColumns<Grid>) -> SQLPredicate
    ) async {
      await test.expectRows(
        database, query: Grid.where(condition).order { $0.id }.select { $0.id },
        ids.map { [.integer($0)] }, name)
    }
    let one: (Int64?, Int64?) = (1, 2)
    let two: (Int64?, Int64?) = (3, 4)
    let open: (Int64?, Int64?) = (1, nil)
    await expectIDs("IN a list of rows", [1, 5]) { SQL.tuple($0.a, $0.b).in([one, two]) }
    await expectIDs("IN a list of rows with NULL", [5]) { SQL.tuple($0.a, $0.b).in([open, two]) }
    await expectIDs("NOT IN a list of rows", [5, 6]) { SQL.tuple($0.a, $0.b).notIn([one]) }
    await expectIDs("NOT IN a list of rows with NULL", [5]) { SQL.tuple($0.a, $0.b).notIn([open]) }
    await expectIDs("IN no rows", []) { SQL.tuple($0.a, $0.b).in([(Int64?, Int64?)]()) }
    await expectIDs("NOT IN no rows", [1, 2, 3, 4, 5, 6]) { SQL.tuple($0.a, $0.b).notIn([(Int64?, Int64?)]()) }
    guard nativeOnly else { return }
    await expectIDs("equal rows", [1]) { SQL.tuple($0.a, $0.b).equals(1, 2) }
    await expectIDs("not equal rows", [5, 6]) { !SQL.tuple($0.a, $0.b).equals(1, 2) }
    await expectIDs("rows before", [6]) { SQL.tuple($0.a, $0.b).isLess(than: 1, 2) }
    await expectIDs("rows behind", [1, 5]) { SQL.tuple($0.a, $0.b).isGreater(than: 1, 1) }
    await expectIDs("IN the rows of a query", [1, 5, 6]) { row in
      SQL.tuple(row.a, row.b).in(Grid.where { $0.a > 0 }.select { ($0.a, $0.b) })
    }
    await expectIDs("NOT IN the rows of a query", [5, 6]) { row in
      SQL.tuple(row.a, row.b).notIn(Grid.where { $0.id == 1 }.select { ($0.a, $0.b) })
    }
  }

  private static func expectDistinction(_ test: CaseContext, _ database: Database) async throws {
    let (different, same) = (
      PredicateTables.cells(PredicateTables.notIdentical), PredicateTables.cells(PredicateTables.identical)
    )
    let rows = try await database.fetchAll(
      OperandPair.order { $0.number }.select {
        ($0.left.isDistinct(from: $0.right), $0.left.isNotDistinct(from: $0.right))
      })
    test.expectEqual(rows.count, 100, "all pairs are there")
    for (index, row) in rows.enumerated() {
      test.expectIdentical(try row.0.sqlValue(), different[index], "typed: pair \(index) is distinct")
      test.expectIdentical(try row.1.sqlValue(), same[index], "typed: pair \(index) is not distinct")
    }
  }

  private static func expectTypedTruth(_ test: CaseContext, _ database: Database) async throws {
    try await test.expectOverOperands(database, "1", "1111111111") { _ in SQLPredicate.true }
    try await test.expectOverOperands(database, "0", "0000000000") { _ in SQLPredicate.false }
    try await test.expectOverOperands(database, "v = 1", "-010000000") { $0.value.typed(as: Bool?.self) == true }
    try await test.expectOverOperands(database, "v IS 0", "0100000000") { $0.value.typed(as: Bool?.self).is(false) }
    try await test.expectOverOperands(database, "v AND 1", "-011100100") {
      $0.value.typed(as: Bool?.self) && SQLPredicate.true
    }
  }

  private static func expectParentheses(_ test: CaseContext, _ database: Database, isWhole: Bool) async {
    let both = "(SELECT 1 UNION ALL SELECT 2 ORDER BY 1)"
    await test.expectExpressions(
      database,
      [
        "2 IN (\(both))": isWhole ? 1 : 0, "1 IN (\(both))": 1, "3 IN (\(both))": 0,
        "2 NOT IN (\(both))": isWhole ? 0 : 1, "1 IN ((SELECT 1 WHERE 0))": isWhole ? 0 : nil,
        "NULL IN ((SELECT 1 WHERE 0))": isWhole ? 0 : nil, "2 IN \(both)": 1, "2 IN (\(both), 7)": 0,
        "1 IN (\(both), 7)": 1,
      ])
  }
}
