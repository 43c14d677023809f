import Quarry

extension ValueCases {
  private static let affinity = "https://sqlite.org/datatype3.html#type_affinity"

  static let affinities: [ConformanceCase] = [
    ConformanceCase(
      "VAL-34", "affinity INTEGER turns text that looks like a number into one", .core, affinity,
      "A column of affinity INTEGER MUST convert text and reals that are whole numbers, and keep everything else."
    ) { test in
      try await test.expectConversions(
        "INTEGER",
        [
          ("1", 1), ("1.0", 1), ("1.5", 1.5), ("x", "x"), (.blob([0x31]), .blob([0x31])), (2.0, 2), (2.5, 2.5),
          (nil, nil), (" 7 ", 7), ("1e2", 100), ("-5", -5), ("+5", 5), ("0x10", "0x10"), ("", ""), ("5a", "5a"),
          (1e19, 1e19), ("9223372036854775808", 9223372036854775808.0),
        ])
      try await test.expectConversions(
        "INTEGER", [("9223372036854775807", .integer(.max)), (9007199254740992.0, 9_007_199_254_740_992)],
        in: "large")
    },
    ConformanceCase(
      "VAL-35", "affinity REAL turns integers and text into reals", .core, affinity,
      "A column of affinity REAL MUST store 1 and '1' as 1.0."
    ) { test in
      try await test.expectConversions(
        "REAL",
        [
          (1, 1.0), ("1", 1.0), ("1.5", 1.5), (1.5, 1.5), ("x", "x"), (.blob([0x31]), .blob([0x31])), (nil, nil),
          ("1e3", 1000.0), (-3, -3.0), (" 2 ", 2.0), (9_007_199_254_740_991, 9007199254740991.0), ("", ""),
        ])
    },
    ConformanceCase(
      "VAL-36", "affinity TEXT turns numbers into text", .core, affinity,
      "A column of affinity TEXT MUST store 1 and 1.5 as '1' and '1.5', and keep blobs."
    ) { test in
      try await test.expectConversions(
        "TEXT",
        [
          (1, "1"), (1.5, "1.5"), (-7, "-7"), ("x", "x"), (.blob([0x31]), .blob([0x31])), (nil, nil), (100.0, "100.0"),
          (1e100, "1.0e+100"), (0, "0"), (0.1, "0.1"),
        ])
    },
    ConformanceCase(
      "VAL-37", "affinity NUMERIC turns text into the simplest number", .core, affinity,
      "A column of affinity NUMERIC MUST store '10.0' as 10 and '1e3' as 1000, and keep text that is no number."
    ) { test in
      try await test.expectConversions(
        "NUMERIC",
        [
          ("10.0", 10), ("1e3", 1000), ("abc", "abc"), ("1.5", 1.5), (3.0, 3), (.blob([0x31]), .blob([0x31])),
          (nil, nil), ("9223372036854775808", 9223372036854775808.0), ("  12  ", 12), ("12abc", "12abc"), ("0.1", 0.1),
          ("-0", 0), (7, 7),
        ])
    },
    ConformanceCase(
      "VAL-38", "affinity BLOB converts nothing", .core, affinity,
      "A column of type BLOB, and one without a type, MUST keep every value unchanged."
    ) { test in
      let values: [SQLValue] = ["1", 1, 1.0, .blob([0x31]), nil, "1e3", -0.5, ""]
      try await test.expectConversions("BLOB", values.map { ($0, $0) })
      try await test.expectConversions("", values.map { ($0, $0) }, in: "untyped")
    },
    ConformanceCase(
      "VAL-39", "the declared type of a column decides its affinity by five rules", .core,
      "https://sqlite.org/datatype3.html#determination_of_column_affinity",
      "INT, then CHAR, CLOB or TEXT, then BLOB or nothing, then REAL, FLOA or DOUB, else NUMERIC, MUST decide."
    ) { test in
      let groups: [(affinity: String, types: [String], stored: String, cast: String)] = [
        (
          "INTEGER",
          [
            "INT", "INTEGER", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT", "UNSIGNED BIG INT", "INT2", "INT8",
            "CHARINT", "FLOATING POINT", "int",
          ], "integer integer integer real", "integer"
        ),
        (
          "TEXT",
          [
            "CHARACTER(20)", "VARCHAR(255)", "VARYING CHARACTER(255)", "NCHAR(55)", "NATIVE CHARACTER(70)",
            "NVARCHAR(100)", "TEXT", "CLOB", "CHARBLOB", "REALTEXT", "vArChAr",
          ], "text text text text", "text"
        ),
        ("BLOB", ["BLOB", "XBLOBX", "BLOBFLOAT"], "text integer real text", "blob"),
        ("REAL", ["REAL", "DOUBLE", "DOUBLE PRECISION", "FLOAT", "DOUBT"], "real real real real", "real"),
        (
          "NUMERIC", ["NUMERIC", "DECIMAL(10,5)", "BOOLEAN", "DATE", "DATETIME", "STRING"],
          "integer integer integer real", "real"
        ),
      ]
      let database = try await test.database()
      for group in groups {
        let columns = group.types.indices.map { "c\($0)" }
        try await database.execute(
          "CREATE TABLE \(identifier: group.affinity) (\(raw: zip(columns, group.types).map { "\($0) \($1)" }.joined(separator: ", ")))"
        )
        for value in ["'12'", "12", "3.0", "'3.5'"] {
          let row = columns.map { _ in value }.joined(separator: ", ")
          try await database.execute("INSERT INTO \(identifier: group.affinity) VALUES (\(raw: row))")
        }
        for (column, type) in zip(columns, group.types) {
          await test.expectRows(
            database, "SELECT typeof(\(raw: column)) FROM \(identifier: group.affinity) ORDER BY rowid",
            group.stored.split(separator: " ").map { [.text(String($0))] },
            "'12', 12, 3.0 and '3.5' in a column of type \(type)")
          await test.expectRows(
            database, "SELECT typeof(CAST('3.5' AS \(raw: type)))", [[.text(group.cast)]], "a cast to \(type)")
        }
      }
      try await database.execute("CREATE TABLE untyped (v)")
      try await database.execute("INSERT INTO untyped VALUES ('12'), (12), (3.0), ('3.5')")
      await test.expectRows(
        database, "SELECT typeof(v) FROM untyped ORDER BY rowid", [["text"], ["integer"], ["real"], ["text"]])
    },
  ]

