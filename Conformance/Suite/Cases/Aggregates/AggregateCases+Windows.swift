import Quarry

extension AggregateCases {
  private static let windowReference = "https://sqlite.org/windowfunctions.html"

  /// AGG-17 to AGG-22.
  static let windows: [ConformanceCase] = [
    ConformanceCase(
      "AGG-17", "The built-in window functions with ties and NULLs", .gated(.windowFunctions),
      "https://sqlite.org/windowfunctions.html#builtins",
      "Each function MUST number, rank or look up rows as documented, with peers sharing their rank.",
      absent: CaseContext.refusing("SELECT row_number() OVER (ORDER BY id) FROM w", "SELECT sum(1) OVER ()")
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT id, row_number() OVER (ORDER BY k, id), rank() OVER (ORDER BY k), dense_rank() OVER (ORDER BY k) \
        FROM w ORDER BY id
        """,
        [[1, 2, 2, 2], [2, 3, 3, 3], [3, 4, 3, 3], [4, 1, 1, 1], [5, 5, 5, 4], [6, 6, 5, 4], [7, 7, 7, 5]])
      await test.expectRows(
        database,
        """
        SELECT id, percent_rank() OVER (PARTITION BY g ORDER BY k), cume_dist() OVER (PARTITION BY g ORDER BY k) \
        FROM w ORDER BY id
        """,
        [
          [1, 0.0, 0.3333333333333333], [2, 0.5, 1.0], [3, 0.5, 1.0], [4, 0.0, 0.25], [5, 0.3333333333333333, 0.75],
          [6, 0.3333333333333333, 0.75], [7, 1.0, 1.0],
        ])
      await test.expectRows(
        database,
        """
        SELECT id, ntile(3) OVER (ORDER BY id), ntile(2) OVER (PARTITION BY g ORDER BY id), ntile(99) OVER (ORDER \
        BY id) FROM w ORDER BY id
        """,
        [[1, 1, 1, 1], [2, 1, 1, 2], [3, 1, 2, 3], [4, 2, 1, 4], [5, 2, 1, 5], [6, 3, 2, 6], [7, 3, 2, 7]])
      await test.expectRows(
        database,
        """
        SELECT id, lag(v) OVER (ORDER BY id), lag(v, 2) OVER (ORDER BY id), lag(v, 2, -1) OVER (ORDER BY id), \
        lead(v) OVER (ORDER BY id), lead(v, 2, 'end') OVER (PARTITION BY g ORDER BY id), lag(v, 0) OVER (ORDER BY \
        id) FROM w ORDER BY id
        """,
        [
          [1, nil, nil, -1, 7, nil, 5], [2, 5, nil, -1, nil, "end", 7], [3, 7, 5, 5, 2, "end", nil],
          [4, nil, 7, 7, 9, 1, 2], [5, 2, nil, nil, 1, 4, 9], [6, 9, 2, 2, 4, "end", 1], [7, 1, 9, 9, nil, "end", 4],
        ])
      await test.expectRows(
        database,
        """
        SELECT id, first_value(v) OVER (PARTITION BY g ORDER BY id), last_value(v) OVER (PARTITION BY g ORDER BY id \
        ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), nth_value(v, 2) OVER (PARTITION BY g ORDER BY id), \
        nth_value(v, 9) OVER (ORDER BY id) FROM w ORDER BY id
        """,
        [
          [1, 5, nil, nil, nil], [2, 5, nil, 7, nil], [3, 5, nil, 7, nil], [4, 2, 4, nil, nil], [5, 2, 4, 9, nil],
          [6, 2, 4, 9, nil], [7, 2, 4, 9, nil],
        ])
      await test.expectEngineErrors(
        database,
        [
          "SELECT row_number() FROM w", "SELECT id FROM w WHERE row_number() OVER (ORDER BY id) = 1",
          "SELECT ntile(0) OVER (ORDER BY id) FROM w", "SELECT nth_value(v, 0) OVER (ORDER BY id) FROM w",
        ])
      await test.expectRows(
        database,
        query: Windowed.order { $0.id }.select {
          (
            $0.id, SQL.rowNumber().over(orderBy: $0.key, $0.id), SQL.rank().over(orderBy: $0.key),
            SQL.denseRank().over(orderBy: $0.key)
          )
        }, [[1, 2, 2, 2], [2, 3, 3, 3], [3, 4, 3, 3], [4, 1, 1, 1], [5, 5, 5, 4], [6, 6, 5, 4], [7, 7, 7, 5]])
      await test.expectRows(
        database,
        query: Windowed.order { $0.id }.select {
          (
            $0.value.lag().over(orderBy: $0.id), $0.value.lead(2).over(partitionBy: $0.group, orderBy: $0.id),
            $0.value.firstValue().over(partitionBy: $0.group, orderBy: $0.id),
            $0.value.nthValue(2).over(partitionBy: $0.group, orderBy: $0.id), SQL.ntile(3).over(orderBy: $0.id)
          )
        },
        [
          [nil, nil, 5, nil, 1], [5, nil, 5, 7, 1], [7, nil, 5, 7, 1], [nil, 1, 2, nil, 2], [2, 4, 2, 9, 2],
          [9, nil, 2, 9, 3], [1, nil, 2, 9, 3],
        ])
    },
    ConformanceCase(
      "AGG-18", "ROWS and RANGE frames, PARTITION BY, named windows", .gated(.windowFunctions, .namedWindows),
      "https://sqlite.org/windowfunctions.html#frame_specifications",
      "A frame MUST hold the rows or peers that it names, and the default frame MUST end with the peers of the row."
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT id, sum(v) OVER (ORDER BY id), sum(v) OVER (), sum(v) OVER (ORDER BY k), count(*) OVER (PARTITION BY \
        g) FROM w ORDER BY id
        """,
        [
          [1, 5, 28, 7, 3], [2, 12, 28, 14, 3], [3, 12, 28, 14, 3], [4, 14, 28, 2, 4], [5, 23, 28, 24, 4],
          [6, 24, 28, 24, 4], [7, 28, 28, 28, 4],
        ])
      await test.expectRows(
        database,
        """
        SELECT id, sum(v) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), sum(v) OVER (ORDER BY id \
        ROWS 2 PRECEDING), sum(v) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), count(*) \
        OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING) FROM w ORDER BY id
        """,
        [
          [1, 12, 5, 28, 2], [2, 12, 12, 23, 2], [3, 9, 12, 16, 2], [4, 11, 9, 16, 2], [5, 12, 11, 14, 1],
          [6, 14, 12, 5, 0], [7, 5, 14, 4, 0],
        ])
      await test.expectRows(
        database,
        """
        SELECT id, sum(v) OVER (ORDER BY k RANGE UNBOUNDED PRECEDING), sum(v) OVER (ORDER BY k RANGE BETWEEN \
        CURRENT ROW AND UNBOUNDED FOLLOWING), count(*) OVER (ORDER BY k RANGE CURRENT ROW) FROM w ORDER BY id
        """,
        [
          [1, 7, 26, 1], [2, 14, 21, 2], [3, 14, 21, 2], [4, 2, 28, 1], [5, 24, 14, 2], [6, 24, 14, 2], [7, 28, 4, 1],
        ])
      await test.expectRows(
        database,
        """
        SELECT id, sum(v) OVER x, count(*) OVER x, sum(v) OVER y FROM w WINDOW x AS (PARTITION BY g ORDER BY id), y \
        AS (ORDER BY id DESC) ORDER BY id
        """,
        [
          [1, 5, 1, 28], [2, 12, 2, 23], [3, 12, 3, 16], [4, 2, 1, 16], [5, 11, 2, 14], [6, 12, 3, 5], [7, 16, 4, 4],
        ])
      await test.expectRows(
        database, "SELECT g, sum(sum(v)) OVER (ORDER BY g) FROM w GROUP BY g ORDER BY g", [["p", 12], ["q", 28]])
      await test.expectEngineErrors(
        database,
        [
          "SELECT sum(v) OVER missing FROM w",
          "SELECT sum(v) OVER (ORDER BY id ROWS BETWEEN -1 PRECEDING AND CURRENT ROW) FROM w",
        ])
      await test.expectRows(
        database,
        query: Windowed.order { $0.id }.select {
          (
            $0.id, $0.value.sum().over(orderBy: $0.id),
            $0.value.sum().over(orderBy: $0.id, frame: SQLFrame(.rows, from: .preceding(1), to: .following(1))),
            SQL.count().over(partitionBy: $0.group)
          )
        },
        [
          [1, 5, 12, 3], [2, 12, 12, 3], [3, 12, 9, 3], [4, 14, 11, 4], [5, 23, 12, 4], [6, 24, 14, 4], [7, 28, 5, 4],
        ])
      await test.expectRows(
        database,
        query: Windowed.all.window("x") { SQLWindow(partitionBy: $0.group, orderBy: $0.id) }.order { $0.id }
          .select { ($0.id, $0.value.sum().over(named: "x")) },
        [[1, 5], [2, 12], [3, 12], [4, 2], [5, 11], [6, 12], [7, 16]])
    },
    ConformanceCase(
      "AGG-19", "GROUPS frames and EXCLUDE", .gated(.windowGroupsFrames, .windowExclude),
      "https://sqlite.org/windowfunctions.html#the_exclude_clause",
      "GROUPS MUST count groups of peers, and EXCLUDE MUST leave out the row, its peers, or both.",
      absent: CaseContext.refusing(
        "SELECT sum(v) OVER (ORDER BY k GROUPS 1 PRECEDING) FROM w",
        "SELECT sum(v) OVER (ORDER BY k ROWS UNBOUNDED PRECEDING EXCLUDE TIES) FROM w")
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT id, count(*) OVER (ORDER BY k GROUPS 1 PRECEDING), sum(v) OVER (ORDER BY k GROUPS BETWEEN 1 \
        PRECEDING AND 1 FOLLOWING), count(*) OVER (ORDER BY k GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) \
        FROM w ORDER BY id
        """,
        [[1, 2, 14, 6], [2, 3, 22, 5], [3, 3, 22, 5], [4, 1, 7, 7], [5, 4, 21, 3], [6, 4, 21, 3], [7, 3, 14, 1]])
      await test.expectRows(
        database,
        """
        SELECT id, count(*) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE NO \
        OTHERS), sum(v) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT \
        ROW), count(*) OVER (ORDER BY k GROUPS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE GROUP), \
        sum(v) OVER (ORDER BY k GROUPS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES) FROM w \
        ORDER BY id
        """,
        [
          [1, 7, 23, 6, 28], [2, 7, 21, 5, 28], [3, 7, 28, 5, 21], [4, 7, 26, 6, 28], [5, 7, 19, 5, 27],
          [6, 7, 27, 5, 19], [7, 7, 24, 6, 28],
        ])
      await test.expectRows(
        database,
        query: Windowed.order { $0.id }.select {
          (
            $0.id, SQL.count().over(orderBy: $0.key, frame: SQLFrame(.groups, from: .preceding(1))),
            $0.value.sum().over(
              orderBy: $0.key,
              frame: SQLFrame(.groups, from: .unboundedPreceding, to: .unboundedFollowing, excluding: .ties))
          )
        }, [[1, 2, 28], [2, 3, 28], [3, 3, 21], [4, 1, 28], [5, 4, 27], [6, 4, 19], [7, 3, 28]])
    },
    ConformanceCase(
      "AGG-20", "RANGE with an offset, ascending and descending, with NULLs", .gated(.windowRangeOffset),
      "https://sqlite.org/windowfunctions.html#frame_type",
      "The frame MUST hold the rows whose key is within the offset; NULLs MUST be peers of each other alone.",
      absent: CaseContext.refusing("SELECT sum(v) OVER (ORDER BY k RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM w")
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT id, k, count(*) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW), count(*) OVER (ORDER BY \
        k RANGE BETWEEN 1 PRECEDING AND 2 FOLLOWING), count(*) OVER (ORDER BY k DESC RANGE BETWEEN 2 PRECEDING AND \
        CURRENT ROW), count(*) OVER (ORDER BY k RANGE BETWEEN 0.5 PRECEDING AND 0.5 FOLLOWING) FROM w ORDER BY id
        """,
        [
          [1, 1, 1, 3, 3, 1], [2, 2, 3, 5, 4, 2], [3, 2, 3, 5, 4, 2], [4, nil, 1, 1, 1, 1], [5, 4, 4, 2, 2, 2],
          [6, 4, 4, 2, 2, 2], [7, 7, 1, 1, 1, 1],
        ])
      await test.expectRows(
        database,
        """
        SELECT id, count(*) OVER (ORDER BY k RANGE BETWEEN 1 FOLLOWING AND 3 FOLLOWING), sum(v) OVER (PARTITION BY \
        g ORDER BY k RANGE BETWEEN 3 PRECEDING AND 1 PRECEDING) FROM w ORDER BY id
        """,
        [[1, 4, nil], [2, 2, 5], [3, 2, 5], [4, 1, 2], [5, 1, nil], [6, 1, nil], [7, 0, 10]])
      await test.expectRows(
        database,
        query: Windowed.order { $0.id }.select {
          ($0.id, SQL.count().over(orderBy: $0.key, frame: SQLFrame(.range, from: .preceding(2), to: .currentRow)))
        }, [[1, 1], [2, 3], [3, 3], [4, 1], [5, 4], [6, 4], [7, 1]])
      await test.expectEngineErrors(
        database, ["SELECT sum(v) OVER (ORDER BY k, id RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM w"])
    },
    ConformanceCase(
      "AGG-21", "A window that builds on a named one", .gated(.windowChaining),
      "https://sqlite.org/windowfunctions.html#window_chaining",
      "A window MUST take the partition, and the order if it has none, of the one that it names.",
      absent: CaseContext.refusing("SELECT sum(v) OVER (x ORDER BY id) FROM w WINDOW x AS (PARTITION BY g)")
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT id, sum(v) OVER (x ORDER BY id), sum(v) OVER (x ORDER BY id DESC) FROM w WINDOW x AS (PARTITION BY \
        g) ORDER BY id
        """,
        [[1, 5, 12], [2, 12, 7], [3, 12, nil], [4, 2, 16], [5, 11, 14], [6, 12, 5], [7, 16, 4]])
      await test.expectRows(
        database,
        """
        SELECT id, sum(v) OVER (y ROWS 1 PRECEDING), count(*) OVER y FROM w WINDOW x AS (PARTITION BY g), y AS (x \
        ORDER BY id) ORDER BY id
        """,
        [[1, 5, 1], [2, 12, 2], [3, 7, 3], [4, 2, 1], [5, 11, 2], [6, 10, 3], [7, 5, 4]])
      await test.expectEngineErrors(
        database,
        [
          "SELECT sum(v) OVER (x PARTITION BY g) FROM w WINDOW x AS (ORDER BY id)",
          "SELECT sum(v) OVER (x ORDER BY v) FROM w WINDOW x AS (ORDER BY id)",
        ])
      await test.expectRows(
        database,
        query: Windowed.all.window("x") { SQLWindow(partitionBy: $0.group) }.order { $0.id }
          .select { ($0.id, $0.value.sum().over(SQLWindow(named: "x", orderBy: $0.id))) },
        [[1, 5], [2, 12], [3, 12], [4, 2], [5, 11], [6, 12], [7, 16]])
    },
    ConformanceCase(
      "AGG-22", "FILTER on aggregates and on aggregate windows", .gated(.filterAggregate),
      "https://sqlite.org/lang_aggfunc.html#aggfilter",
      "Only rows that meet the condition MUST reach the aggregate; typed, also where the engine lacks FILTER.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await AggregateTables.database(test)
        await test.expectEngineErrors(database, ["SELECT count(*) FILTER (WHERE v > 10) FROM n"])
        await expectTypedFilters(test, database)
      }
    ) { test in
      let database = try await AggregateTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT count(*) FILTER (WHERE v > 10), sum(v) FILTER (WHERE g = 'a'), group_concat(s) FILTER (WHERE id = \
        1), max(r) FILTER (WHERE g IS NULL), count(*) FILTER (WHERE NULL), sum(v) FILTER (WHERE 0), total(v) FILTER \
        (WHERE 0) FROM n
        """,
        [[2, 30, "x", 4.0, 0, nil, 0.0]])
      await test.expectRows(
        database, "SELECT g, count(*), count(*) FILTER (WHERE v IS NULL) FROM n GROUP BY g ORDER BY g",
        [[nil, 2, 1], ["a", 2, 0], ["b", 2, 1]])
      await test.expectRows(database, "SELECT count(DISTINCT v) FILTER (WHERE id <> 2) FROM n", [[2]])
      if test.section(requires: .feature(.windowFilter)) {
        await test.expectRows(
          database,
          """
          SELECT id, count(*) FILTER (WHERE v > 4) OVER (ORDER BY id), sum(v) FILTER (WHERE k = 4) OVER (PARTITION \
          BY g) FROM w ORDER BY id
          """,
          [[1, 1, nil], [2, 2, nil], [3, 2, nil], [4, 2, 10], [5, 3, 10], [6, 3, 10], [7, 3, 10]])
      }
      await test.expectEngineErrors(database, ["SELECT abs(v) FILTER (WHERE 1) FROM n"])
      await expectTypedFilters(test, database)
    },
  ]

  private static func expectTypedFilters(_ test: CaseContext, _ database: Database) async {
    await test.expectRows(
      database,
      query: Measure.select {
        (
          SQL.count().filter($0.value > 10), $0.value.sum().filter($0.group == "a"),
          $0.text.groupConcat().filter($0.id == 1), $0.real.max().filter($0.group == nil),
          $0.value.sum().filter(SQLPredicate.false), $0.value.total().filter(SQLPredicate.false)
        )
      }, [[2, 30, "x", 4.0, nil, 0.0]])
    await test.expectRows(
      database,
      query: Measure.all.group { $0.group }.order { $0.group }
        .select { ($0.group, SQL.count(), SQL.count().filter($0.value == nil)) },
      [[nil, 2, 1], ["a", 2, 0], ["b", 2, 1]])
    await test.expectRows(
      database,
      query: Measure.select {
        (
          $0.value.count(distinct: true).filter($0.id != 2), $0.value.average().filter($0.value < 30),
          $0.value.min().filter($0.id > 1)
        )
      }, [[2, 13.333333333333334, 10]])
  }
}
