import Quarry

extension ValueCases {
  private static let literals = "https://sqlite.org/lang_expr.html#literal_values_constants_"

  static let blobs: [ConformanceCase] = [
    ConformanceCase(
      "VAL-29", "an empty blob round-trips as an empty blob", .core,
      "https://sqlite.org/datatype3.html#storage_classes_and_datatypes",
      "A blob of no bytes MUST stay a blob, and not become NULL.", needs: [.blobs]
    ) { test in
      let database = try await test.database()
      try await test.expectRoundTrip([.blob([]), .blob([0]), .blob([])], in: database)
      let empty: [UInt8] = []
      await test.expectRows(
        database, "SELECT typeof(\(empty)), length(\(empty)), \(empty) IS NULL, hex(\(empty)), \(empty) = x''",
        [["blob", 0, 0, "", 1]])
    },
    ConformanceCase(
      "VAL-30", "blobs hold all 256 byte values", .core, literals,
      "Every byte MUST come back as it was given, alone and among the others.", needs: [.blobs]
    ) { test in
      let database = try await test.database()
      let all = (0...255).map { UInt8($0) }
      try await test.expectRoundTrip(
        [.blob(all), .blob(all.reversed()), .blob([0, 0, 0]), .blob([255, 254]), .blob([0x61, 0, 0x62])], in: database)
      try await database.execute("CREATE TABLE b (v BLOB)")
      try await database.batch { batch in for byte in all { batch.execute("INSERT INTO b VALUES (\([byte]))") } }
      await test.expectRows(
        database, "SELECT v FROM b ORDER BY v", all.map { [.blob([$0])] }, "each byte, in the order of memcmp()")
      await test.expectValue(database, "SELECT count(DISTINCT hex(v)) FROM b WHERE length(v) = 1", 256)
    },
    ConformanceCase(
      "VAL-31", "blobs around the edges of lengths and pages round-trip", .core,
      "https://sqlite.org/fileformat2.html#record_format",
      "Blobs with lengths at the limits of the file format MUST come back whole.", needs: [.blobs]
    ) { test in
      let lengths = [1, 57, 58, 127, 128, 4095, 4096, 4097, 16384, 65536]
      try await test.expectRoundTrip(
        lengths.map { length in .blob((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ length) }) })
    },
    ConformanceCase(
      "VAL-32", "a blob and a text of equal bytes are not equal", .core,
      "https://sqlite.org/datatype3.html#comparison_expressions",
      "A blob MUST be greater than any text, also than that of the same bytes.", needs: [.blobs]
    ) { test in
      let database = try await test.database()
      await test.expectRows(
        database, "SELECT x'61' = 'a', x'61' > 'zzz', x'' > '', x'61' IS 'a', 'a' IN (x'61')", [[0, 1, 1, 0, 0]])
      let bytes: [UInt8] = [0x61]
      await test.expectRows(
        database, "SELECT \(bytes) = \("a"), \(bytes) > \("a"), \(bytes) = CAST(\("a") AS BLOB)", [[0, 1, 1]])
      try await database.execute("CREATE TABLE t (v PRIMARY KEY)")
      try await database.execute("INSERT INTO t VALUES (\(bytes)), (\("a"))")
      await test.expectRows(
        database, "SELECT v FROM t ORDER BY v", [["a"], [.blob(bytes)]], "both are keys of their own")
    },
    ConformanceCase(
      "VAL-33", "zeroblob(n) reads as n zero bytes", .core, "https://sqlite.org/lang_corefunc.html#zeroblob",
      "zeroblob(n) MUST be a blob of n zero bytes.", needs: [.blobs]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE z (n INTEGER PRIMARY KEY, v BLOB)")
      for count in [0, 1, 4, 127, 4096, 70_000] {
        let zeros = SQLValue.blob(Array(repeating: 0, count: count))
        await test.expectRows(
          database, "SELECT zeroblob(\(count)), typeof(zeroblob(\(count))), length(zeroblob(\(count)))",
          [[zeros, "blob", .integer(Int64(count))]])
        try await database.execute("INSERT INTO z VALUES (\(count), zeroblob(\(count)))")
        await test.expectRows(
          database, "SELECT v, length(v) FROM z WHERE n = \(count)", [[zeros, .integer(Int64(count))]], "from a table")
      }
      await test.expectRows(database, "SELECT zeroblob(-1), hex(zeroblob(2) || 'a')", [[.blob([]), "000061"]])
    },
  ]
}
