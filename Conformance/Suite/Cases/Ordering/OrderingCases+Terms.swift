import Quarry

extension OrderingCases {
  static let reference = "https://sqlite.org/lang_select.html#orderby"

  /// ORD-01 to ORD-05.
  static let terms: [ConformanceCase] = [
    ConformanceCase(
      "ORD-01", "ORDER BY over values of all storage classes", .core, reference,
      "NULL MUST come first, then numbers by value, then texts, then blobs, by bytes."
    ) { test in
      let database = try await OrderingTables.database(test)
      let ascending = oneColumn(2, 9, 15, 7, 5, 11, 16, 3, 13, 14, 12, 6, 8, 1, 10, 4)
      let descending = oneColumn(4, 10, 1, 8, 6, 12, 14, 13, 3, 11, 16, 5, 7, 15, 2, 9)
      for isIndexed in [false, true] {
        if isIndexed { try await test.run(database, "CREATE INDEX m_v ON m (v)") }
        await test.expectRows(database, "SELECT n FROM m ORDER BY v, n", ascending)
        await test.expectRows(database, "SELECT n FROM m ORDER BY v ASC, n", ascending)
        await test.expectRows(database, "SELECT n FROM m ORDER BY v DESC, n", descending)
        await test.expectRows(database, "SELECT n FROM m ORDER BY v DESC, n DESC", ascending.reversed())
        await test.expectRows(database, query: Mixed.order { ($0.value, $0.number) }.select { $0.number }, ascending)
        await test.expectRows(
          database, query: Mixed.order { ($0.value.descending, $0.number) }.select { $0.number }, descending)
      }
    },
    ConformanceCase(
      "ORD-02", "ASC and DESC, several keys, an expression, an alias, a position", .core, reference,
      "Rows MUST be ordered by the first term, those that are equal by the next; a number alone is a position."
    ) { test in
      let database = try await OrderingTables.database(test)
      let expected: [(String, [[SQLValue]])] = [
        ("SELECT a, b FROM t ORDER BY a, b", [[1, "x"], [1, "z"], [2, "a"], [2, "y"], [3, nil]]),
        ("SELECT a, b FROM t ORDER BY a DESC, b", [[3, nil], [2, "a"], [2, "y"], [1, "x"], [1, "z"]]),
        ("SELECT a, b FROM t ORDER BY a, b DESC", [[1, "z"], [1, "x"], [2, "y"], [2, "a"], [3, nil]]),
        ("SELECT a, b FROM t ORDER BY c * -1, a", [[3, nil], [2, "a"], [1, "x"], [2, "y"], [1, "z"]]),
        ("SELECT a AS k, b FROM t ORDER BY k DESC, b", [[3, nil], [2, "a"], [2, "y"], [1, "x"], [1, "z"]]),
        ("SELECT a, b FROM t ORDER BY 2, 1", [[3, nil], [2, "a"], [1, "x"], [2, "y"], [1, "z"]]),
        ("SELECT a, b FROM t ORDER BY 2 DESC", [[1, "z"], [2, "y"], [1, "x"], [2, "a"], [3, nil]]),
        ("SELECT a, b FROM t ORDER BY length(b), b", [[3, nil], [2, "a"], [1, "x"], [2, "y"], [1, "z"]]),
        ("SELECT -a AS a, b FROM t ORDER BY a, b", [[-3, nil], [-2, "a"], [-2, "y"], [-1, "x"], [-1, "z"]]),
        ("SELECT -a AS a, b FROM t ORDER BY a + 0, b", [[-1, "x"], [-1, "z"], [-2, "a"], [-2, "y"], [-3, nil]]),
        ("SELECT a, b FROM t ORDER BY 1 + 1, b", [[3, nil], [2, "a"], [1, "x"], [2, "y"], [1, "z"]]),
        ("SELECT a, b FROM t ORDER BY (SELECT 1), b DESC", [[1, "z"], [2, "y"], [1, "x"], [2, "a"], [3, nil]]),
      ]
      for (sql, rows) in expected { await test.expectRows(database, SQLFragment(raw: sql), rows, sql) }
      // A parameter is a value, never a position.
      await test.expectRows(database, "SELECT id FROM t ORDER BY \(2), id DESC", oneColumn(5, 4, 3, 2, 1))
      await test.expectRows(
        database, query: Ranked.order { ($0.a.descending, $0.b.ascending) }.select { ($0.a, $0.b) },
        [[3, nil], [2, "a"], [2, "y"], [1, "x"], [1, "z"]])
      await test.expectRows(
        database, query: Ranked.order { $0.a }.order { $0.b.descending }.select { ($0.a, $0.b) },
        [[1, "z"], [1, "x"], [2, "y"], [2, "a"], [3, nil]])
      await test.expectRows(
        database, query: Ranked.order { ($0.c * -1, $0.a) }.select { ($0.a, $0.b) },
        [[3, nil], [2, "a"], [1, "x"], [2, "y"], [1, "z"]])
      await test.expectRows(
        database, query: Ranked.select { ($0.a, $0.b) }.order { ($1, $0.descending) },
        [[3, nil], [2, "a"], [1, "x"], [2, "y"], [1, "z"]])
    },
    ConformanceCase(
      "ORD-03", "ORDER BY a position that is not there", .core, reference,
      "A position below 1 or beyond the columns MUST be refused with code 1."
    ) { test in
      let database = try await OrderingTables.database(test)
      await test.expectEngineErrors(
        database,
        [
          "SELECT a FROM t ORDER BY 3", "SELECT a FROM t ORDER BY 0", "SELECT a FROM t ORDER BY -1",
          "SELECT a FROM t UNION SELECT b FROM t ORDER BY 2", "SELECT a, b FROM t GROUP BY 3",
          "SELECT a FROM t ORDER BY 1, 2", "SELECT a FROM t ORDER BY missing",
        ])
      await test.expectUsable(database)
    },
    ConformanceCase(
      "ORD-04", "ORDER BY behind a compound SELECT orders the whole", .core,
      "https://sqlite.org/lang_select.html#compound_select_statements",
      "ORDER BY and LIMIT MUST be at the end and apply to all arms together."
    ) { test in
      let database = try await OrderingTables.database(test)
      let expected: [(String, [[SQLValue]])] = [
        (
          "SELECT a FROM t UNION ALL SELECT b FROM t ORDER BY 1",
          [[nil], [1], [1], [2], [2], [3], ["a"], ["x"], ["y"], ["z"]]
        ),
        (
          "SELECT a AS x FROM t UNION SELECT b FROM t ORDER BY x DESC",
          [["z"], ["y"], ["x"], ["a"], [3], [2], [1], [nil]]
        ),
        (
          "SELECT a FROM t WHERE a < 3 UNION ALL SELECT a + 10 FROM t WHERE a = 3 ORDER BY a DESC LIMIT 3",
          [[13], [2], [2]]
        ),
        (
          """
          SELECT * FROM (SELECT a FROM t ORDER BY a DESC LIMIT 2) UNION ALL
          SELECT * FROM (SELECT a FROM t ORDER BY a LIMIT 1) ORDER BY 1
          """, [[1], [2], [3]]
        ),
      ]
      for (sql, rows) in expected { await test.expectRows(database, SQLFragment(raw: sql), rows, sql) }
      await test.expectEngineErrors(
        database,
        [
          "SELECT a FROM t UNION SELECT c FROM t ORDER BY b", "SELECT a FROM t ORDER BY a UNION SELECT 1",
          "SELECT a FROM t LIMIT 1 UNION SELECT 1",
        ])
      let low = Ranked.where { $0.a < 3 }.select { $0.a }
      let high = Ranked.where { $0.a == 3 }.select { ($0.a + 10) }
      await test.expectRows(
        database, query: low.unionAll(high).order { $0.descending }.limit(3), [[13], [2], [2]], "typed: the whole")
      await test.expectRows(
        database,
        query: Ranked.order { $0.a.descending }.limit(2).select { $0.a }
          .unionAll(Ranked.order { $0.a }.limit(1).select { $0.a }).order { $0 },
        [[1], [2], [3]], "typed: arms with an order and a limit of their own")
    },
    ConformanceCase(
      "ORD-05", "NULLs come first in ASC, last in DESC", .core, reference,
      "NULL MUST count as smaller than anything else in an order."
    ) { test in
      let database = try await OrderingTables.database(test)
      for isIndexed in [false, true] {
        if isIndexed { try await test.run(database, "CREATE INDEX t_c ON t (c)", "CREATE INDEX t_cd ON t (c DESC)") }
        await test.expectRows(database, "SELECT c FROM t ORDER BY c", [[nil], [0.5], [1.5], [2.5], [9.0]])
        await test.expectRows(database, "SELECT c FROM t ORDER BY c DESC", [[9.0], [2.5], [1.5], [0.5], [nil]])
        await test.expectRows(database, query: Ranked.order { $0.c }.select { $0.c }.limit(2), [[nil], [0.5]])
        await test.expectRows(
          database, query: Ranked.order { $0.c.descending }.select { $0.c }, [[9.0], [2.5], [1.5], [0.5], [nil]])
        await test.expectRows(database, "SELECT min(c), max(c) FROM t", [[0.5, 9.0]])
      }
    },
  ]
}
