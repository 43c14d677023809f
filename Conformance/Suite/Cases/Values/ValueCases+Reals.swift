import Quarry

extension ValueCases {
  private static let storage = "https://sqlite.org/datatype3.html#storage_classes_and_datatypes"

  static let reals: [ConformanceCase] = [
    ConformanceCase(
      "VAL-12", "doubles round-trip bit for bit", .core, "https://sqlite.org/floatingpoint.html",
      "Every finite double MUST come back with the same bits, from the smallest to the largest."
    ) { test in
      try await test.expectRoundTrip([
        0.1, .real(1.0 / 3), 1e-308, .real(.leastNonzeroMagnitude), 1.7976931348623157e308, -1.7976931348623157e308,
        -0.1, 0.5, 1.5, -2.25,
        .real(.pi), 2.718281828459045, 2.2250738585072014e-308, 1e22, 1e-5, 1.0000000000000002, 100.0,
        9007199254740992.0,
        9007199254740994.0,
      ])
      // Bits without a pattern; by binding alone, because reading a literal is the engine's arithmetic.
      var generator = test.generator()
      let random: [SQLValue] = (0..<50).map { _ in
        // A sign and a fraction of any bits, an exponent that is neither zero nor all ones.
        let bits = generator.next() & 0x800f_ffff_ffff_ffff | UInt64.random(in: 1...2046, using: &generator) << 52
        return .real(Double(bitPattern: bits))
      }
      try await test.expectRoundTrip(random, paths: [.positional, .named, .reused, .bulk])
    },
    ConformanceCase(
      "VAL-13", "-0.0 is a real that equals 0 and keeps its sign where nothing converts it", .core,
      "https://sqlite.org/floatingpoint.html",
      "-0.0 MUST be bound as a real equal to 0; a column of affinity INTEGER, NUMERIC or REAL MAY drop its sign."
    ) { test in
      let database = try await test.database()
      try await test.expectRoundTrip([.real(-0.0), .real(0.0)], in: database)
      await test.expectRows(
        database, "SELECT typeof(\(-0.0)), \(-0.0) = 0, \(-0.0) = 0.0, \(-0.0) < 0, \(-0.0) IS 0, 1 / \(-0.0)",
        [["real", 1, 1, 0, 1, nil]])
      try await database.execute("CREATE TABLE a (i INTEGER, r REAL, t TEXT, n NUMERIC, b BLOB, x)")
      try await database.execute(
        "INSERT INTO a VALUES (\(-0.0), \(-0.0), \(-0.0), \(-0.0), \(-0.0), \(-0.0))")
      await test.expectRows(
        database, "SELECT * FROM a", [[0, .real(0), "0.0", 0, .real(-0.0), .real(-0.0)]],
        "an integral real is stored as an integer in a column of numbers, which has no sign for 0")
    },
    ConformanceCase(
      "VAL-14", "infinities round-trip as infinities", .core, "https://sqlite.org/floatingpoint.html",
      "Bound infinities MUST stay reals without end, on every path.", needs: [.infinities]
    ) { test in
      let database = try await test.database()
      try await test.expectRoundTrip([.real(.infinity), .real(-.infinity)], in: database)
      await test.expectRows(
        database,
        """
        SELECT typeof(\(Double.infinity)), \(Double.infinity) > 1.7976931348623157e308, \(-Double.infinity) < 0,
          \(Double.infinity) = 9e999, \(Double.infinity) - \(Double.infinity)
        """, [["real", 1, 1, 1, nil]])
      try await database.execute("CREATE TABLE r (v REAL)")
      try await database.execute("INSERT INTO r VALUES (\(Double.infinity)), (\(-Double.infinity))")
      await test.expectRows(database, "SELECT v FROM r ORDER BY v", [[.real(-.infinity)], [.real(.infinity)]])
      let typed = try await database.fetchAll(
        ("SELECT max(v), min(v) FROM r" as SQLFragment).values(Double.self, Double.self))
      test.expect(typed.first?.0 == .infinity && typed.first?.1 == -.infinity, "infinities are decoded")
    },
    ConformanceCase(
      "VAL-15", "NaN is stored as NULL", .core, "https://sqlite.org/c3ref/bind_blob.html",
      "A NaN MUST become NULL on its way in: never a NaN again, never an error."
    ) { test in
      let database = try await test.database()
      let quiet = Double.nan
      let signaling = Double(bitPattern: 0x7ff0_0000_0000_0001)
      let negative = Double(bitPattern: 0xfff8_0000_0000_0000)
      try await test.expectRoundTrip(
        [.real(quiet), .real(signaling), .real(negative), .real(-quiet)], as: [nil, nil, nil, nil],
        paths: [.positional, .named, .reused, .bulk], in: database)
      await test.expectRows(
        database, "SELECT \(quiet), \(Float.nan), typeof(\(quiet)), \(quiet) IS NULL", [[nil, nil, "null", 1]])
      try await database.execute("CREATE TABLE r (v REAL NOT NULL)")
      await test.expectError(.constraintNotNull, extended: 1299, database, "INSERT INTO r VALUES (\(quiet))")
    },
    ConformanceCase(
      "VAL-16", "a literal that overflows reads as infinity", .core,
      "https://sqlite.org/floatingpoint.html",
      "9e999 MUST be read as +infinity, and -9e999 as -infinity.", needs: [.infinities]
    ) { test in
      let database = try await test.database()
      await test.expectRows(
        database, "SELECT 9e999, -9e999, 1e400, typeof(9e999), 9e999 > 1.7976931348623157e308",
        [[.real(.infinity), .real(-.infinity), .real(.infinity), "real", 1]])
      await test.expectRows(
        database, "SELECT 1e308 * 10, -1e308 * 10, 9e999 - 9e999, 9e999 * 0",
        [[.real(.infinity), .real(-.infinity), nil, nil]], "arithmetic: what is no number is NULL")
    },
  ]

