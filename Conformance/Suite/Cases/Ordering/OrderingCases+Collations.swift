import Quarry

extension OrderingCases {
  private static let collationReference = "https://sqlite.org/datatype3.html#collation"

  /// ORD-10 to ORD-14.
  static let collations: [ConformanceCase] = [
    ConformanceCase(
      "ORD-10", "BINARY, NOCASE and RTRIM in ORDER BY, =, DISTINCT, GROUP BY, UNIQUE and IN", .core, collationReference,
      "NOCASE MUST fold the 26 letters of ASCII alone, RTRIM MUST ignore blanks at the end alone, BINARY nothing."
    ) { test in
      let database = try await OrderingTables.database(test)
      await test.expectRows(database, "SELECT id FROM co ORDER BY s, id", oneColumn(8, 2, 4, 1, 3, 7, 5, 6))
      await test.expectRows(
        database, "SELECT id FROM co ORDER BY s COLLATE BINARY, id", oneColumn(8, 2, 3, 7, 4, 1, 5, 6))
      await test.expectRows(database, "SELECT id FROM d ORDER BY r, id", oneColumn(4, 5, 1, 2, 3, 6))
      await test.expectRows(
        database, "SELECT lower(s), count(*) FROM d GROUP BY s ORDER BY 1", [["a", 3], ["b", 2], ["b ", 1]])
      await test.expectRows(database, "SELECT count(*) FROM d GROUP BY r ORDER BY 1", [[1], [1], [4]])
      await test.expectRows(
        database,
        "SELECT s IN ('A', 'q'), s IN ('B ', 'q'), r IN ('x  ', 'q'), r = 'x     ', r = 'X' FROM d ORDER BY id",
        [
          [1, 0, 1, 1, 0], [1, 0, 1, 1, 0], [0, 0, 1, 1, 0], [0, 0, 0, 0, 0], [0, 1, 0, 0, 1], [1, 0, 1, 1, 0],
        ])
      await test.expectExpressions(
        database,
        [
          "'a' = 'A' COLLATE NOCASE": 1, "'ä' = 'Ä' COLLATE NOCASE": 0, "'a' = 'a  ' COLLATE RTRIM": 1,
          "'a' = ' a' COLLATE RTRIM": 0, "'a' = 'a' || char(9) COLLATE RTRIM": 0, "'a' = 'A ' COLLATE NOCASE": 0,
          "'a ' = 'a' COLLATE BINARY": 0, "'a' < 'B' COLLATE NOCASE": 1, "'a' < 'B' COLLATE BINARY": 0,
          "'Z' < '_' COLLATE NOCASE": 0, "'Z' < '_'": 1, "'z' > '_' COLLATE NOCASE": 1, "'a' = 'A' COLLATE nocase": 1,
          "'a' COLLATE NOCASE IN ('A', 'q')": 1, "'[' < 'a' COLLATE NOCASE": 1, "'' = ' ' COLLATE RTRIM": 1,
        ])
      try await test.run(
        database, "CREATE TABLE un (s TEXT COLLATE NOCASE UNIQUE, r TEXT COLLATE RTRIM UNIQUE)",
        "INSERT INTO un VALUES ('a', 'b'), ('Ä', ' b'), ('ä', 'B')")
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO un VALUES ('A', 'c')")
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO un VALUES ('c', 'b  ')")
      await test.expectRows(database, "SELECT count(*) FROM un", [[3]])
      await test.expectRows(
        database, query: Cased.order { ($0.text, $0.id) }.select { $0.id }, oneColumn(8, 2, 4, 1, 3, 7, 5, 6))
      await test.expectRows(
        database, query: Cased.order { ($0.text.collate(.binary), $0.id) }.select { $0.id },
        oneColumn(8, 2, 3, 7, 4, 1, 5, 6))
      await test.expectRows(
        database, query: Cased.where { $0.text == "B" }.order { $0.id }.select { $0.id }, oneColumn(1, 3))
      await test.expectRows(
        database, query: Similar.where { $0.trimmed == "x    " }.order { $0.id }.select { $0.id },
        oneColumn(1, 2, 3, 6))
      await test.expectRows(
        database, query: Similar.all.group { $0.trimmed }.select { _ in SQL.count() }.order { $0 }, [[1], [1], [4]])
    },
    ConformanceCase(
      "ORD-11", "The collation of the column, of an index, and the explicit one", .core, collationReference,
      "An explicit COLLATE MUST win over the column's; the collation of an index MUST never change an answer."
    ) { test in
      let database = try await OrderingTables.database(test)
      for index in [nil, "CREATE INDEX co_b ON co (s COLLATE BINARY)", "CREATE INDEX co_n ON co (s)"] {
        if let index { try await test.run(database, index) }
        let name = index ?? "no index"
        await test.expectRows(database, "SELECT id FROM co ORDER BY s, id", oneColumn(8, 2, 4, 1, 3, 7, 5, 6), name)
        await test.expectRows(
          database, "SELECT id FROM co ORDER BY s COLLATE BINARY, id", oneColumn(8, 2, 3, 7, 4, 1, 5, 6), name)
        await test.expectRows(
          database, "SELECT id FROM co WHERE s > 'a' ORDER BY s COLLATE BINARY, id", oneColumn(3, 7, 1, 5, 6), name)
        await test.expectRows(
          database, "SELECT id FROM co WHERE s COLLATE BINARY >= 'a' ORDER BY id", oneColumn(1, 4, 5, 6), name)
        await test.expectRows(
          database, "SELECT id FROM co ORDER BY s || '', id", oneColumn(8, 2, 3, 7, 4, 1, 5, 6), name)
        await test.expectRows(database, "SELECT id FROM co WHERE s = 'A' ORDER BY id", oneColumn(2, 4), name)
        await test.expectRows(database, "SELECT min(s), max(s) FROM co WHERE id <> 4", [["A", "ä"]], name)
        await test.expectRows(
          database, query: Cased.where { $0.text.collate(.binary) >= "a" }.order { $0.id }.select { $0.id },
          oneColumn(1, 4, 5, 6), "typed: \(name)")
      }
      await test.expectRows(
        database, "SELECT x FROM (SELECT s AS x, id FROM co) ORDER BY x, id LIMIT 3", [[nil], ["A"], ["a"]])
      await test.expectRows(
        database, "SELECT s COLLATE BINARY AS x FROM co ORDER BY x LIMIT 4", [[nil], ["A"], ["B"], ["Z"]])
    },
    ConformanceCase(
      "ORD-12", "An unknown collation is error 1", .core, collationReference,
      "A collation that is not there MUST be refused where it is needed, and the connection MUST stay usable."
    ) { test in
      let database = try await OrderingTables.database(test)
      await test.expectError(.noSuchObject, database, "SELECT b FROM t ORDER BY b COLLATE missing")
      await test.expectError(.noSuchObject, database, "SELECT 'a' = 'b' COLLATE missing")
      await test.expectEngineErrors(
        database,
        [
          "SELECT b FROM t ORDER BY b COLLATE missing", "SELECT id FROM t WHERE b = 'x' COLLATE missing",
          "SELECT max(b COLLATE missing) FROM t", "CREATE INDEX t_b ON t (b COLLATE missing)",
        ])
      await test.expectError(.noSuchObject, "typed: an unknown collation") {
        try await database.fetchAll(Ranked.order { $0.b.collate("missing") })
      }
      await test.expectRows(database, "SELECT count(*) FROM t", [[5]])
    },
    ConformanceCase(
      "ORD-13", "A table whose index needs a collation that is not registered leaves the others usable",
      .driver(.local), "https://sqlite.org/c3ref/create_collation.html",
      "Statements that need the missing collation MUST fail; other tables MUST stay readable and writable.",
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "ORD-14", "A collation of the program: used by ORDER BY and an index, with NUL, and taken away again",
      .driver(.local), "https://sqlite.org/c3ref/create_collation.html",
      "The collation MUST be given whole texts, decide orders and comparisons, and be unknown after its removal.",
      body: ConformanceCase.inEngineLayer),
  ]
}
