import Quarry

extension AggregateCases {
  /// AGG-12 and AGG-23 to AGG-25.
  static let gated: [ConformanceCase] = [
    ConformanceCase(
      "AGG-12", "sum keeps small parts beside large ones from 3.43.0 on", .gated(.resultCompensatedSum),
      "https://sqlite.org/releaselog/3_43_0.html",
      "The sum of 1e100, 1.0 and -1e100 MUST be 1.0 with compensation; engines before answer 0.0.",
      absent: { test in
        try await test.expectAbsence()
        await expectSums(test, try await test.database(), small: 0.0, tenths: 0.9999999999999999)
      }
    ) { test in
      await expectSums(test, try await test.database(), small: 1.0, tenths: 1.0)
    },
    ConformanceCase(
      "AGG-23", "ORDER BY inside an aggregate", .gated(.aggregateOrderBy),
      "https://sqlite.org/lang_aggfunc.html#agg_order_by",
      "The values MUST reach the aggregate in the order that is given.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await AggregateTables.database(test)
        await test.expectEngineErrors(database, ["SELECT group_concat(s ORDER BY s) FROM n"])
        await test.expectRefusal(of: .aggregateOrderBy, "typed: an order inside an aggregate") {
          try await database.fetchAll(Measure.select { $0.text.groupConcat().order(by: $0.id) })
        }
      }
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "SELECT group_concat(id ORDER BY id DESC), group_concat(s, '-' ORDER BY s DESC, id) FROM n",
        [["6,5,4,3,2,1", "z-y-x-x-"]])
      await test.expectRows(
        database, "SELECT g, group_concat(id ORDER BY r DESC) FROM n GROUP BY g ORDER BY g",
        [[nil, "5,6"], ["a", "2,1"], ["b", "4,3"]])
      if test.section(requires: .feature(.jsonGroupAggregates)) {
        await test.expectRows(
          database, "SELECT json_group_array(v ORDER BY id DESC) FROM n", [["[null,10,30,null,20,10]"]])
      }
      if test.section(requires: .feature(.stringAggregate)) {
        await test.expectRows(database, "SELECT string_agg(id, '/' ORDER BY id % 2, id) FROM n", [["2/4/6/1/3/5"]])
      }
      await test.expectRows(
        database,
        query: Measure.select {
          (
            $0.id.groupConcat().order(by: $0.id.descending),
            $0.text.groupConcat(separator: "-").order(by: $0.text.descending, $0.id)
          )
        }, [["6,5,4,3,2,1", "z-y-x-x-"]])
    },
    ConformanceCase(
      "AGG-24", "string_agg is group_concat with a separator", .gated(.stringAggregate),
      "https://sqlite.org/lang_aggfunc.html#group_concat",
      "string_agg(x, y) MUST give what group_concat(x, y) gives.",
      absent: CaseContext.refusing("SELECT string_agg('a', ',')")
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database, "SELECT string_agg(s, '; ') FROM (SELECT s FROM n ORDER BY id)", [["x; y; ; x; z"]])
      await test.expectRows(database, "SELECT string_agg(s, '; ') = group_concat(s, '; ') FROM n", [[1]])
      await test.expectRows(database, "SELECT string_agg(v, ',') FROM e", [[nil]])
      await test.expectRows(
        database, "SELECT g, string_agg(v, '+') FROM (SELECT * FROM n ORDER BY id) GROUP BY g ORDER BY g",
        [[nil, "10"], ["a", "10+20"], ["b", "30"]])
      await test.expectEngineErrors(database, ["SELECT string_agg(s) FROM n"])
    },
    ConformanceCase(
      "AGG-25", "HAVING without GROUP BY", .gated(.havingWithoutGroupBy), "https://sqlite.org/releaselog/3_39_0.html",
      "HAVING MUST keep or drop the one row of an aggregate query; engines before 3.39.0 refuse it.",
      absent: CaseContext.refusing("SELECT count(*) FROM (SELECT 1) HAVING count(*) > 1")
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(database, "SELECT count(*) FROM n HAVING count(*) = 6", [[6]])
      await test.expectRows(database, "SELECT count(*) FROM n HAVING count(*) > 6", [])
      await test.expectRows(database, "SELECT sum(v) FROM n HAVING max(v) IS NULL", [])
      await test.expectRows(database, "SELECT count(*) FROM e HAVING 1", [[0]])
      await test.expectRows(database, "SELECT count(*) FROM e HAVING sum(v)", [])
      await test.expectEngineErrors(database, ["SELECT v FROM n HAVING v > 1"])
    },
  ]

  private static func expectSums(_ test: CaseContext, _ database: Database, small: Double, tenths: Double) async {
    await test.expectRows(
      database, "SELECT sum(x), total(x) FROM (SELECT 1e100 AS x UNION ALL SELECT 1.0 UNION ALL SELECT -1e100)",
      [[.real(small), .real(small)]])
    await test.expectRows(
      database,
      "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 10) SELECT sum(0.1) FROM c",
      [[.real(tenths)]])
    await test.expectRows(
      database, "SELECT sum(x) FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 0.5)", [[3.5]])
  }
}
