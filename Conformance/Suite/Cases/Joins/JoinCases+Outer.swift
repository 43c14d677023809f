import Quarry

extension JoinCases {
  private static let outerReference = "https://sqlite.org/lang_select.html#right_and_full_outer_joins"

  /// JOIN-19 to JOIN-21.
  static let outer: [ConformanceCase] = [
    ConformanceCase(
      "JOIN-19", "RIGHT JOIN is the mirrored LEFT JOIN, also in a chain", .gated(.rightJoin), outerReference,
      "A RIGHT JOIN MUST keep every right row; typed, it MUST give the same rows where the engine lacks it.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await JoinTables.database(test)
        await test.expectEngineErrors(database, ["SELECT a.id FROM a RIGHT JOIN b ON a.k = b.k"])
        await expectTypedRightJoins(test, database)
      }
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a RIGHT JOIN b ON a.k = b.k ORDER BY 2, 1",
        [[1, 1], [4, 1], [nil, 2], [nil, 3], [1, 4], [4, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM b LEFT JOIN a ON a.k = b.k ORDER BY 2, 1",
        [[1, 1], [4, 1], [nil, 2], [nil, 3], [1, 4], [4, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a RIGHT OUTER JOIN b ON a.k = b.k AND a.s = 'x' ORDER BY 2, 1",
        [[1, 1], [nil, 2], [nil, 3], [1, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a RIGHT JOIN b ON a.k = b.k WHERE a.s = 'x' ORDER BY 2, 1",
        [[1, 1], [1, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.k = b.k RIGHT JOIN c ON c.b = b.id ORDER BY 3, 1, 2",
        [[1, 1, 1], [4, 1, 1], [nil, nil, 2], [nil, nil, 3], [nil, nil, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id, c.id FROM a RIGHT JOIN b ON a.k = b.k LEFT JOIN c ON c.b = b.id ORDER BY 2, 1, 3",
        [[1, 1, 1], [4, 1, 1], [nil, 2, 2], [nil, 3, nil], [1, 4, nil], [4, 4, nil]])
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM a JOIN b ON a.k = b.k RIGHT JOIN c ON c.b = b.id AND a.id = 1 ORDER BY 3, 1, 2",
        [[1, 1, 1], [nil, nil, 2], [nil, nil, 3], [nil, nil, 4]])
      await test.expectRows(
        database, "SELECT id, x, y, z FROM na NATURAL RIGHT JOIN nb ORDER BY z",
        [[1, 10, "a", 100], [nil, 20, "q", 200], [nil, nil, "c", 300], [1, 10, "a", 400]])
      await test.expectRows(
        database, "SELECT id, x, na.x, nb.x, z FROM na RIGHT JOIN nb USING (x) ORDER BY z",
        [[1, 10, 10, 10, 100], [2, 20, 20, 20, 200], [nil, nil, nil, nil, 300], [1, 10, 10, 10, 400]])
      await expectTypedRightJoins(test, database)
    },
    ConformanceCase(
      "JOIN-20", "FULL OUTER JOIN keeps the rows without a partner of both sides", .gated(.fullJoin), outerReference,
      "A FULL JOIN MUST keep every row of both sides, USING MUST show the value of the side that has one.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await JoinTables.database(test)
        await test.expectEngineErrors(database, ["SELECT a.id FROM a FULL OUTER JOIN b ON a.k = b.k"])
        await expectTypedFullJoins(test, database)
      }
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a FULL OUTER JOIN b ON a.k = b.k ORDER BY 1, 2",
        [[nil, 2], [nil, 3], [1, 1], [1, 4], [2, nil], [3, nil], [4, 1], [4, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a FULL JOIN b ON a.k = b.k AND a.s = 'x' AND b.t = 'p' ORDER BY 1, 2",
        [[nil, 2], [nil, 3], [nil, 4], [1, 1], [2, nil], [3, nil], [4, nil]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a FULL JOIN b ON a.k = b.k WHERE a.id IS NULL OR b.id IS NULL ORDER BY 1, 2",
        [[nil, 2], [nil, 3], [2, nil], [3, nil]])
      await test.expectRows(
        database, "SELECT k, a.k, b.k, s, t FROM a FULL JOIN b USING (k) ORDER BY a.id, b.id",
        [
          [30, nil, 30, nil, "q"], [nil, nil, nil, nil, nil], [10, 10, 10, "x", "p"], [10, 10, 10, "x", "s"],
          [20, 20, nil, "y", nil], [nil, nil, nil, "z", nil], [10, 10, 10, "w", "p"], [10, 10, 10, "w", "s"],
        ])
      await test.expectRows(
        database, "SELECT * FROM na NATURAL FULL JOIN nb ORDER BY id, z",
        [
          [nil, 20, "q", 200], [nil, nil, "c", 300], [1, 10, "a", 100], [1, 10, "a", 400], [2, 20, "b", nil],
          [3, nil, "c", nil],
        ])
      await test.expectRows(database, "SELECT count(*) FROM a FULL JOIN b ON 0", [[8]])
      await test.expectRows(database, "SELECT count(*) FROM a FULL JOIN b ON 1", [[16]])
      await expectTypedFullJoins(test, database)
    },
    ConformanceCase(
      "JOIN-21", "FULL JOIN with NULL keys, with empty sides, of three tables", .gated(.fullJoin), outerReference,
      "NULL keys MUST never match, an empty side MUST leave the other, and a chain MUST keep the rows of all tables.",
      absent: { test in
        try await test.expectAbsence()
        await expectTypedFullChains(test, try await JoinTables.database(test))
      }
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a FULL JOIN b ON a.k = b.k AND a.k IS NULL ORDER BY 1, 2",
        [[nil, 1], [nil, 2], [nil, 3], [nil, 4], [1, nil], [2, nil], [3, nil], [4, nil]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a FULL JOIN b ON a.k IS b.k ORDER BY 1, 2",
        [[nil, 2], [1, 1], [1, 4], [2, nil], [3, 3], [4, 1], [4, 4]])
      await test.expectRows(
        database, "SELECT a.id, e.id FROM a FULL JOIN e ON a.k = e.k ORDER BY 1",
        [[1, nil], [2, nil], [3, nil], [4, nil]])
      await test.expectRows(
        database, "SELECT e.id, a.id FROM e FULL JOIN a ON a.k = e.k ORDER BY 2",
        [[nil, 1], [nil, 2], [nil, 3], [nil, 4]])
      await test.expectRows(
        database, "SELECT x.id, y.id FROM e AS x FULL JOIN e AS y ON x.k = y.k", [])
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM a FULL JOIN b ON a.k = b.k FULL JOIN c ON c.b = b.id ORDER BY 1, 2, 3",
        [
          [nil, nil, 3], [nil, nil, 4], [nil, 2, 2], [nil, 3, nil], [1, 1, 1], [1, 4, nil], [2, nil, nil],
          [3, nil, nil], [4, 1, 1], [4, 4, nil],
        ])
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM a FULL JOIN b ON a.k = b.k LEFT JOIN c ON c.b = b.id ORDER BY 1, 2, 3",
        [
          [nil, 2, 2], [nil, 3, nil], [1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1], [4, 4, nil],
        ])
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.k = b.k FULL JOIN c ON c.b = b.id ORDER BY 1, 2, 3",
        [
          [nil, nil, 2], [nil, nil, 3], [nil, nil, 4], [1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1],
          [4, 4, nil],
        ])
      await test.expectRows(
        database, "SELECT a.id, b.id, c.id FROM a FULL JOIN b ON a.k = b.k JOIN c ON c.b = b.id ORDER BY 1, 2, 3",
        [[nil, 2, 2], [1, 1, 1], [4, 1, 1]])
      await expectTypedFullChains(test, database)
    },
  ]

  /// Right joins of the typed layer, native or lowered.
  private static func expectTypedRightJoins(_ test: CaseContext, _ database: Database) async {
    let joined = Alpha.rightJoin(Beta.self) { $0.key == $1.key }.order { ($1.id, $0.id) }
    await test.expectRows(
      database, query: joined.select { ($0.id, $1.id) }, [[1, 1], [4, 1], [nil, 2], [nil, 3], [1, 4], [4, 4]])
    await test.expectRows(
      database, mapped: joined.map { alpha, beta in try plainValues(alpha?.id, alpha?.text, beta.id, beta.text) },
      [
        [1, "x", 1, "p"], [4, "w", 1, "p"], [nil, nil, 2, "q"], [nil, nil, 3, nil], [1, "x", 4, "s"], [4, "w", 4, "s"],
      ])
    await test.expectRows(
      database,
      query: Alpha.rightJoin(Beta.self) { $0.key == $1.key && $0.text == "x" }.order { ($1.id, $0.id) }
        .select { ($0.id, $1.id) }, [[1, 1], [nil, 2], [nil, 3], [1, 4]])
    await test.expectRows(
      database, query: joined.where { alpha, _ in alpha.text == "x" }.select { ($0.id, $1.id) }, [[1, 1], [1, 4]])
    await test.expectRows(
      database, query: joined.where { alpha, _ in alpha.id == nil }.select { ($0.id, $1.id) }, [[nil, 2], [nil, 3]])
    await test.expectRows(
      database,
      query: Alpha.leftJoin(Beta.self) { $0.key == $1.key }.rightJoin(Gamma.self) { $2.beta == $1.id }
        .order { ($2.id, $0.id, $1.id) }.select { ($0.id, $1.id, $2.id) },
      [[1, 1, 1], [4, 1, 1], [nil, nil, 2], [nil, nil, 3], [nil, nil, 4]])
    await test.expectRows(
      database,
      query: Alpha.rightJoin(Beta.self) { $0.key == $1.key }.leftJoin(Gamma.self) { $2.beta == $1.id }
        .order { ($1.id, $0.id, $2.id) }.select { ($0.id, $1.id, $2.id) },
      [[1, 1, 1], [4, 1, 1], [nil, 2, 2], [nil, 3, nil], [1, 4, nil], [4, 4, nil]])
    await test.expectRows(
      database,
      mapped: Alpha.join(Beta.self) { $0.key == $1.key }.rightJoin(Gamma.self) { $2.beta == $1.id && $0.id == 1 }
        .order { ($2.id, $0.id, $1.id) }
        .map { alpha, beta, gamma in try plainValues(alpha?.id, beta?.id, gamma.id) },
      [[1, 1, 1], [nil, nil, 2], [nil, nil, 3], [nil, nil, 4]])
    await test.expectRows(
      database,
      query: joined.unordered().group { _, beta in beta.id }.order { _, beta in beta.id }.select { alpha, beta in
        (beta.id, alpha.id.count(), SQL.count())
      }, [[1, 2, 2], [2, 0, 1], [3, 0, 1], [4, 2, 2]])
    await test.expectRows(database, query: joined.limit(2).offset(1).select { ($0.id, $1.id) }, [[4, 1], [nil, 2]])
    do {
      test.expectEqual(try await database.fetchCount(joined), 6, "typed: the number of rows")
    } catch {
      test.fail("typed: the number of rows", expected: "6", actual: "\(error)")
    }
  }

  /// Full joins of the typed layer, native or lowered.
  private static func expectTypedFullJoins(_ test: CaseContext, _ database: Database) async {
    let joined = Alpha.fullJoin(Beta.self) { $0.key == $1.key }.order { ($0.id, $1.id) }
    await test.expectRows(
      database, query: joined.select { ($0.id, $1.id) },
      [[nil, 2], [nil, 3], [1, 1], [1, 4], [2, nil], [3, nil], [4, 1], [4, 4]])
    await test.expectRows(
      database,
      mapped: joined.map { alpha, beta in try plainValues(alpha == nil, alpha?.text, beta == nil, beta?.text) },
      [
        [1, nil, 0, "q"], [1, nil, 0, nil], [0, "x", 0, "p"], [0, "x", 0, "s"], [0, "y", 1, nil], [0, "z", 1, nil],
        [0, "w", 0, "p"], [0, "w", 0, "s"],
      ])
    await test.expectRows(
      database,
      query: Alpha.fullJoin(Beta.self) { $0.key == $1.key && $0.text == "x" && $1.text == "p" }
        .order { ($0.id, $1.id) }.select { ($0.id, $1.id) },
      [[nil, 2], [nil, 3], [nil, 4], [1, 1], [2, nil], [3, nil], [4, nil]])
    await test.expectRows(
      database, query: joined.where { $0.id == nil || $1.id == nil }.select { ($0.id, $1.id) },
      [[nil, 2], [nil, 3], [2, nil], [3, nil]])
    await test.expectRows(
      database, query: joined.select { ($0.key.coalesce($1.key), $0.id, $1.id) },
      [
        [30, nil, 2], [nil, nil, 3], [10, 1, 1], [10, 1, 4], [20, 2, nil], [nil, 3, nil], [10, 4, 1], [10, 4, 4],
      ])
    await test.expectRows(
      database, query: joined.unordered().select { (SQL.count(), $0.id.count(), $1.id.count()) }, [[8, 6, 6]])
    await test.expectRows(
      database, query: joined.limit(3).offset(1).select { ($0.id, $1.id) }, [[nil, 3], [1, 1], [1, 4]])
    await test.expectRows(
      database,
      query: Alpha.fullJoin(Beta.where { $0.id > 2 }) { $0.key == $1.key }.order { ($0.id, $1.id) }
        .select { ($0.id, $1.id) }, [[nil, 3], [1, 4], [2, nil], [3, nil], [4, 4]])
  }

  /// Full joins of the typed layer with NULL keys, empty sides and three tables, native or lowered.
  private static func expectTypedFullChains(_ test: CaseContext, _ database: Database) async {
    await test.expectRows(
      database,
      query: Alpha.fullJoin(Beta.self) { $0.key == $1.key && $0.key.isNull }.order { ($0.id, $1.id) }
        .select { ($0.id, $1.id) },
      [[nil, 1], [nil, 2], [nil, 3], [nil, 4], [1, nil], [2, nil], [3, nil], [4, nil]])
    await test.expectRows(
      database,
      query: Alpha.fullJoin(Beta.self) { $0.key.is($1.key) }.order { ($0.id, $1.id) }.select { ($0.id, $1.id) },
      [[nil, 2], [1, 1], [1, 4], [2, nil], [3, 3], [4, 1], [4, 4]])
    await test.expectRows(
      database,
      mapped: Hollow.fullJoin(Alpha.self) { $0.key == $1.key }.order { _, alpha in alpha.id }
        .map { hollow, alpha in try plainValues(hollow?.id, alpha?.id) }, [[nil, 1], [nil, 2], [nil, 3], [nil, 4]])
    await test.expectRows(
      database, query: Hollow.fullJoin(Hollow.self) { $0.key == $1.key }.select { ($0.id, $1.id) }, [])
    await test.expectRows(
      database,
      query: Alpha.fullJoin(Beta.self) { $0.key == $1.key }.fullJoin(Gamma.self) { $2.beta == $1.id }
        .order { ($0.id, $1.id, $2.id) }.select { ($0.id, $1.id, $2.id) },
      [
        [nil, nil, 3], [nil, nil, 4], [nil, 2, 2], [nil, 3, nil], [1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil],
        [4, 1, 1], [4, 4, nil],
      ])
    await test.expectRows(
      database,
      query: Alpha.fullJoin(Beta.self) { $0.key == $1.key }.leftJoin(Gamma.self) { $2.beta == $1.id }
        .order { ($0.id, $1.id, $2.id) }.select { ($0.id, $1.id, $2.id) },
      [
        [nil, 2, 2], [nil, 3, nil], [1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1], [4, 4, nil],
      ])
    await test.expectRows(
      database,
      mapped: Alpha.fullJoin(Beta.self) { $0.key == $1.key }.join(Gamma.self) { $2.beta == $1.id }
        .order { ($0.id, $1.id, $2.id) }
        .map { alpha, beta, gamma in try plainValues(alpha?.id, beta?.id, gamma.id) },
      [[nil, 2, 2], [1, 1, 1], [4, 1, 1]])
  }
}
