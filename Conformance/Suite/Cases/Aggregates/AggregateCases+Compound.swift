import Quarry

extension AggregateCases {
  private static let compoundReference = "https://sqlite.org/lang_select.html#compound_select_statements"

  /// AGG-09 to AGG-11.
  static let compound: [ConformanceCase] = [
    ConformanceCase(
      "AGG-09", "UNION, UNION ALL, INTERSECT and EXCEPT: duplicates, NULLs, three arms from left to right", .core,
      compoundReference,
      "All but UNION ALL MUST drop duplicates, take NULLs for equal, apply no affinity, and group from the left."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "SELECT v FROM n UNION ALL SELECT v FROM n WHERE v = 10 ORDER BY 1",
        [[nil], [nil], [10], [10], [10], [10], [20], [30]])
      await test.expectRows(database, "SELECT v FROM n UNION SELECT v FROM n ORDER BY 1", [[nil], [10], [20], [30]])
      await test.expectRows(database, "SELECT v FROM n INTERSECT SELECT NULL ORDER BY 1", [[nil]])
      await test.expectRows(database, "SELECT v FROM n EXCEPT SELECT NULL ORDER BY 1", [[10], [20], [30]])
      await test.expectRows(
        database, "SELECT v FROM n INTERSECT SELECT v FROM n WHERE v > 10 ORDER BY 1", [[20], [30]])
      await test.expectRows(database, "SELECT v FROM n EXCEPT SELECT v FROM n WHERE v > 10 ORDER BY 1", [[nil], [10]])
      await test.expectRows(database, "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 1 EXCEPT SELECT 2", [[1]])
      await test.expectRows(database, "SELECT 1 EXCEPT SELECT 1 UNION SELECT 2", [[2]])
      await test.expectRows(database, "SELECT 1 UNION SELECT 2 INTERSECT SELECT 2 ORDER BY 1", [[2]])
      await test.expectRows(database, "SELECT 1 UNION ALL SELECT 1 UNION SELECT 1", [[1]])
      await test.expectRows(database, "SELECT count(*) FROM (SELECT 1 UNION SELECT '1' UNION SELECT 1.0)", [[2]])
      await test.expectRows(
        database, "SELECT s FROM n WHERE id = 1 UNION SELECT v FROM n WHERE id = 1 ORDER BY 1", [[10], ["x"]])
      await test.expectRows(
        database, "SELECT 1, 2 UNION SELECT 1, NULL UNION SELECT 1, NULL ORDER BY 1, 2", [[1, nil], [1, 2]])
      await test.expectRows(database, "VALUES (1), (2), (1)", [[1], [2], [1]])
      await test.expectEngineErrors(database, ["SELECT 1 UNION SELECT 1, 2", "SELECT 1, 2 EXCEPT SELECT 1"])
      let all = Measure.select { $0.value }
      let high = Measure.where { $0.value > 10 }.select { $0.value }
      await test.expectRows(database, query: all.union(all).order { $0 }, [[nil], [10], [20], [30]])
      await test.expectRows(
        database, query: all.unionAll(high).order { $0 }, [[nil], [nil], [10], [10], [20], [20], [30], [30]])
      await test.expectRows(database, query: all.intersect(high).order { $0 }, [[20], [30]])
      await test.expectRows(database, query: all.except(high).order { $0 }, [[nil], [10]])
      await test.expectRows(
        database, query: all.except(high).union(high).intersect(high).order { $0 }, [[20], [30]], "typed: four arms")
      await test.expectRows(
        database, query: all.except(high.union(Measure.where { $0.id == 1 }.select { $0.value })).order { $0 }, [[nil]],
        "typed: the grouping of the right side is kept")
    },
    ConformanceCase(
      "AGG-10", "A compound SELECT in a subquery, a view and IN", .core, compoundReference,
      "A compound SELECT MUST stand wherever a SELECT can."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "SELECT count(*), sum(x) FROM (SELECT v AS x FROM n UNION ALL SELECT id FROM n)", [[12, 91]])
      await test.expectRows(
        database, "SELECT id FROM n WHERE v IN (SELECT 10 UNION SELECT 30) ORDER BY id", [[1], [4], [5]])
      await test.expectRows(
        database, "SELECT id FROM n WHERE v NOT IN (SELECT 10 UNION ALL SELECT 30) ORDER BY id", [[2]])
      await test.expectRows(
        database, "SELECT (SELECT 5 UNION SELECT 3 ORDER BY 1), EXISTS (SELECT 1 WHERE 0 UNION SELECT 1)", [[3, 1]])
      try await test.run(database, "CREATE VIEW both AS SELECT id, v FROM n UNION ALL SELECT id + 100, v FROM n")
      await test.expectRows(database, "SELECT count(*), max(id), count(v) FROM both", [[12, 106, 8]])
      await test.expectRows(database, "SELECT id FROM both WHERE v = 20 ORDER BY id DESC", [[102], [2]])
      let some = Measure.where { $0.value == 10 }.select { $0.value }
        .union(Measure.where { $0.value == 30 }.select { $0.value })
      await test.expectRows(
        database, query: Measure.where { $0.value.in(some) }.order { $0.id }.select { $0.id }, [[1], [4], [5]])
      await test.expectRows(
        database, query: Measure.where { $0.value.notIn(some) }.order { $0.id }.select { $0.id }, [[2]])
      await test.expectRows(
        database, query: Measure.where { _ in some.exists }.select { _ in SQL.count() }, [[6]])
      let pairs = Measure.select { ($0.id, $0.value) }.unionAll(Measure.select { ($0.id + 100, $0.value) })
        .as(Nothing.self)
      await test.expectRows(
        database, query: pairs.where { $0.value == 20 }.order { $0.id.descending }.select { $0.id }, [[102], [2]],
        "typed: as the source of a query")
    },
    ConformanceCase(
      "AGG-11", "A correlated subquery in the result, in WHERE and in HAVING", .core,
      "https://sqlite.org/lang_expr.html#subquery_expressions",
      "A correlated subquery MUST see the row, or the group, that it is evaluated for."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "SELECT id, (SELECT count(*) FROM n AS x WHERE x.g = n.g) FROM n ORDER BY id",
        [[1, 2], [2, 2], [3, 2], [4, 2], [5, 0], [6, 0]])
      await test.expectRows(
        database, "SELECT id FROM n WHERE v = (SELECT max(x.v) FROM n AS x WHERE x.g IS n.g) ORDER BY id",
        [[2], [4], [5]])
      await test.expectRows(
        database,
        "SELECT g, count(*) FROM n GROUP BY g HAVING EXISTS (SELECT 1 FROM n AS x WHERE x.g = n.g AND x.v = 30)",
        [["b", 2]])
      await test.expectRows(
        database, "SELECT g, sum(v) FROM n GROUP BY g HAVING sum(v) > (SELECT avg(x.v) FROM n AS x) ORDER BY g",
        [["a", 30], ["b", 30]])
      await test.expectRows(
        database, "SELECT g, (SELECT count(*) FROM n AS x WHERE x.v > max(n.v)) FROM n GROUP BY g ORDER BY g",
        [[nil, 2], ["a", 1], ["b", 0]])
      await test.expectRows(
        database, "SELECT id FROM n WHERE 2 > (SELECT count(*) FROM n AS x WHERE x.v > n.v) AND v NOT NULL ORDER BY id",
        [[2], [4]])
      await test.expectRows(
        database,
        query: Measure.order { $0.id }.select { row in
          (row.id, SQL.scalar(Measure.where { $0.group == row.group }.select { _ in SQL.count() }))
        }, [[1, 2], [2, 2], [3, 2], [4, 2], [5, 0], [6, 0]])
      await test.expectRows(
        database,
        query: Measure.where { row in
          row.value == SQL.scalar(Measure.where { $0.group.is(row.group) }.select { $0.value.max() })
        }.order { $0.id }.select { $0.id }, [[2], [4], [5]])
      await test.expectRows(
        database,
        query: Measure.all.group { $0.group }.having { row in
          Measure.where { $0.group == row.group && $0.value == 30 }.exists
        }.select { ($0.group, SQL.count()) }, [["b", 2]])
    },
  ]
}
