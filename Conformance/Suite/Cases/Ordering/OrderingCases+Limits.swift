import Quarry

extension OrderingCases {
  private static let limitReference = "https://sqlite.org/lang_select.html#limitoffset"

  /// ORD-06 to ORD-09, ORD-17 and ORD-18.
  static let limits: [ConformanceCase] = [
    ConformanceCase(
      "ORD-06", "LIMIT 0, 1, -1, with OFFSET, and with a comma", .core, limitReference,
      "LIMIT MUST cut the rows off, a negative one MUST NOT, and in `LIMIT m, n` the first is the offset."
    ) { test in
      let database = try await OrderingTables.database(test)
      for (limit, ids) in [
        ("LIMIT 0", []), ("LIMIT 1", [1]), ("LIMIT -1", [1, 2, 3, 4, 5]), ("LIMIT 2 OFFSET 1", [2, 3]),
        ("LIMIT 1, 2", [2, 3]), ("LIMIT 2, 1", [3]), ("LIMIT -1 OFFSET 3", [4, 5]), ("LIMIT 99", [1, 2, 3, 4, 5]),
        ("LIMIT 2 OFFSET 0", [1, 2]), ("LIMIT 2 OFFSET -5", [1, 2]), ("LIMIT 1 + 1", [1, 2]),
        ("LIMIT (SELECT count(*) FROM t) - 2", [1, 2, 3]), ("LIMIT 9223372036854775807", [1, 2, 3, 4, 5]),
        ("LIMIT 9223372036854775807 OFFSET 2", [3, 4, 5]), ("LIMIT 0 OFFSET 1", []), ("LIMIT 2.0", [1, 2]),
      ] as [(String, [Int64])] {
        await test.expectRows(
          database, SQLFragment(raw: "SELECT id FROM t ORDER BY id \(limit)"), ids.map { [.integer($0)] }, limit)
        await test.expectRows(
          database, SQLFragment(raw: "SELECT count(*) FROM (SELECT id FROM t ORDER BY id \(limit))"),
          [[.integer(Int64(ids.count))]], "inside: \(limit)")
      }
      let ordered = Ranked.order { $0.id }
      let highest = test.has(.exactIntegers) ? Int.max : 1 << 53 - 1
      for (query, ids) in [
        (ordered.limit(0), []), (ordered.limit(1), [1]), (ordered.limit(-1), [1, 2, 3, 4, 5]),
        (ordered.limit(2).offset(1), [2, 3]), (ordered.offset(3), [4, 5]), (ordered.limit(99), [1, 2, 3, 4, 5]),
        (ordered.limit(0).offset(1), []), (ordered.limit(highest).offset(4), [5]),
      ] as [(SQLQuery<Ranked>, [Int64])] {
        await test.expectRows(database, query: query.select { $0.id }, ids.map { [.integer($0)] }, "typed: \(ids)")
        test.expectEqual(try await database.fetchCount(query), ids.count, "typed: the count of \(ids)")
        let first = try await database.fetchOne(query.select { $0.id })
        test.expectEqual(first, ids.first, "typed: the first of \(ids)")
      }
    },
    ConformanceCase(
      "ORD-07", "LIMIT and OFFSET as parameters; what is no whole number is error 20", .core, limitReference,
      "A limit MUST be a whole number or a text that is one; anything else MUST fail with code 20."
    ) { test in
      let database = try await OrderingTables.database(test)
      let values: [(SQLValue, SQLValue, [Int64]?)] = [
        (2, 1, [2, 3]), (0, 0, []), (-1, 0, [1, 2, 3, 4, 5]), (2.0, 1.0, [2, 3]), ("2", "1", [2, 3]),
        (2, -1, [1, 2]), ("x", 0, nil), (nil, 0, nil), (1.5, 0, nil), (1, "x", nil), (1, nil, nil), (1, 0.5, nil),
        ("2x", 0, nil), ("", 0, nil),
      ]
      for (limit, offset, ids) in values {
        let sql: SQLFragment = "SELECT id FROM t ORDER BY id LIMIT \(limit) OFFSET \(offset)"
        if let ids {
          await test.expectRows(database, sql, ids.map { [.integer($0)] }, "LIMIT \(limit) OFFSET \(offset)")
        } else {
          await test.expectError(.mismatch, extended: 20, database, sql, "LIMIT \(limit) OFFSET \(offset)")
        }
      }
      for text in ["'x'", "NULL", "1.5", "x'31'"] {
        await test.expectError(
          .mismatch, extended: 20, database, SQLFragment(raw: "SELECT id FROM t LIMIT \(text)"), text)
      }
      await test.expectEngineErrors(database, ["SELECT id FROM t LIMIT id"])
      await test.expectUsable(database)
    },
    ConformanceCase(
      "ORD-08", "OFFSET beyond the end gives no rows", .core, limitReference,
      "An offset of as many rows as there are, or more, MUST leave none and be no error."
    ) { test in
      let database = try await OrderingTables.database(test)
      for offset in [5, 6, 1000, Int.max] {
        await test.expectRows(database, "SELECT id FROM t ORDER BY id LIMIT 3 OFFSET \(offset)", [])
        await test.expectRows(database, "SELECT id FROM t ORDER BY id LIMIT -1 OFFSET \(offset)", [])
        await test.expectRows(database, query: Ranked.order { $0.id }.offset(offset).select { $0.id }, [])
        await test.expectRows(database, query: Ranked.order { $0.id }.limit(2).offset(offset).select { $0.id }, [])
        test.expectEqual(try await database.fetchCount(Ranked.all.offset(offset)), 0, "typed: no rows")
      }
      await test.expectRows(database, "SELECT count(*) FROM t LIMIT 1 OFFSET 1", [])
      await test.expectRows(database, "SELECT id FROM t ORDER BY id LIMIT 3 OFFSET 4", [[5]])
    },
    ConformanceCase(
      "ORD-09", "DISTINCT: NULLs are one, 1 and 1.0 are one, texts by collation", .core,
      "https://sqlite.org/lang_select.html#removal_of_duplicate_rows_select_distinct_processing_",
      "DISTINCT MUST take two NULLs for equal and compare everything else as = does, with the collation of the column."
    ) { test in
      let database = try await OrderingTables.database(test)
      await test.expectRows(database, "SELECT count(*) FROM (SELECT DISTINCT v FROM d)", [[4]])
      await test.expectRows(
        database,
        "SELECT typeof(v) IN ('integer', 'real'), typeof(v) FROM (SELECT DISTINCT v FROM d WHERE id > 2) ORDER BY v",
        [[0, "null"], [0, "text"], [0, "blob"]])
      await test.expectRows(
        database, "SELECT count(DISTINCT v), count(DISTINCT s), count(DISTINCT r) FROM d", [[3, 3, 3]])
      await test.expectRows(database, "SELECT count(*) FROM (SELECT DISTINCT s FROM d)", [[3]])
      await test.expectRows(database, "SELECT count(*) FROM (SELECT DISTINCT s COLLATE BINARY FROM d)", [[5]])
      await test.expectRows(database, "SELECT count(*) FROM (SELECT DISTINCT r FROM d)", [[3]])
      await test.expectRows(database, "SELECT count(*) FROM (SELECT ALL s FROM d)", [[6]])
      await test.expectRows(database, "SELECT DISTINCT v IS NULL FROM d ORDER BY 1", [[0], [1]])
      await test.expectRows(database, "SELECT DISTINCT NULL, 1 FROM d", [[nil, 1]])
      await test.expectRows(database, "SELECT count(*) FROM (SELECT DISTINCT lower(s), v IS NULL FROM d)", [[3]])
      await test.expectRows(database, "SELECT count(*) FROM d GROUP BY v ORDER BY v", [[2], [2], [1], [1]])
      test.expectEqual(
        try await database.fetchAll(Similar.select { $0.value }.distinct()).count, 4, "typed: distinct values")
      test.expectEqual(
        try await database.fetchAll(Similar.select { $0.nocase }.distinct()).count, 3, "typed: distinct texts")
      await test.expectRows(
        database,
        query: Similar.select {
          ($0.value.count(distinct: true), $0.nocase.count(distinct: true), $0.trimmed.count(distinct: true))
        }, [[3, 3, 3]])
    },
    ConformanceCase(
      "ORD-17", "NULLS FIRST and NULLS LAST in both directions and in windows", .gated(.nullsOrder), reference,
      "NULLS FIRST and NULLS LAST MUST place the NULLs; typed, also where the engine lacks the words.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await OrderingTables.database(test)
        await test.expectEngineErrors(database, ["SELECT c FROM t ORDER BY c NULLS LAST"])
        await expectTypedNulls(test, database)
      }
    ) { test in
      let database = try await OrderingTables.database(test)
      for isIndexed in [false, true] {
        if isIndexed { try await test.run(database, "CREATE INDEX t_c ON t (c)") }
        for (order, values) in [
          ("c NULLS FIRST", [nil, 0.5, 1.5, 2.5, 9.0]), ("c NULLS LAST", [0.5, 1.5, 2.5, 9.0, nil]),
          ("c ASC NULLS LAST", [0.5, 1.5, 2.5, 9.0, nil]), ("c DESC NULLS FIRST", [nil, 9.0, 2.5, 1.5, 0.5]),
          ("c DESC NULLS LAST", [9.0, 2.5, 1.5, 0.5, nil]), ("-c NULLS LAST", [9.0, 2.5, 1.5, 0.5, nil]),
          ("c IS NULL, c DESC NULLS FIRST", [9.0, 2.5, 1.5, 0.5, nil]),
        ] as [(String, [SQLValue])] {
          await test.expectRows(
            database, SQLFragment(raw: "SELECT c FROM t ORDER BY \(order)"), values.map { [$0] }, order)
        }
      }
      if test.section(requires: .feature(.windowFunctions)) {
        await test.expectRows(
          database, "SELECT c, row_number() OVER (ORDER BY c NULLS LAST) FROM t ORDER BY 2",
          [[0.5, 1], [1.5, 2], [2.5, 3], [9.0, 4], [nil, 5]])
        await test.expectRows(
          database, "SELECT c, row_number() OVER (ORDER BY c DESC NULLS FIRST) FROM t ORDER BY 2",
          [[nil, 1], [9.0, 2], [2.5, 3], [1.5, 4], [0.5, 5]])
        await test.expectRows(
          database,
          query: Ranked.select { ($0.c, SQL.rowNumber().over(orderBy: $0.c.ascending.nullsLast)) }.order { _, n in n },
          [[0.5, 1], [1.5, 2], [2.5, 3], [9.0, 4], [nil, 5]])
      }
      await expectTypedNulls(test, database)
    },
    ConformanceCase(
      "ORD-18", "UPDATE and DELETE with ORDER BY and LIMIT", .gated(.updateDeleteLimit),
      "https://sqlite.org/lang_update.html#optional_limit_and_order_by_clauses",
      "Only the first rows of the order MUST be changed; typed, also where the build lacks the clause.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await OrderingTables.database(test)
        await test.expectEngineErrors(
          database, ["UPDATE t SET a = 9 ORDER BY a LIMIT 1", "DELETE FROM t ORDER BY a LIMIT 1"])
        try await expectTypedChanges(test, database)
      }
    ) { test in
      let database = try await OrderingTables.database(test)
      let result = try await database.execute("UPDATE t SET b = 'u' WHERE a > 0 ORDER BY c DESC LIMIT 2")
      test.expectEqual(result.affectedRows, 2, "two rows are updated")
      await test.expectRows(database, "SELECT id FROM t WHERE b = 'u' ORDER BY id", [[1], [5]])
      _ = try await database.execute("DELETE FROM t ORDER BY c DESC LIMIT 1 OFFSET 1")
      await test.expectRows(database, "SELECT id FROM t ORDER BY id", [[2], [3], [4], [5]])
      _ = try await database.execute("DELETE FROM t ORDER BY c LIMIT \(1)")
      await test.expectRows(database, "SELECT id FROM t ORDER BY id", [[2], [3], [5]])
      try await test.run(database, "DELETE FROM t", "INSERT INTO t SELECT * FROM (SELECT 1, 1, 'x', 2.5)")
      try await test.run(
        database, "INSERT INTO t VALUES (2, 2, 'y', 1.5), (3, 1, 'z', 0.5), (4, 3, NULL, NULL), (5, 2, 'a', 9.0)")
      try await expectTypedChanges(test, database)
    },
  ]

  private static func expectTypedNulls(_ test: CaseContext, _ database: Database) async {
    for (name, ordering, values) in [
      ("ascending, first", { $0.ascending.nullsFirst }, [nil, 0.5, 1.5, 2.5, 9.0]),
      ("ascending, last", { $0.ascending.nullsLast }, [0.5, 1.5, 2.5, 9.0, nil]),
      ("descending, first", { $0.descending.nullsFirst }, [nil, 9.0, 2.5, 1.5, 0.5]),
      ("descending, last", { $0.descending.nullsLast }, [9.0, 2.5, 1.5, 0.5, nil]),
    ] as [(String, (SQLExpression<Double?>) -> SQLOrdering, [SQLValue])] {
      await test.expectRows(
        database, query: Ranked.order { ordering($0.c) }.select { $0.c }, values.map { [$0] }, "typed: \(name)")
      await test.expectRows(
        database, query: Ranked.order { (ordering($0.c), $0.id) }.limit(2).offset(1).select { $0.c },
        values[1...2].map { [$0] }, "typed, with a limit: \(name)")
      await test.expectRows(
        database, query: Ranked.select { $0.c }.order { ordering($0.expression) }, values.map { [$0] },
        "typed, of the result: \(name)")
    }
  }

  private static func expectTypedChanges(_ test: CaseContext, _ database: Database) async throws {
    let updated = try await database.run(
      SQLUpdate(Ranked.where { $0.a > 0 }.order { $0.c.descending }.limit(2)) { $0.b = "v" })
    test.expectEqual(updated.affectedRows, 2, "typed: two rows are updated")
    await test.expectRows(database, "SELECT id FROM t WHERE b = 'v' ORDER BY id", [[1], [5]])
    let deleted = try await database.run(SQLDelete(Ranked.order { $0.c.descending }.limit(1).offset(1)))
    test.expectEqual(deleted.affectedRows, 1, "typed: one row is deleted")
    await test.expectRows(database, "SELECT id FROM t ORDER BY id", [[2], [3], [4], [5]])
    _ = try await database.run(SQLDelete(Ranked.order { $0.c.ascending.nullsLast }.limit(1)))
    await test.expectRows(database, "SELECT id FROM t ORDER BY id", [[2], [4], [5]])
    _ = try await database.run(SQLDelete(Ranked.all.limit(0)))
    await test.expectRows(database, "SELECT count(*) FROM t", [[3]])
  }
}
