import Quarry

extension AggregateCases {
  static let reference = "https://sqlite.org/lang_aggfunc.html"

  /// AGG-01 to AGG-08.
  static let plain: [ConformanceCase] = [
    ConformanceCase(
      "AGG-01", "count(*), count(x) and count(DISTINCT x) with NULLs and without rows", .core, reference,
      "count(*) MUST count rows, count(x) values that are not NULL, and both MUST be 0 without rows."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        "SELECT count(*), count(v), count(DISTINCT v), count(g), count(DISTINCT g), count(NULL), count() FROM n",
        [[6, 4, 3, 4, 2, 0, 6]])
      await test.expectRows(database, "SELECT count(*), count(v), count(DISTINCT v) FROM e", [[0, 0, 0]])
      await test.expectRows(
        database, "SELECT g, count(*), count(v) FROM n GROUP BY g ORDER BY g",
        [[nil, 2, 1], ["a", 2, 2], ["b", 2, 1]])
      await test.expectRows(database, "SELECT count(DISTINCT v % 20), count(v + g) FROM n", [[2, 3]])
      await test.expectRows(database, "SELECT typeof(count(*)) FROM e", [["integer"]])
      await test.expectEngineErrors(database, ["SELECT count(DISTINCT v, g) FROM n", "SELECT count(v, g) FROM n"])
      await test.expectRows(
        database, query: Measure.select { (SQL.count(), $0.value.count(), $0.value.count(distinct: true)) },
        [[6, 4, 3]])
      await test.expectRows(
        database, query: Nothing.select { (SQL.count(), $0.value.count(), $0.value.count(distinct: true)) },
        [[0, 0, 0]])
      test.expectEqual(try await database.fetchCount(Measure.all), 6, "fetchCount")
      test.expectEqual(try await database.fetchCount(Nothing.all), 0, "fetchCount without rows")
      test.expectEqual(try await database.fetchCount(Measure.where { $0.value > 10 }), 2, "fetchCount with a condition")
    },
    ConformanceCase(
      "AGG-02", "sum of integers stays integer, with a real becomes real, of nothing is NULL; total is a real", .core,
      reference, "sum MUST keep integers, give NULL for no values; total MUST always be a real, 0.0 for no values."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(database, "SELECT sum(v), total(v), sum(r), total(r) FROM n", [[70, 70.0, 7.5, 7.5]])
      await test.expectRows(database, "SELECT sum(v), total(v), sum(DISTINCT v) FROM e", [[nil, 0.0, nil]])
      await test.expectRows(
        database, "SELECT sum(x), total(x) FROM (SELECT 1 AS x UNION ALL SELECT 2.0)", [[3.0, 3.0]])
      await test.expectRows(
        database, "SELECT sum(x), total(x) FROM (SELECT NULL AS x UNION ALL SELECT NULL)", [[nil, 0.0]])
      await test.expectRows(database, "SELECT sum(x) FROM (SELECT '3' AS x UNION ALL SELECT 4)", [[7]])
      await test.expectRows(database, "SELECT sum(x) FROM (SELECT 'abc' AS x UNION ALL SELECT 4)", [[4.0]])
      await test.expectRows(database, "SELECT sum(DISTINCT v), total(DISTINCT v) FROM n", [[60, 60.0]])
      await test.expectRows(
        database, "SELECT g, sum(v) FROM n GROUP BY g ORDER BY g", [[nil, 10], ["a", 30], ["b", 30]])
      await test.expectRows(database, "SELECT sum(9223372036854775807)", [[9223372036854775807]])
      await test.expectRows(
        database,
        query: Measure.select { ($0.value.sum(), $0.value.total(), $0.real.sum(), $0.value.sum(distinct: true)) },
        [[70, 70.0, 7.5, 60]])
      await test.expectRows(database, query: Nothing.select { ($0.value.sum(), $0.value.total()) }, [[nil, 0.0]])
    },
    ConformanceCase(
      "AGG-03", "sum fails on integer overflow, total does not", .core, reference,
      "A sum of integers beyond 64 bits MUST be an error with code 1, never a wrong number."
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE big (x INTEGER)", "INSERT INTO big VALUES (9223372036854775807), (1)",
        "CREATE TABLE small (x INTEGER)", "INSERT INTO small VALUES (-9223372036854775808), (-1)")
      for table in ["big", "small"] {
        await test.expectError(
          .statementFailed, extended: 1, database, SQLFragment(raw: "SELECT sum(x) FROM \(table)"))
      }
      await test.expectRows(
        database, "SELECT total(x) FROM big", [[9223372036854775808.0]])
      await test.expectRows(database, "SELECT total(x) FROM small", [[-9223372036854775808.0]])
      await test.expectRows(database, "SELECT sum(x + 0.0) FROM big", [[9223372036854775808.0]])
      await test.expectRows(database, "SELECT avg(x) FROM big", [[4611686018427387904.0]])
      await test.expectRows(
        database, "SELECT sum(x) FROM (SELECT 9223372036854775806 AS x UNION ALL SELECT 1)", [[.integer(.max)]])
      struct Big: SQLDecodable {
        static let x = SQLColumn<Int64>("x")
        static let table = SQLTable("big", x)
        init(row: inout SQLRowReader<Self>) throws { _ = try row[Self.x] }
      }
      await test.expectError(.statementFailed, extended: 1, "typed: the sum overflows") {
        try await database.fetchAll(Big.select { $0.x.sum() })
      }
      await test.expectRows(database, query: Big.select { $0.x.total() }, [[9223372036854775808.0]])
      await test.expectUsable(database)
    },
    ConformanceCase(
      "AGG-04", "avg is a real; min and max over mixed classes; a bare column comes from their row", .core, reference,
      """
      avg MUST be real or NULL, min and max MUST use the order of ORDER BY, and a bare column MUST come from their \
      row.
      """
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(database, "SELECT avg(v), typeof(avg(v)), avg(r) FROM n", [[17.5, "real", 1.5]])
      await test.expectRows(database, "SELECT avg(v), min(v), max(v) FROM e", [[nil, nil, nil]])
      await test.expectRows(database, "SELECT min(v), max(v) FROM mx", [[-3, .blob([0])]])
      await test.expectRows(
        database, "SELECT min(v), max(v) FROM mx WHERE typeof(v) IN ('integer', 'real', 'null')", [[-3, 10]])
      await test.expectRows(database, "SELECT id, max(r) FROM n", [[5, 4.0]])
      await test.expectRows(database, "SELECT id, min(r) FROM n", [[6, -1.0]])
      await test.expectRows(
        database, "SELECT g, id, max(r) FROM n GROUP BY g ORDER BY g", [[nil, 5, 4.0], ["a", 2, 2.5], ["b", 4, 0.5]])
      await test.expectRows(
        database, "SELECT g, id, min(r) FROM n GROUP BY g ORDER BY g",
        [[nil, 6, -1.0], ["a", 1, 1.5], ["b", 4, 0.5]])
      await test.expectRows(
        database, "SELECT max(1, 2.5, '0'), min(1, 2.5, '0'), max(1, NULL), min('b', 'a')", [["0", 1, nil, "a"]])
      await test.expectRows(
        database, query: Measure.select { ($0.value.average(), $0.value.min(), $0.value.max(), $0.real.max()) },
        [[17.5, 10, 30, 4.0]])
      await test.expectRows(
        database, query: Nothing.select { ($0.value.average(), $0.value.min(), $0.value.max()) }, [[nil, nil, nil]])
      await test.expectRows(
        database, query: Measure.all.group { $0.group }.order { $0.group }.select { ($0.group, $0.id, $0.real.max()) },
        [[nil, 5, 4.0], ["a", 2, 2.5], ["b", 4, 0.5]])
    },
    ConformanceCase(
      "AGG-05", "group_concat: separator, NULLs left out, DISTINCT, the empty text kept", .core, reference,
      "group_concat MUST join the values that are not NULL with a comma or the separator given."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(database, "SELECT group_concat(s) FROM (SELECT s FROM n ORDER BY id)", [["x,y,,x,z"]])
      await test.expectRows(
        database, "SELECT group_concat(s, ' - ') FROM (SELECT s FROM n ORDER BY id)", [["x - y -  - x - z"]])
      await test.expectRows(database, "SELECT group_concat(s, '') FROM (SELECT s FROM n ORDER BY id)", [["xyxz"]])
      await test.expectRows(
        database, "SELECT group_concat(DISTINCT s) FROM (SELECT s FROM n ORDER BY id)", [["x,y,,z"]])
      await test.expectRows(database, "SELECT group_concat(v) FROM e", [[nil]])
      await test.expectRows(
        database, "SELECT group_concat(v), group_concat(v, NULL) FROM (SELECT v FROM n ORDER BY id)",
        [["10,20,30,10", "10203010"]])
      await test.expectRows(
        database, "SELECT g, group_concat(v, '+') FROM (SELECT * FROM n ORDER BY id) GROUP BY g ORDER BY g",
        [[nil, "10"], ["a", "10+20"], ["b", "30"]])
      await test.expectRows(database, "SELECT group_concat(s) FROM n WHERE s IS NULL", [[nil]])
      await test.expectRows(database, "SELECT typeof(group_concat(v)) FROM n WHERE id = 1", [["text"]])
      await test.expectEngineErrors(database, ["SELECT group_concat(DISTINCT s, ';') FROM n"])
      await test.expectRows(
        database,
        query: Measure.where { $0.id < 3 }.select {
          ($0.text.groupConcat(separator: "").length, $0.text.groupConcat().length)
        },
        [[2, 3]])
      await test.expectRows(
        database,
        query: Measure.where { $0.id == 1 }.select { ($0.text.groupConcat(), $0.value.groupConcat(separator: ";")) },
        [["x", "10"]])
      await test.expectRows(
        database, query: Measure.where { $0.text == "x" }.select { $0.text.groupConcat(distinct: true) }, [["x"]])
      await test.expectError(.invalidQuery, "typed: DISTINCT with a separator") {
        try await database.fetchAll(Measure.select { $0.text.groupConcat(separator: ";", distinct: true) })
      }
    },
    ConformanceCase(
      "AGG-06", "GROUP BY an expression, an alias, a position; HAVING; NULL is a group", .core,
      "https://sqlite.org/lang_select.html#generation_of_the_set_of_result_rows",
      "Rows with equal terms MUST form a group, NULLs among them one, and HAVING MUST choose among the groups."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "SELECT g, count(*) FROM n GROUP BY g ORDER BY g", [[nil, 2], ["a", 2], ["b", 2]])
      await test.expectRows(
        database, "SELECT id % 2 AS odd, count(*) FROM n GROUP BY odd ORDER BY 1", [[0, 3], [1, 3]])
      await test.expectRows(database, "SELECT id % 2, count(*) FROM n GROUP BY 1 ORDER BY 1", [[0, 3], [1, 3]])
      await test.expectRows(
        database, "SELECT count(*) FROM n GROUP BY id % 2, g ORDER BY id % 2, g", [[1], [1], [1], [1], [1], [1]])
      await test.expectRows(
        database, "SELECT g, sum(v) FROM n GROUP BY g HAVING sum(v) > 20 ORDER BY g", [["a", 30], ["b", 30]])
      await test.expectRows(database, "SELECT g FROM n GROUP BY g HAVING count(v) = 1 AND g IS NOT NULL", [["b"]])
      await test.expectRows(
        database, "SELECT g AS k, max(v) AS m FROM n GROUP BY k HAVING m >= 20 ORDER BY m", [["a", 20], ["b", 30]])
      await test.expectRows(
        database, "SELECT g, count(*) FROM n WHERE v IS NOT NULL GROUP BY g ORDER BY g",
        [[nil, 1], ["a", 2], ["b", 1]])
      await test.expectRows(database, "SELECT count(*) FROM e GROUP BY v", [])
      await test.expectRows(
        database, "SELECT v > 10, count(*) FROM n GROUP BY v > 10 ORDER BY 1", [[nil, 2], [0, 2], [1, 2]])
      await test.expectEngineErrors(
        database,
        ["SELECT g FROM n GROUP BY count(*)", "SELECT g FROM n WHERE count(*) > 1", "SELECT g, v FROM n GROUP BY 3"])
      await test.expectRows(
        database, query: Measure.all.group { $0.group }.order { $0.group }.select { ($0.group, SQL.count()) },
        [[nil, 2], ["a", 2], ["b", 2]])
      await test.expectRows(
        database,
        query: Measure.all.group { $0.id % 2 }.order { $0.id % 2 }.select { ($0.id % 2, SQL.count(), $0.value.sum()) },
        [[0, 3, 50], [1, 3, 20]])
      await test.expectRows(
        database,
        query: Measure.all.group { $0.group }.having { $0.value.sum() > 20 }.order { $0.group }
          .select { ($0.group, $0.value.sum()) }, [["a", 30], ["b", 30]])
      await test.expectRows(
        database,
        query: Measure.all.group { ($0.group, $0.value) }.order { ($0.group, $0.value) }
          .select { ($0.group, $0.value, SQL.count()) },
        [[nil, nil, 1], [nil, 10, 1], ["a", 10, 1], ["a", 20, 1], ["b", nil, 1], ["b", 30, 1]])
    },
    ConformanceCase(
      "AGG-07", "An aggregate in ORDER BY", .core, "https://sqlite.org/lang_select.html#orderby",
      "Groups MUST be ordered by aggregates, whether these are in the result or not."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(database, "SELECT g FROM n GROUP BY g ORDER BY total(r)", [["b"], [nil], ["a"]])
      await test.expectRows(
        database, "SELECT g, total(r) AS t FROM n GROUP BY g ORDER BY t DESC", [["a", 4.0], [nil, 3.0], ["b", 0.5]])
      await test.expectRows(
        database, "SELECT g, min(id) FROM n GROUP BY g ORDER BY max(id) DESC", [[nil, 5], ["b", 3], ["a", 1]])
      await test.expectRows(
        database, "SELECT g FROM n GROUP BY g ORDER BY count(v) DESC, max(v)", [["a"], [nil], ["b"]])
      await test.expectRows(database, "SELECT g FROM n GROUP BY g ORDER BY sum(v) - min(v), g LIMIT 2", [[nil], ["b"]])
      await test.expectRows(
        database, query: Measure.all.group { $0.group }.order { $0.real.total() }.select { $0.group },
        [["b"], [nil], ["a"]])
      await test.expectRows(
        database,
        query: Measure.all.group { $0.group }.order { $0.id.max().descending }.select { ($0.group, $0.id.min()) },
        [[nil, 5], ["b", 3], ["a", 1]])
      await test.expectRows(
        database, query: Measure.all.group { $0.group }.select { ($0.group, $0.real.total()) }.order { $1.descending },
        [["a", 4.0], [nil, 3.0], ["b", 0.5]])
    },
    ConformanceCase(
      "AGG-08", "An aggregate without GROUP BY gives one row, also without rows", .core,
      "https://sqlite.org/lang_select.html#generation_of_the_set_of_result_rows",
      "Without GROUP BY there MUST be one row of aggregates; with GROUP BY and no rows there MUST be none."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "SELECT count(*), sum(v), total(v), avg(v), min(v), max(v), group_concat(v) FROM e",
        [[0, nil, 0.0, nil, nil, nil, nil]])
      await test.expectRows(database, "SELECT count(*) FROM n WHERE 0", [[0]])
      await test.expectRows(database, "SELECT id, count(*) FROM e", [[nil, 0]])
      await test.expectRows(database, "SELECT count(*) FROM e GROUP BY id", [])
      await test.expectRows(database, "SELECT 1 FROM e", [])
      await test.expectRows(database, "SELECT count(*) + 1, 7 FROM e", [[1, 7]])
      await test.expectRows(database, "SELECT count(*) FROM n LIMIT 0", [])
      await test.expectRows(
        database,
        query: Nothing.select {
          (SQL.count(), $0.value.sum(), $0.value.total(), $0.value.average(), $0.value.groupConcat())
        },
        [[0, nil, 0.0, nil, nil]])
      await test.expectRows(database, query: Nothing.all.group { $0.value }.select { _ in SQL.count() }, [])
      await test.expectRows(database, query: Measure.where(SQLPredicate.false).select { _ in SQL.count() }, [[0]])
    },
  ]
}
