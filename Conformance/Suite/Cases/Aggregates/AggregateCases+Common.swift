import Quarry

extension AggregateCases {
  private static let withReference = "https://sqlite.org/lang_with.html"

  /// AGG-13 to AGG-16 and AGG-26.
  static let common: [ConformanceCase] = [
    ConformanceCase(
      "AGG-13", "WITH: one, several, used twice, shadowing a table, in INSERT, UPDATE and DELETE",
      .gated(.commonTableExpressions), withReference,
      "A common table expression MUST be a table for its statement alone, and hide a real one of its name."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "WITH x AS (SELECT v FROM n WHERE v > 10) SELECT * FROM x ORDER BY 1", [[20], [30]])
      await test.expectRows(
        database,
        "WITH x (a, b) AS (SELECT id, v FROM n), y AS (SELECT a FROM x WHERE b = 10) SELECT a FROM y ORDER BY a",
        [[1], [5]])
      await test.expectRows(
        database,
        "WITH x AS (SELECT id, v FROM n) SELECT p.id, q.id FROM x AS p JOIN x AS q ON p.v = q.v AND p.id < q.id",
        [[1, 5]])
      await test.expectRows(database, "WITH n AS (SELECT 7 AS v) SELECT v FROM n", [[7]])
      await test.expectRows(
        database, "WITH e AS (SELECT count(*) AS c FROM n) SELECT c, (SELECT count(*) FROM main.e) FROM e", [[6, 0]])
      await test.expectRows(database, "SELECT (WITH x AS (SELECT 3 AS v) SELECT v FROM x) + 1", [[4]])
      await test.expectRows(database, "WITH x AS (VALUES (1, 'a'), (2, 'b')) SELECT count(*) FROM x", [[2]])
      try await test.run(
        database, "WITH x (i) AS (SELECT id FROM n WHERE g = 'a') INSERT INTO e SELECT i, i * 10 FROM x",
        "WITH x (i) AS (SELECT 1) UPDATE e SET v = v + 1 WHERE id IN (SELECT i FROM x)",
        "WITH x (i) AS (SELECT 2) DELETE FROM e WHERE id IN (SELECT i FROM x)")
      await test.expectRows(database, "SELECT id, v FROM e", [[1, 11]])
      await test.expectEngineErrors(
        database,
        ["WITH x (a, b) AS (SELECT 1) SELECT * FROM x", "WITH x AS (SELECT 1), x AS (SELECT 2) SELECT * FROM x"])
      let some = SQLCommonTable(Measure.self, named: "x", as: Measure.where { $0.value > 10 })
      await test.expectRows(
        database, query: some.all.order { $0.id }.select { ($0.id, $0.value) }, [[2, 20], [4, 30]])
      await test.expectRows(
        database, query: some.all.join(some.all) { $0.id < $1.id }.select { ($0.id, $1.id) }, [[2, 4]])
      await test.expectRows(
        database, query: Measure.where { $0.id.in(some.all.select { $0.id }) }.select { _ in SQL.count() }, [[2]])
      _ = try await database.run(SQLDelete(Nothing.where { $0.id.in(some.all.select { $0.id - 1 }) }))
      await test.expectRows(database, "SELECT count(*) FROM e", [[0]])
      _ = try await database.run(
        SQLInsertSelect(into: Nothing.self, Nothing.id, Nothing.value, from: some.all.select { ($0.id, $0.value) }))
      await test.expectRows(database, "SELECT id, v FROM e ORDER BY id", [[2, 20], [4, 30]])
    },
    ConformanceCase(
      "AGG-14", "Recursion: a counter to 10,000, a tree, UNION ending cycles, LIMIT, depth and breadth first",
      .gated(.recursiveCommonTableExpressions), "https://sqlite.org/lang_with.html#recursive_common_table_expressions",
      "A recursive expression MUST add rows until there are no new ones, in the order that it says."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 10000) SELECT count(*), sum(i), \
        max(i) FROM c
        """,
        [[10000, 50005000, 10000]])
      await test.expectRows(
        database,
        """
        WITH RECURSIVE d (id, depth) AS (SELECT id, 0 FROM tree WHERE parent IS NULL UNION ALL SELECT t.id, d.depth \
        + 1 FROM tree AS t JOIN d ON t.parent = d.id) SELECT id, depth FROM d ORDER BY id
        """,
        [[1, 0], [2, 1], [3, 1], [4, 2], [5, 2], [6, 3], [7, 2]])
      await test.expectRows(
        database,
        "WITH RECURSIVE r (x) AS (SELECT 1 UNION SELECT b FROM ring JOIN r ON a = x) SELECT x FROM r ORDER BY x",
        [[1], [2], [3], [4]])
      await test.expectRows(
        database, "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 5) SELECT i FROM c",
        [[1], [2], [3], [4], [5]])
      await test.expectRows(
        database, "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 3 OFFSET 2) SELECT i FROM c",
        [[3], [4], [5]])
      await test.expectRows(
        database, "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i FROM c LIMIT 4",
        [[1], [2], [3], [4]])
      await test.expectRows(
        database,
        """
        WITH RECURSIVE d (id, name, depth) AS (SELECT id, name, 0 FROM tree WHERE parent IS NULL UNION ALL SELECT \
        t.id, t.name, d.depth + 1 FROM tree AS t JOIN d ON t.parent = d.id ORDER BY 3 DESC, 2) SELECT \
        group_concat(name, ' ') FROM d
        """,
        [["root a aa aaa ab b ba"]])
      await test.expectRows(
        database,
        """
        WITH RECURSIVE d (id, name, depth) AS (SELECT id, name, 0 FROM tree WHERE parent IS NULL UNION ALL SELECT \
        t.id, t.name, d.depth + 1 FROM tree AS t JOIN d ON t.parent = d.id ORDER BY 3, 2) SELECT group_concat(name, \
        ' ') FROM d
        """,
        [["root a b aa ab ba aaa"]])
      let below = SQLCommonTable(
        Branch.self, named: "below", initial: Branch.where { $0.id == 2 },
        step: { found in Branch.join(found) { $0.parent == $1.id }.select { branch, _ in branch } })
      await test.expectRows(
        database, query: below.all.order { $0.id }.select { $0.name }, [["a"], ["aa"], ["ab"], ["aaa"]])
      await test.expectRows(
        database, query: Branch.where { $0.id.notIn(below.all.select { $0.id }) }.order { $0.id }.select { $0.id },
        [[1], [3], [7]])
    },
    ConformanceCase(
      "AGG-15", "A recursive expression with two recursive terms", .gated(.multipleRecursiveTerms),
      "https://sqlite.org/lang_with.html#recursive_common_table_expressions",
      "From 3.34.0 on, several recursive terms MUST work together; before, they are refused.",
      absent: CaseContext.refusing(
        """
        WITH RECURSIVE c (i) AS (SELECT 1 UNION SELECT i + 2 FROM c WHERE i < 9 UNION SELECT i * 2 FROM c WHERE i < \
        9) SELECT i FROM c
        """
      )
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        WITH RECURSIVE c (i) AS (SELECT 1 UNION SELECT i + 2 FROM c WHERE i < 9 UNION SELECT i * 2 FROM c WHERE i < \
        9) SELECT i FROM c ORDER BY i
        """,
        [[1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [12], [14], [16]])
      await test.expectRows(
        database,
        """
        WITH RECURSIVE r (x) AS (SELECT 4 UNION SELECT b FROM ring JOIN r ON a = x UNION SELECT a FROM ring JOIN r \
        ON b = x) SELECT x FROM r ORDER BY x
        """,
        [[1], [2], [3], [4]])
    },
    ConformanceCase(
      "AGG-16", "MATERIALIZED and NOT MATERIALIZED give equal rows", .gated(.materializedHint),
      "https://sqlite.org/lang_with.html#materialization_hints",
      "The hint MUST change no answer; typed, it is left out where the engine lacks it.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await AggregateTables.database(test)
        await test.expectEngineErrors(database, ["WITH x AS MATERIALIZED (SELECT 1) SELECT * FROM x"])
        await expectTypedHints(test, database)
      }
    ) { test in
      let database = try await AggregateTables.database(test)
      for hint in ["", "MATERIALIZED", "NOT MATERIALIZED"] {
        await test.expectRows(
          database,
          SQLFragment(
            raw:
              "WITH x (i, v) AS \(hint) (SELECT id, v FROM n WHERE v IS NOT NULL) SELECT p.i, q.i FROM x AS p JOIN x AS q ON p.v = q.v WHERE p.i < q.i OR p.v > 10 ORDER BY 1, 2"
          ),
          [[1, 5], [2, 2], [4, 4]], "hint: \(hint)")
      }
      await expectTypedHints(test, database)
    },
    ConformanceCase(
      "AGG-26", "A recursive expression without end is stopped by cancellation, or by taking some of its rows", .core,
      "Quarry: cancellation",
      "A cancelled task MUST get its error within a second, and the connection MUST stay usable.",
      needs: [.interrupts]
    ) { test in
      let database = try await test.database()
      let endless: SQLFragment = "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i FROM c"
      // By taking some rows.
      var taken: [Int64] = []
      for try await value in database.rows(endless.values(Int64.self)) {
        taken.append(value)
        if taken.count == 1000 { break }
      }
      test.expectEqual(taken, Array(1...1000), "the first thousand rows")
      let first = try await database.fetchOne(endless.values(Int64.self))
      test.expectEqual(first, 1, "the first row alone")
      // By cancellation, while the engine works without giving any row.
      let clock = SuspendingClock()
      let start = clock.now
      let task = Task {
        try await database.fetchAll(
          ("WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c" as SQLFragment)
            .values(Int64.self))
      }
      try await Task.sleep(for: .milliseconds(20))
      task.cancel()
      switch await task.result {
      case .success(let rows): test.fail("the endless statement ends with an error", actual: "\(rows)")
      case .failure(let error):
        let code = (error as? DatabaseError)?.code
        test.expect(
          code == .interrupted || error is CancellationError, "the error says that it was cancelled: \(error)")
      }
      test.expect(clock.now - start < .seconds(1), "the end comes within a second")
      await test.expectUsable(database)
    },
  ]

  private static func expectTypedHints(_ test: CaseContext, _ database: Database) async {
    for hint in [nil, true, false] as [Bool?] {
      let some = SQLCommonTable(Measure.self, named: "x", materialized: hint, as: Measure.where { $0.value > 10 })
      await test.expectRows(
        database, query: some.all.order { $0.id }.select { ($0.id, $0.value) }, [[2, 20], [4, 30]],
        "typed, hint: \(String(describing: hint))")
      await test.expectRows(
        database, query: some.all.join(some.all) { $0.id < $1.id }.select { ($0.id, $1.id) }, [[2, 4]],
        "typed, used twice, hint: \(String(describing: hint))")
    }
  }
}
