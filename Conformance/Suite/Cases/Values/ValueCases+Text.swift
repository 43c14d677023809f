import Quarry

extension ValueCases {
  private static let storage = "https://sqlite.org/datatype3.html#storage_classes_and_datatypes"

  static let texts: [ConformanceCase] = [
    ConformanceCase(
      "VAL-19", "the empty text round-trips and is not NULL", .core, storage,
      "An empty text MUST come back as an empty text, never as NULL."
    ) { test in
      let database = try await test.database()
      try await test.expectRoundTrip(["", " ", ""], in: database)
      await test.expectValue(database, "SELECT count(*) FROM Stored WHERE value IS NULL", 0)
      await test.expectRows(
        database, "SELECT \("") IS NULL, \("") = '', length(\("")), typeof(\("")), \("") || \("")",
        [[0, 1, 0, "text", ""]])
    },
    ConformanceCase(
      "VAL-20", "text of any script round-trips byte for byte", .core, storage,
      "Text MUST come back with the same bytes: ASCII, Latin-1, Greek, CJK, characters beyond the BMP and sequences."
    ) { test in
      try await test.expectRoundTrip([
        "a", "The quick brown fox", "it's \"quoted\" `twice` [or] more -- not /* a comment */ ; ? :a",
        "\t\n\r\u{1}\u{7f}",
        "Zürich, façade, ÿ", "\u{80}\u{9f}\u{a0}\u{ff}\u{100}", "Ελληνικά", "Русский", "עברית", "العربية", "हिन्दी", "ไทย",
        "日本語", "中文", "한국어", "\u{7ff}\u{800}\u{fffd}\u{ffff}", "𝄞 𐍈 😀", "\u{10000}\u{10ffff}",
        "👨‍👩‍👧‍👦 👩🏽‍🚀", "🇩🇪🇫🇷🇯🇵", "e\u{301}\u{327}", "\u{202e}right to left\u{202c}", "\u{e000}\u{f8ff}", "100 % _ \\ ^ $",
      ])
    },
    ConformanceCase(
      "VAL-21", "composed and decomposed forms of a character stay different", .core, storage,
      "No part of the way MAY normalise text: two forms of one character MUST stay two texts."
    ) { test in
      let database = try await test.database()
      let pairs: [(left: String, right: String, copies: Int64)] = [
        ("\u{e9}", "e\u{301}", 1), ("\u{c5}", "A\u{30a}", 2), ("\u{212b}", "\u{c5}", 1),
        ("\u{ac00}", "\u{1100}\u{1161}", 1),
      ]
      try await test.expectRoundTrip(pairs.flatMap { [.text($0.left), .text($0.right)] }, in: database)
      for (left, right, copies) in pairs {
        await test.expectRows(database, "SELECT \(left) = \(right), \(left) IS \(left)", [[0, 1]])
        await test.expectValue(
          database, "SELECT count(*) FROM Stored WHERE path = 'positional' AND value = \(left) AND value <> \(right)",
          .integer(copies), "only the same form is found")
      }
    },
    ConformanceCase(
      "VAL-22", "a byte order mark at the start of a text is kept", .core, storage,
      "U+FEFF MUST stay part of a text, at its start too."
    ) { test in
      let database = try await test.database()
      try await test.expectRoundTrip(["\u{feff}", "\u{feff}abc", "a\u{feff}b", "\u{fffe}"], in: database)
      await test.expectRows(
        database, "SELECT length(\("\u{feff}abc")), hex(\("\u{feff}a")), \("\u{feff}a") = 'a'", [[4, "EFBBBF61", 0]])
    },
    ConformanceCase(
      "VAL-23", "text with a zero byte inside keeps all its bytes", .core, "https://sqlite.org/nulinstr.html",
      "A bound text MUST keep the bytes behind a zero byte, although length() does not count them.", needs: [.zeroBytes]
    ) { test in
      let database = try await test.database()
      try await test.expectRoundTrip(["a\0b", "\0", "\0\0\0", "a\0", "\0é\0"], in: database)
      await test.expectRows(
        database, "SELECT length(\("a\0b")), hex(\("a\0b")), length(CAST(\("a\0b") AS BLOB)), \("a\0b") = \("a\0c")",
        [[1, "610062", 3, 0]])
      try await database.execute("CREATE TABLE k (v TEXT PRIMARY KEY)")
      try await database.execute("INSERT INTO k VALUES (\("a\0b")), (\("a\0c")), (\("a"))")
      await test.expectRows(
        database, "SELECT v FROM k ORDER BY v", [["a"], ["a\0b"], ["a\0c"]], "three keys, in the order of their bytes")
      await test.expectValue(database, "SELECT count(*) FROM k WHERE v = \("a\0c")", 1)
    },
    ConformanceCase(
      "VAL-24", "text that is not UTF-8 is refused when it is read, and never repaired", .core, "Quarry: SQLCell",
      "Bytes that are not UTF-8 in a text MUST fail with .decoding when they are read as text; hex() and CAST reach them."
    ) { test in
      let database = try await test.database()
      let invalid = ["FF", "80", "C3", "C080", "EDA080", "EDBFBF", "F4908080", "E282", "61FF62", "F0288CBC"]
      for hex in invalid {
        await test.expectError(
          .decoding, database, SQLFragment(raw: "SELECT CAST(x'\(hex)' AS TEXT)"), "the bytes \(hex)")
        await test.expectError(.decoding, "the bytes \(hex), read as a String") {
          try await database.fetchAll(SQLFragment(raw: "SELECT CAST(x'\(hex)' AS TEXT)").values(String.self))
        }
        await test.expectRows(
          database, SQLFragment(raw: "SELECT hex(CAST(x'\(hex)' AS TEXT)), typeof(CAST(x'\(hex)' AS TEXT))"),
          [[.text(hex), "text"]], "the engine keeps the bytes")
      }
      await test.expectUsable(database)
      let repaired = String(decoding: [0xd800] as [UInt16], as: UTF16.self)
      await test.expectValue(
        database, "SELECT hex(\(repaired))", "EFBFBD", "a Swift text never holds half of a surrogate pair")
      for hex in ["C2A9", "EFBFBF", "F48FBFBF", "00", "ED9FBF"] {
        await test.expectValue(
          database, SQLFragment(raw: "SELECT hex(CAST(x'\(hex)' AS TEXT)) = '\(hex)'"), 1, "the bytes \(hex) are valid")
        let read = try? await test.value(database, SQLFragment(raw: "SELECT CAST(x'\(hex)' AS TEXT)"))
        test.expectEqual(read?.storageClass, .text, "the bytes \(hex) are read as text")
      }
    },
  ]

