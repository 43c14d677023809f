import Quarry

extension CaseContext {
  /// Asserts the names of the columns of a result.
  func expectColumns(
    _ executor: some SQLExecutor, _ fragment: SQLFragment, _ names: [String], file: StaticString = #fileID,
    line: UInt = #line
  ) async {
    do {
      let row = try await executor.fetchOne(fragment.rows())
      expectEqual(row?.columnNames ?? [], names, "the columns of \(fragment.sql)", file: file, line: line)
    } catch {
      fail("the columns of \(fragment.sql)", expected: "\(names)", actual: "error: \(error)", file: file, line: line)
    }
  }
}

extension JoinCases {
  private static let usingReference = "https://sqlite.org/lang_select.html#using"

  /// JOIN-05 to JOIN-07 and JOIN-18.
  static let named: [ConformanceCase] = [
    ConformanceCase(
      "JOIN-05", "NATURAL JOIN: the common columns once, in the order of the left table", .core, usingReference,
      "A NATURAL JOIN MUST join on all columns that both sides have, and show each of them once."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT * FROM na NATURAL JOIN nb ORDER BY z", [[1, 10, "a", 100], [1, 10, "a", 400]])
      await test.expectColumns(database, "SELECT * FROM na NATURAL JOIN nb", ["id", "x", "y", "z"])
      await test.expectRows(
        database, "SELECT * FROM nb NATURAL JOIN na ORDER BY z", [["a", 100, 10, 1], ["a", 400, 10, 1]])
      await test.expectColumns(database, "SELECT * FROM nb NATURAL JOIN na", ["y", "z", "x", "id"])
      await test.expectRows(
        database, "SELECT x, y, na.x, nb.y FROM na NATURAL INNER JOIN nb ORDER BY z",
        [[10, "a", 10, "a"], [10, "a", 10, "a"]])
      // Without common columns it is the product.
      await test.expectRows(
        database, "SELECT id, w FROM na NATURAL JOIN nc ORDER BY 1, 2",
        [[1, 7], [1, 8], [2, 7], [2, 8], [3, 7], [3, 8]])
      await test.expectError(.syntax, extended: 1, database, "SELECT * FROM na NATURAL JOIN nb ON na.x = nb.x")
    },
    ConformanceCase(
      "JOIN-06", "NATURAL LEFT JOIN", .core, usingReference,
      "A NATURAL LEFT JOIN MUST keep every left row, with the common columns of the left side."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT * FROM na NATURAL LEFT JOIN nb ORDER BY id, z",
        [[1, 10, "a", 100], [1, 10, "a", 400], [2, 20, "b", nil], [3, nil, "c", nil]])
      await test.expectRows(
        database, "SELECT * FROM nb NATURAL LEFT OUTER JOIN na ORDER BY z",
        [["a", 100, 10, 1], ["q", 200, 20, nil], ["c", 300, nil, nil], ["a", 400, 10, 1]])
      await test.expectColumns(database, "SELECT * FROM nb NATURAL LEFT JOIN na", ["y", "z", "x", "id"])
      await test.expectRows(
        database, "SELECT id, x, nb.x, nb.z FROM na NATURAL LEFT JOIN nb ORDER BY id, z",
        [[1, 10, 10, 100], [1, 10, 10, 400], [2, 20, nil, nil], [3, nil, nil, nil]])
    },
    ConformanceCase(
      "JOIN-07", "JOIN USING: one merged column, several columns, qualified names", .core, usingReference,
      "USING MUST join on equal columns of the names, show them once, and leave the qualified names usable."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT * FROM na JOIN nb USING (x) ORDER BY id, z",
        [[1, 10, "a", "a", 100], [1, 10, "a", "a", 400], [2, 20, "b", "q", 200]])
      await test.expectColumns(database, "SELECT * FROM na JOIN nb USING (x)", ["id", "x", "y", "y", "z"])
      await test.expectRows(
        database, "SELECT * FROM na JOIN nb USING (x, y) ORDER BY id, z", [[1, 10, "a", 100], [1, 10, "a", 400]])
      await test.expectRows(
        database, "SELECT x, na.x, nb.x, na.y, nb.y FROM na JOIN nb USING (x) ORDER BY z",
        [[10, 10, 10, "a", "a"], [20, 20, 20, "b", "q"], [10, 10, 10, "a", "a"]])
      await test.expectRows(
        database, "SELECT x, nb.x, id, z FROM na LEFT JOIN nb USING (x) ORDER BY id, z",
        [[10, 10, 1, 100], [10, 10, 1, 400], [20, 20, 2, 200], [nil, nil, 3, nil]])
      await test.expectRows(
        database, "SELECT na.*, nb.* FROM na JOIN nb USING (x) WHERE id = 2", [[2, 20, "b", "q", 200, 20]])
      await test.expectError(.syntax, extended: 1, database, "SELECT * FROM na JOIN nb USING (id)")
      await test.expectError(.syntax, extended: 1, database, "SELECT y FROM na JOIN nb USING (x)")
    },
    ConformanceCase(
      "JOIN-18", "The order of the columns of * and t.* for every kind of join", .core,
      "https://sqlite.org/lang_select.html#generation_of_the_set_of_result_rows",
      "* MUST list the columns of the tables from left to right, t.* those of one table, in their declared order."
    ) { test in
      let database = try await JoinTables.database(test)
      let both = ["id", "k", "s", "id", "k", "t"]
      for kind in ["JOIN b ON a.k = b.k", ", b", "CROSS JOIN b", "LEFT JOIN b ON a.k = b.k", "INNER JOIN b"] {
        let source = SQLFragment(raw: "a \(kind)")
        await test.expectColumns(database, "SELECT * FROM \(source)", both)
        await test.expectColumns(database, "SELECT a.*, b.* FROM \(source)", both)
        await test.expectColumns(database, "SELECT b.*, a.* FROM \(source)", ["id", "k", "t", "id", "k", "s"])
        await test.expectColumns(database, "SELECT b.* FROM \(source)", ["id", "k", "t"])
        await test.expectColumns(database, "SELECT a.id, *, 1 AS n FROM \(source)", ["id"] + both + ["n"])
      }
      await test.expectColumns(database, "SELECT * FROM na NATURAL JOIN nb", ["id", "x", "y", "z"])
      await test.expectColumns(database, "SELECT * FROM na JOIN nb USING (y)", ["id", "x", "y", "z", "x"])
      await test.expectColumns(
        database, "SELECT * FROM a AS p, a AS q, e WHERE 0 UNION ALL SELECT 1, 2, 3, 4, 5, 6, 7, 8",
        ["id", "k", "s", "id", "k", "s", "id", "k"])
      await test.expectColumns(database, "SELECT * FROM (SELECT t, id FROM b), (SELECT 1 AS x)", ["t", "id", "x"])
      await test.expectRows(
        database, "SELECT *, b.*, a.id FROM a LEFT JOIN b ON a.k = b.k WHERE a.id = 2",
        [[2, 20, "y", nil, nil, nil, nil, nil, nil, 2]])
      for (kind, feature) in [("RIGHT JOIN", SQLFeature.rightJoin), ("FULL JOIN", .fullJoin)]
      where test.section(kind, requires: .feature(feature)) {
        await test.expectColumns(database, SQLFragment(raw: "SELECT * FROM a \(kind) b ON a.k = b.k"), both)
        await test.expectColumns(
          database, SQLFragment(raw: "SELECT * FROM na NATURAL \(kind) nb"), ["id", "x", "y", "z"])
      }
    },
  ]
}
