import Quarry

extension ValueCases {
  static let largeResults: [ConformanceCase] = [
    ConformanceCase(
      "VAL-49", "a row of 2000 columns reads back in order", .core, "https://sqlite.org/limits.html#max_column",
      "A row of as many columns as the engine allows MUST come back in order, from a select and from a table."
    ) { test in
      let database = try await test.database()
      let count = min(2000, test.profile.capabilities.limits.columns)
      let expected = (0..<count).map { SQLValue.integer(Int64($0 * 7)) }
      let literals = expected.map(\.literal).joined(separator: ", ")
      let rows = try await database.fetchAll(SQLFragment(raw: "SELECT \(literals)").rows())
      test.expectIdentical(rows.first?.values ?? [], expected, "2000 values of a select")
      let names = (0..<count).map { "c\($0)" }
      try await database.execute(SQLFragment(raw: "CREATE TABLE wide (\(names.joined(separator: ", ")))"))
      try await database.execute(SQLFragment(raw: "INSERT INTO wide VALUES (\(literals))"))
      let stored = try await database.fetchAll(("SELECT * FROM wide" as SQLFragment).rows())
      test.expectIdentical(stored.first?.values ?? [], expected, "2000 values of a table")
      test.expectEqual(stored.first?.columnNames ?? [], names, "2000 names")
      let chosen = try await database.fetchAll(
        SQLFragment(raw: "SELECT \(names.reversed().joined(separator: ", ")) FROM wide").rows())
      test.expectIdentical(chosen.first?.values ?? [], expected.reversed(), "2000 columns in reverse")
    },
    ConformanceCase(
      "VAL-50", "100,000 rows of one integer arrive complete and in order", .core,
      "https://sqlite.org/c3ref/step.html",
      "A long result MUST arrive complete and in order, at once and as a stream."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE d (n INTEGER PRIMARY KEY)")
      try await database.execute("INSERT INTO d VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)")
      let query: SQLFragment = """
        SELECT a.n * 10000 + b.n * 1000 + c.n * 100 + e.n * 10 + f.n AS v FROM d a, d b, d c, d e, d f ORDER BY v
        """
      let all = try await database.fetchAll(query.values(Int64.self))
      test.expectEqual(all.count, 100_000, "every row, at once")
      test.expect(all.enumerated().allSatisfy { $0.element == Int64($0.offset) }, "in order, at once")
      var next: Int64 = 0
      var isInOrder = true
      for try await value in database.rows(query.values(Int64.self)) {
        isInOrder = isInOrder && value == next
        next += 1
      }
      test.expectEqual(next, 100_000, "every row, as a stream")
      test.expect(isInOrder, "in order, as a stream")
      test.expectEqual(try await database.fetchCount(query.rows()), 100_000, "counted")
    },
  ]

  static let wire: [ConformanceCase] = [
    ConformanceCase(
      "VAL-53", "integers beyond 2^53 survive the wire format", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc8259#section-6",
      "A protocol that carries JSON MUST NOT carry integers as numbers of JSON, which other ends read as doubles.",
      needs: [.exactIntegers]
    ) { test in
      try await test.expectRoundTrip([
        9_007_199_254_740_993, -9_007_199_254_740_993, .integer(.max), .integer(.min), 1_152_921_504_606_846_977,
        9_223_372_036_854_775_295, -9_223_372_036_854_775_297,
      ])
    },
    ConformanceCase(
      "VAL-54", "blobs survive base64 with and without padding", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc4648#section-3.2",
      "A blob of any length MUST come back whole, whatever the padding of its base64; an empty one stays empty.",
      needs: [.blobs]
    ) { test in
      try await test.expectRoundTrip(
        (0...12).map { length in .blob((0..<length).map { UInt8(truncatingIfNeeded: 251 &+ $0 &* 3) }) })
      try await test.expectRoundTrip(
        [[0xfb, 0xff, 0xfe], [0x3e, 0x3f], [0xff, 0xff, 0xff, 0xff]].map { .blob($0) }, in: test.database("signs"))
    },
  ]
}
