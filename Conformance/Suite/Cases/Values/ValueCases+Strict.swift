import Quarry

extension ValueCases {
  private static let reference = "https://sqlite.org/stricttables.html"

  static let strictTables: [ConformanceCase] = [
    ConformanceCase(
      "VAL-51", "a STRICT table refuses values of the wrong type, and unknown types", .gated(.strictTables), reference,
      "A value that the type of a STRICT column does not take MUST fail with code 3091; only six types MUST be known.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database()
        await test.expectError(
          .syntax, extended: 1, database, "CREATE TABLE s (v INT) STRICT", "the engine itself does not know the word")
        await test.expectUsable(database)
      }
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE s (a INT, b INTEGER, c REAL, d TEXT, e BLOB, f ANY) STRICT")
      let refused: [(column: String, values: [SQLValue])] = [
        ("a", ["x", 1.5, .blob([0]), "1.5"]), ("b", ["x", 1.5, .blob([0]), ""]), ("c", ["x", .blob([0]), ""]),
        ("d", [.blob([0])]), ("e", [1, "a", 1.5]),
      ]
      for (column, values) in refused {
        for value in values {
          await test.expectError(
            .constraintDatatype, extended: 3091, database, "INSERT INTO s (\(identifier: column)) VALUES (\(value))")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM s", 0)
      try await database.execute("INSERT INTO s VALUES ('5', 5.0, 5, 5, x'05', '000123')")
      await test.expectRows(
        database, "SELECT * FROM s", [[5, 5, 5.0, "5", .blob([5]), "000123"]], "what fits converts")
      await test.expectError(.constraintDatatype, extended: 3091, database, "UPDATE s SET a = 'x'")
      try await database.execute("INSERT INTO s DEFAULT VALUES")
      await test.expectValue(
        database, "SELECT count(*) FROM s WHERE coalesce(a, b, c, d, e, f) IS NULL", 1, "NULL fits every column")
      for type in ["VARCHAR(10)", "", "NUMERIC", "INT(4)", "STRING", "BOOLEAN", "DATE"] {
        await test.expectError(
          .statementFailed, extended: 1, database, "CREATE TABLE u (v \(raw: type)) STRICT", "the type \(type)")
      }
      try await database.execute("CREATE TABLE k (a int, b Integer, c real, d text, e blob, f any) strict")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "VAL-52", "ANY in a STRICT table keeps values unconverted", .gated(.strictTables), reference,
      "A column of type ANY in a STRICT table MUST convert nothing, where elsewhere ANY is NUMERIC.",
      absent: { test in
        try await test.expectAbsence()
        try await test.expectAnyIsNumeric()
      }
    ) { test in
      let database = try await test.database()
      let values: [SQLValue] = ["000123", 1, 1.0, "1", .blob([0x31]), nil, 5.0, "1e3"]
      try await database.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, v ANY) STRICT")
      for value in values { try await database.execute("INSERT INTO a (v) VALUES (\(value))") }
      await test.expectRows(
        database, "SELECT v, typeof(v) FROM a ORDER BY id",
        values.map { [$0, .text($0.storageClass.description)] })
      try await test.expectAnyIsNumeric()
    },
  ]
}

extension CaseContext {
  /// Asserts that the type ANY has no special meaning in a table that isn't STRICT.
  fileprivate func expectAnyIsNumeric() async throws {
    let database = try await database("plain")
    try await database.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, v ANY)")
    try await database.execute("INSERT INTO a (v) VALUES ('000123'), (5.0), ('1e3'), ('x')")
    await expectRows(database, "SELECT v FROM a ORDER BY id", [[123], [5], [1000], ["x"]])
  }
}
