import Quarry

extension JoinCases {
  static let reference = "https://sqlite.org/lang_select.html#the_from_clause"

  /// JOIN-01 to JOIN-04.
  static let plain: [ConformanceCase] = [
    ConformanceCase(
      "JOIN-01", "INNER JOIN with ON, comma join and CROSS JOIN", .core, reference,
      "All spellings of an inner join MUST give the pairs for which the condition is true, and no others."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a INNER JOIN b ON a.k = b.k ORDER BY 1, 2",
        [[1, 1], [1, 4], [4, 1], [4, 4]])
      for spelling in [
        "a JOIN b ON a.k = b.k", "a, b WHERE a.k = b.k", "a CROSS JOIN b ON a.k = b.k",
        "a CROSS JOIN b WHERE a.k = b.k",
        "b INNER JOIN a ON b.k = a.k", "a INNER JOIN b WHERE a.k = b.k", "a, b ON a.k = b.k",
      ] {
        await test.expectRows(
          database, SQLFragment(raw: "SELECT a.id, b.id FROM \(spelling) ORDER BY 1, 2"),
          [[1, 1], [1, 4], [4, 1], [4, 4]],
          spelling)
      }
      await test.expectRows(database, "SELECT count(*) FROM a, b", [[16]])
      await test.expectRows(database, "SELECT count(*) FROM a CROSS JOIN b CROSS JOIN c", [[64]])
      await test.expectRows(database, "SELECT a.id, b.id FROM a JOIN b ON NULL", [])
      await test.expectRows(
        database, query: Alpha.join(Beta.self) { $0.key == $1.key }.order { ($0.id, $1.id) }.select { ($0.id, $1.id) },
        [[1, 1], [1, 4], [4, 1], [4, 4]])
      await test.expectRows(
        database,
        query: Alpha.crossJoin(Beta.self).where { $0.key == $1.key }.order { ($0.id, $1.id) }.select { ($0.id, $1.id) },
        [[1, 1], [1, 4], [4, 1], [4, 4]])
      await test.expectRows(
        database,
        mapped: Alpha.join(Beta.self) { $0.key == $1.key }.order { ($0.id, $1.id) }.map { alpha, beta in
          try plainValues(alpha.id, alpha.key, alpha.text, beta.id, beta.key, beta.text)
        },
        [
          [1, 10, "x", 1, 10, "p"], [1, 10, "x", 4, 10, "s"], [4, 10, "w", 1, 10, "p"], [4, 10, "w", 4, 10, "s"],
        ])
      test.expectEqual(
        try await database.fetchCount(Alpha.crossJoin(Beta.self).crossJoin(Gamma.self)), 64, "typed: all triples")
    },
    ConformanceCase(
      "JOIN-02", "LEFT JOIN: rows without a partner get NULL; ON against WHERE", .core,
      "https://sqlite.org/lang_select.html#special_handling_of_cross_join",
      "A LEFT JOIN MUST keep every left row; a condition on the right MUST act before that in ON and after it in WHERE."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT a.id, b.id, b.t FROM a LEFT JOIN b ON a.k = b.k ORDER BY 1, 2",
        [[1, 1, "p"], [1, 4, "s"], [2, nil, nil], [3, nil, nil], [4, 1, "p"], [4, 4, "s"]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a LEFT OUTER JOIN b ON a.k = b.k AND b.t = 's' ORDER BY 1, 2",
        [[1, 4], [2, nil], [3, nil], [4, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a LEFT JOIN b ON a.k = b.k WHERE b.t = 's' ORDER BY 1, 2", [[1, 4], [4, 4]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a LEFT JOIN b ON a.k = b.k AND a.s = 'x' ORDER BY 1, 2",
        [[1, 1], [1, 4], [2, nil], [3, nil], [4, nil]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a LEFT JOIN b ON a.k = b.k WHERE b.id IS NULL ORDER BY 1, 2",
        [[2, nil], [3, nil]])
      await test.expectRows(database, "SELECT count(*) FROM a LEFT JOIN b ON 0", [[4]])
      await test.expectRows(
        database, "SELECT a.id, b.id FROM a LEFT JOIN b ON b.id = 3 AND b.t IS NULL ORDER BY 1",
        [[1, 3], [2, 3], [3, 3], [4, 3]])
      let joined = Alpha.leftJoin(Beta.self) { $0.key == $1.key }.order { ($0.id, $1.id) }
      await test.expectRows(
        database, query: joined.select { ($0.id, $1.id, $1.text) },
        [[1, 1, "p"], [1, 4, "s"], [2, nil, nil], [3, nil, nil], [4, 1, "p"], [4, 4, "s"]])
      await test.expectRows(
        database, mapped: joined.map { alpha, beta in try plainValues(alpha.id, beta == nil, beta?.id) },
        [[1, 0, 1], [1, 0, 4], [2, 1, nil], [3, 1, nil], [4, 0, 1], [4, 0, 4]])
      await test.expectRows(
        database,
        query: Alpha.leftJoin(Beta.self) { $0.key == $1.key && $1.text == "s" }.order { ($0.id, $1.id) }
          .select { ($0.id, $1.id) }, [[1, 4], [2, nil], [3, nil], [4, 4]])
      await test.expectRows(
        database, query: joined.where { $1.text == "s" }.select { ($0.id, $1.id) }, [[1, 4], [4, 4]])
      await test.expectRows(
        database, query: joined.where { $1.id == nil }.select { ($0.id, $1.id) }, [[2, nil], [3, nil]])
      // A partner whose columns are all NULL but its key is a partner.
      await test.expectRows(
        database,
        mapped: Alpha.leftJoin(Beta.self) { _, beta in beta.id == 3 && beta.text == nil }.order { alpha, _ in alpha.id }
          .map { alpha, beta in try plainValues(alpha.id, beta == nil, beta?.id, beta?.text) },
        [[1, 0, 3, nil], [2, 0, 3, nil], [3, 0, 3, nil], [4, 0, 3, nil]])
    },
    ConformanceCase(
      "JOIN-03", "A chain of LEFT JOINs: NULL keys never match", .core, reference,
      "A row without a partner MUST have none in the joins that follow from its NULLs either."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.k = b.k LEFT JOIN c ON c.b = b.id ORDER BY 1, 2, 3
        """, [[1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1], [4, 4, nil]])
      await test.expectRows(
        database, "SELECT a.id, c.id FROM a LEFT JOIN c ON c.b IS a.k ORDER BY 1, 2",
        [[1, nil], [2, nil], [3, 4], [4, nil]])
      await test.expectRows(
        database, "SELECT a.id, c.id FROM a LEFT JOIN c ON c.b = a.k ORDER BY 1, 2",
        [[1, nil], [2, nil], [3, nil], [4, nil]])
      await test.expectRows(
        database,
        """
        SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.k = b.k LEFT JOIN c ON c.b = b.id OR b.id IS NULL \
        ORDER BY 1, 2, 3
        """,
        [
          [1, 1, 1], [1, 4, nil], [2, nil, 1], [2, nil, 2], [2, nil, 3], [2, nil, 4], [3, nil, 1], [3, nil, 2],
          [3, nil, 3], [3, nil, 4], [4, 1, 1], [4, 4, nil],
        ])
      let chain = Alpha.leftJoin(Beta.self) { $0.key == $1.key }.leftJoin(Gamma.self) { $2.beta == $1.id }
        .order { ($0.id, $1.id, $2.id) }
      await test.expectRows(
        database, query: chain.select { ($0.id, $1.id, $2.id) },
        [[1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1], [4, 4, nil]])
      await test.expectRows(
        database, mapped: chain.map { alpha, beta, gamma in try plainValues(alpha.id, beta?.id, gamma?.text) },
        [[1, 1, "m"], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, "m"], [4, 4, nil]])
      await test.expectRows(
        database,
        query: Alpha.leftJoin(Gamma.self) { $1.beta.is($0.key) }.order { ($0.id, $1.id) }.select { ($0.id, $1.id) },
        [[1, nil], [2, nil], [3, 4], [4, nil]])
      test.expectEqual(try await database.fetchCount(chain), 6, "typed: the number of rows")
    },
    ConformanceCase(
      "JOIN-04", "LEFT JOIN, then INNER JOIN on the side that may be NULL", .core, reference,
      "An inner join that follows MUST drop the rows whose partner is missing."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.k = b.k JOIN c ON c.b = b.id ORDER BY 1, 2, 3",
        [[1, 1, 1], [4, 1, 1]])
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM a LEFT JOIN b ON a.k = b.k JOIN c ON c.b = b.id OR b.id IS NULL ORDER BY 1, 2, 3",
        [
          [1, 1, 1], [2, nil, 1], [2, nil, 2], [2, nil, 3], [2, nil, 4], [3, nil, 1], [3, nil, 2], [3, nil, 3],
          [3, nil, 4], [4, 1, 1],
        ])
      await test.expectRows(
        database, "SELECT a.id, b.id, c.id FROM a JOIN c ON c.id = a.id LEFT JOIN b ON b.k = a.k ORDER BY 1, 2, 3",
        [[1, 1, 1], [1, 4, 1], [2, nil, 2], [3, nil, 3], [4, 1, 4], [4, 4, 4]])
      await test.expectRows(
        database,
        query: Alpha.leftJoin(Beta.self) { $0.key == $1.key }.join(Gamma.self) { $2.beta == $1.id }
          .order { ($0.id, $1.id, $2.id) }.select { ($0.id, $1.id, $2.id) }, [[1, 1, 1], [4, 1, 1]])
      await test.expectRows(
        database,
        mapped: Alpha.leftJoin(Beta.self) { $0.key == $1.key }.join(Gamma.self) { _, beta, gamma in
          gamma.beta == beta.id || beta.id == nil
        }.where { _, _, gamma in gamma.id == 2 }.order { alpha, _, _ in alpha.id }
          .map { alpha, beta, gamma in try plainValues(alpha.id, beta?.id, gamma.id) },
        [[2, nil, 2], [3, nil, 2]])
    },
  ]
}