  static let textLengths: [ConformanceCase] = [
    ConformanceCase(
      "VAL-25", "texts around the edges of lengths and pages round-trip", .core,
      "https://sqlite.org/fileformat2.html#record_format",
      "Texts with lengths at the limits of the file format MUST come back whole."
    ) { test in
      let edges = [1, 57, 58, 127, 128, 4095, 4096, 16383, 16384, 65535, 65536]
      try await test.expectRoundTrip(edges.map { .text(String(repeating: "x", count: $0)) })
      try await test.expectRoundTrip(
        [127, 128, 16384, 65536].map { .text(String(repeating: "é", count: $0 / 2)) }, in: test.database("wide"))
    },
    ConformanceCase(
      "VAL-26", "a text and a blob of 1 MiB round-trip", .core, "https://sqlite.org/limits.html#max_length",
      "A text and a blob of 1 MiB MUST come back whole.", needs: [.blobs]
    ) { test in
      let size = 1 << 20
      let text = String(repeating: "0123456789abcdef", count: size / 16)
      let values: [SQLValue] = [.text(text), .blob(Array(text.utf8))]
      try await test.expectRoundTrip(values, paths: [.positional, .reused, .bulk])
      if test.profile.capabilities.limits.sqlBytes > 4 * size {
        let database = try await test.database("literal")
        let digits = String(repeating: "30313233343536373839616263646566", count: size / 16)
        try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
        try await database.execute("INSERT INTO t (v) VALUES ('\(raw: text)'), (x'\(raw: digits)')")
        await test.expectRows(database, "SELECT v FROM t ORDER BY id", values.map { [$0] }, "as literals")
      }
    },
    ConformanceCase(
      "VAL-27", "a text of 16 MiB round-trips, or is refused as too big", .core,
      "https://sqlite.org/limits.html#max_length",
      "A text of 16 MiB MUST come back whole; a driver that is not local MAY refuse it as too big instead."
    ) { test in
      let database = try await test.database()
      let text = String(repeating: "0123456789abcdef", count: 1 << 20)
      do {
        test.expectIdentical(
          try await test.rows(database, "SELECT length(\(text))"), [[16_777_216]], "bound in a select")
        try await database.execute("CREATE TABLE t (v TEXT)")
        try await database.execute("INSERT INTO t VALUES (\(text))")
        test.expectIdentical(
          try await test.rows(database, "SELECT v, length(v) FROM t"), [[.text(text), 16_777_216]], "stored")
      } catch let error as DatabaseError where !test.isOf(.local) {
        test.expectEqual(error.code, .tooBig, "the refusal says why")
        // What a server does not take never reaches the engine, and has no number then.
        test.expect(error.engineCode.map { $0.rawValue == 18 } ?? true, "the refusal has SQLite's number, if any")
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "VAL-28", "length() counts code points, not characters as Swift does", .core,
      "https://sqlite.org/lang_corefunc.html#length",
      "length() MUST count the code points of a text; substr() MUST cut between them."
    ) { test in
      let database = try await test.database()
      let samples: [(text: String, characters: Int, points: Int64, bytes: Int64)] = [
        ("abc", 3, 3, 3), ("é", 1, 1, 2), ("e\u{301}", 1, 2, 3), ("\r\n", 1, 2, 2), ("😀", 1, 1, 4), ("🇩🇪", 1, 2, 8),
        ("👨‍👩‍👧‍👦", 1, 7, 25), ("👩🏽‍🚀", 1, 4, 15), ("", 0, 0, 0), ("日本語", 3, 3, 9),
      ]
      for sample in samples {
        test.expectEqual(sample.text.count, sample.characters, "the characters of Swift")
        await test.expectRows(
          database, "SELECT length(\(sample.text)), length(CAST(\(sample.text) AS BLOB))",
          [[.integer(sample.points), .integer(sample.bytes)]])
        await test.expectValue(
          database, "SELECT substr(\(sample.text), 1, 1)",
          .text(sample.text.unicodeScalars.first.map { String(Character($0)) } ?? ""), "the first code point")
      }
    },
  ]
}