  static let conversions: [ConformanceCase] = [
    ConformanceCase(
      "VAL-40", "a column's affinity is applied to what it is compared with", .core,
      "https://sqlite.org/datatype3.html#type_conversions_prior_to_comparison",
      "An INTEGER column that holds 1 MUST equal '1'; the expression 1 MUST NOT."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE c (i INTEGER, t TEXT, n)")
      try await database.execute("INSERT INTO c VALUES (1, '1', '1')")
      let comparisons: [(String, SQLValue)] = [
        ("i = '1'", 1), ("t = 1", 1), ("n = 1", 0), ("1 = '1'", 0), ("i = t", 1), ("i = n", 1), ("t = n", 1),
        ("+i = '1'", 0), ("i = '1.0'", 1), ("t = 1.0", 0), ("CAST(n AS INTEGER) = 1", 1), ("i IN ('1')", 1),
        ("'1' IN (i)", 0), ("i BETWEEN '0' AND '2'", 1), ("1 < '0'", 1), ("'9' < x'00'", 1), ("i < 'a'", 1),
      ]
      for (comparison, expected) in comparisons {
        await test.expectValue(database, "SELECT \(raw: comparison) FROM c", expected)
      }
      await test.expectRows(
        database, "SELECT i = \("1"), t = \(1), n = \(1), \(1) = \("1"), i IN (\("1")) FROM c", [[1, 1, 0, 0, 1]],
        "bound values are expressions")
    },
    ConformanceCase(
      "VAL-41", "CAST from every storage class to every type", .core, "https://sqlite.org/lang_expr.html#castexpr",
      "CAST MUST give the documented value and storage class for each pair of source and target."
    ) { test in
      let database = try await test.database()
      let targets = ["INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB"]
      let matrix: [(source: SQLValue, results: [SQLValue])] = [
        (nil, [nil, nil, nil, nil, nil]),
        (42, [42, 42.0, "42", 42, .blob(Array("42".utf8))]),
        (2.75, [2, 2.75, "2.75", 2.75, .blob(Array("2.75".utf8))]),
        ("12.5abc", [12, 12.5, "12.5abc", 12.5, .blob(Array("12.5abc".utf8))]),
        ("abc", [0, .real(0), "abc", 0, .blob(Array("abc".utf8))]),
        (.blob([0x31, 0x32]), [12, 12.0, "12", 12, .blob([0x31, 0x32])]),
      ]
      for (source, results) in matrix {
        for (target, result) in zip(targets, results) {
          await test.expectValue(
            database, "SELECT CAST(\(raw: source.literal) AS \(raw: target))", result, "a literal as \(target)")
          await test.expectValue(
            database, "SELECT CAST(\(source) AS \(raw: target))", result, "a bound value as \(target)")
        }
      }
    },
    ConformanceCase(
      "VAL-42", "a cast to INTEGER of what is too large gives the nearest integer", .core,
      "https://sqlite.org/lang_expr.html#castexpr",
      "CAST MUST clamp reals and text beyond 64 bits to the largest or smallest integer."
    ) { test in
      let database = try await test.database()
      let casts: [(String, SQLValue)] = [
        ("'9223372036854775808'", .integer(.max)), ("1e19", .integer(.max)), ("-1e19", .integer(.min)),
        ("'-9223372036854775809'", .integer(.min)), ("9223372036854775808", .integer(.max)),
        ("'9223372036854775807'", .integer(.max)), ("9e999", .integer(.max)), ("-9e999", .integer(.min)),
        ("'1e19'", 1), ("-2.9", -2), ("2.9", 2), ("'  7'", 7), ("'-'", 0), ("''", 0),
      ]
      for (source, expected) in casts {
        await test.expectValue(database, "SELECT CAST(\(raw: source) AS INTEGER)", expected)
      }
    },
  ]
}

extension CaseContext {
  /// Asserts how a column of a type converts values: bound and literal, from the table and from an index on it.
  fileprivate func expectConversions(
    _ type: String, _ pairs: [(given: SQLValue, stored: SQLValue)], in name: String = "main",
    file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let database = try await database(name)
    try await database.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, v \(raw: type))")
    try await database.batch { batch in
      for pair in pairs {
        batch.execute("INSERT INTO a (v) VALUES (\(pair.given))")
        batch.execute("INSERT INTO a (v) VALUES (\(raw: pair.given.literal))")
      }
    }
    let rows = try await rows(database, "SELECT v, typeof(v) FROM a ORDER BY id")
    for (index, pair) in pairs.enumerated() {
      for (half, way) in ["bound", "written"].enumerated() {
        let row = rows.indices.contains(index * 2 + half) ? rows[index * 2 + half] : []
        expectIdentical(
          row, [pair.stored, .text(pair.stored.storageClass.description)],
          "value \(index + 1), \(way), in a column of type \(type.isEmpty ? "none" : type)", file: file, line: line)
      }
    }
  }
}
