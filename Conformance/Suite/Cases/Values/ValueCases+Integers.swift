import Quarry

extension ValueCases {
  private static let storage = "https://sqlite.org/datatype3.html#storage_classes_and_datatypes"

  static let integers: [ConformanceCase] = [
    ConformanceCase(
      "VAL-03", "integers around 8 and 16 bits round-trip", .core, storage,
      "Integers of one and two bytes MUST come back as they were given."
    ) { test in
      try await test.expectRoundTrip([
        0, 1, -1, 2, 126, 127, 128, 129, -127, -128, -129, 254, 255, 256, -255, -256, -257, 32767, 32768, -32768,
        -32769,
        65535, 65536, -65536,
      ])
    },
    ConformanceCase(
      "VAL-04", "integers around 24, 32 and 48 bits round-trip, without truncation", .core, storage,
      "Integers beyond 32 bits MUST come back as they were given."
    ) { test in
      try await test.expectRoundTrip([
        8_388_607, 8_388_608, -8_388_608, -8_388_609, 2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649,
        4_294_967_295, 4_294_967_296, 4_294_967_297, -4_294_967_296, 140_737_488_355_327, 140_737_488_355_328,
        -140_737_488_355_328, -140_737_488_355_329,
      ])
    },
    ConformanceCase(
      "VAL-05", "integers around 2^53 round-trip exactly", .core, storage,
      "Integers MUST NOT go through a Double or a number of JSON, which round from 2^53 on.", needs: [.exactIntegers]
    ) { test in
      try await test.expectRoundTrip([
        9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993, 9_007_199_254_740_995,
        -9_007_199_254_740_991, -9_007_199_254_740_992, -9_007_199_254_740_993, 18_014_398_509_481_985,
        1_152_921_504_606_846_977, -1_152_921_504_606_846_977,
      ])
    },
    ConformanceCase(
      "VAL-06", "the largest and the smallest integer round-trip exactly", .core, storage,
      "Int64.max and Int64.min MUST come back as they were given.", needs: [.exactIntegers]
    ) { test in
      try await test.expectRoundTrip([
        .integer(.max), .integer(.min), .integer(.max - 1), .integer(.min + 1), .integer(.max - 1023),
      ])
      let database = try await test.database("typed")
      let extremes = try await database.fetchAll(
        ("SELECT 9223372036854775807, -9223372036854775808" as SQLFragment).values(Int64.self, Int64.self))
      test.expectEqual(extremes.first?.0, .max, "the largest integer, decoded")
      test.expectEqual(extremes.first?.1, .min, "the smallest integer, decoded")
    },
  ]

  static let integerLimits: [ConformanceCase] = [
    ConformanceCase(
      "VAL-07", "an integer expression that overflows becomes a real", .core,
      "https://sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes",
      "Int64.min - 1, computed in SQL, MUST be read as a real and never as an integer that wrapped."
    ) { test in
      let database = try await test.database()
      await test.expectRows(
        database, "SELECT -9223372036854775808 - 1, 9223372036854775807 + 1, 9223372036854775807 * 2",
        [[-9223372036854775808.0, 9223372036854775808.0, 18446744073709551616.0]])
      for (left, sign, right) in [(Int64.min, "-", Int64(1)), (.max, "+", 1), (.max, "*", 2), (.min, "+", -1)]
      where test.section("of bound values", requires: .capability(.exactIntegers)) {
        await test.expectRows(
          database, "SELECT typeof(\(left) \(raw: sign) \(right))", [["real"]], "of bound values: \(left) \(sign)")
      }
      await test.expectRows(
        database, "SELECT 9223372036854775806 + 1, -9223372036854775807 - 1, 4611686018427387904 * -2",
        [[.integer(.max), .integer(.min), .integer(.min)]], "what just fits stays an integer")
    },
    ConformanceCase(
      "VAL-08", "the literal 9223372036854775808 is a real, -9223372036854775808 an integer", .core,
      "https://sqlite.org/lang_expr.html#literal_values_constants_",
      "A literal beyond 64 bits MUST be a real; the smallest integer MUST be an integer."
    ) { test in
      let database = try await test.database()
      await test.expectRows(
        database, "SELECT 9223372036854775807, 9223372036854775808, -9223372036854775808, -9223372036854775809",
        [[.integer(.max), 9223372036854775808.0, .integer(.min), -9223372036854775808.0]])
      await test.expectRows(
        database, "SELECT 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff",
        [[.integer(.max), .integer(.min), -1]], "hexadecimal literals are the bits of an integer")
    },
    ConformanceCase(
      "VAL-09", "abs() of the smallest integer fails, and the connection stays usable", .core,
      "https://sqlite.org/lang_corefunc.html#abs",
      "abs(-9223372036854775808) MUST fail with code 1, since there is no such integer."
    ) { test in
      let database = try await test.database()
      await test.expectError(.statementFailed, extended: 1, database, "SELECT abs(-9223372036854775808)")
      await test.expectUsable(database)
      await test.expectValue(database, "SELECT abs(-9223372036854775807)", .integer(.max))
      await test.expectError(
        .statementFailed, extended: 1, database,
        "SELECT sum(v) FROM (SELECT 9223372036854775807 AS v UNION ALL SELECT 1)", "sum() does not wrap either")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "VAL-10", "an unsigned integer above Int64.max is refused before anything is sent", .core,
      "Quarry: SQLValueConvertible",
      "A Swift value that SQLite cannot hold MUST be refused with .valueOutOfRange, and never wrap."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (v INTEGER)")
      for value: UInt64 in [.max, UInt64(Int64.max) + 1] {
        let error = await test.expectError(.valueOutOfRange, database, "INSERT INTO t VALUES (\(value))")
        test.expect(error?.engineCode == nil, "the engine was not asked")
        test.expect(error?.outcome == .notApplied, "nothing took effect")
      }
      await test.expectError(.valueOutOfRange, "UInt in a select") {
        try await database.fetchAll(("SELECT \(UInt.max)" as SQLFragment).rows())
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 0)
      if test.section("the highest that fits", requires: .capability(.exactIntegers)) {
        await test.expectValue(database, "SELECT \(UInt64(Int64.max))", .integer(.max), "the highest that fits")
      }
      await test.expectValue(database, "SELECT \(UInt8.max) + \(UInt16.max) + \(UInt32.max)", 4_295_033_085)
    },
    ConformanceCase(
      "VAL-11", "true and false are the integers 1 and 0, and read as Bool", .core, "Quarry: Bool",
      "Bool MUST be stored as the integer 1 or 0 and read back; any integer but 0 MUST read as true."
    ) { test in
      let database = try await test.database()
      await test.expectRows(
        database, "SELECT \(true), \(false), typeof(\(true)), \(true) = 1, \(nil as Bool?)",
        [[1, 0, "integer", 1, nil]])
      let values = try await database.fetchAll(
        ("SELECT 1, 0, 2, -1, NULL" as SQLFragment).values(Bool.self, Bool.self, Bool.self, Bool.self, Bool?.self))
      if let row = values.first {
        test.expect(row.0 && !row.1 && row.2 && row.3 && row.4 == nil, "1, 2 and -1 are true, 0 is false, NULL is nil")
      } else {
        test.fail("there is a row")
      }
      await test.expectError(.decoding, "a text is no Bool") {
        try await database.fetchAll(("SELECT 'true'" as SQLFragment).values(Bool.self))
      }
    },
  ]
}