  static let realsInColumns: [ConformanceCase] = [
    ConformanceCase(
      "VAL-17", "an integral real in a REAL column reads back as a real", .core,
      "https://sqlite.org/datatype3.html#type_affinity",
      "5.0 and 5 in a column of affinity REAL MUST be read as the real 5.0, although the file holds an integer."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE r (id INTEGER PRIMARY KEY, v REAL)")
      let values: [SQLValue] = [5.0, 5, -3, 0, 140_737_488_355_327.0, 140_737_488_355_328.0, 1e15, 1e16]
      for value in values {
        try await database.execute(SQLFragment(raw: "INSERT INTO r (v) VALUES (?)", values: [value]))
      }
      await test.expectRows(
        database, "SELECT v, typeof(v) FROM r ORDER BY id",
        [
          [5.0, "real"], [5.0, "real"], [-3.0, "real"], [.real(0), "real"], [140_737_488_355_327.0, "real"],
          [140_737_488_355_328.0, "real"], [1e15, "real"], [1e16, "real"],
        ])
      await test.expectRows(database, "SELECT v FROM r WHERE v = 5", [[5.0], [5.0]])
      await test.expectRows(database, "SELECT v / 2 FROM r WHERE id = 1", [[2.5]], "division is that of reals")
      try await database.execute("CREATE INDEX rv ON r (v)")
      await test.expectRows(
        database, "SELECT v FROM r INDEXED BY rv WHERE v < 1 ORDER BY v", [[-3.0], [.real(0)]], "read from an index")
    },
    ConformanceCase(
      "VAL-18", "an integral real in a column of affinity INTEGER reads back as an integer", .core,
      "https://sqlite.org/datatype3.html#type_affinity",
      "A real without a fraction MUST become an integer in a column of affinity INTEGER, and only then."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE i (id INTEGER PRIMARY KEY, v INTEGER)")
      for value: SQLValue in [5.0, -5.0, 2.5, 1e15, 9007199254740992.0, 1e19, .real(0)] {
        try await database.execute(SQLFragment(raw: "INSERT INTO i (v) VALUES (?)", values: [value]))
      }
      await test.expectRows(
        database, "SELECT v FROM i ORDER BY id",
        [[5], [-5], [2.5], [1_000_000_000_000_000], [9_007_199_254_740_992], [1e19], [0]])
    },
  ]
}
