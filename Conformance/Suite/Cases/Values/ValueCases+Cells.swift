import Quarry

extension ValueCases {
  static let cells: [ConformanceCase] = [
    ConformanceCase(
      "VAL-43", "the storage class belongs to the cell, not to the column", .core,
      "https://sqlite.org/datatype3.html#storage_classes_and_datatypes",
      "One column MUST be able to give an integer, a real, a text, a blob and a NULL in five rows.", needs: [.blobs]
    ) { test in
      let database = try await test.database()
      let values: [SQLValue] = [1, 1.5, "one", .blob([1]), nil]
      for type in ["", " INTEGER", " BLOB"] {
        let table: SQLFragment = "\(identifier: "t" + type)"
        try await database.execute("CREATE TABLE \(table) (id INTEGER PRIMARY KEY, v\(raw: type))")
        for value in values { try await database.execute("INSERT INTO \(table) (v) VALUES (\(value))") }
        await test.expectRows(
          database, "SELECT v FROM \(table) ORDER BY id", values.map { [$0] }, "declared as \(type)")
        await test.expectRows(
          database, "SELECT v FROM \(table) ORDER BY id DESC", values.reversed().map { [$0] }, "and in reverse")
      }
      await test.expectRows(
        database, "SELECT 1 UNION ALL SELECT 1.5 UNION ALL SELECT 'one' UNION ALL SELECT x'01' UNION ALL SELECT NULL",
        values.map { [$0] }, "of a compound select")
    }
  ]

  static let decoding: [ConformanceCase] = [
    ConformanceCase(
      "VAL-44", "a cell that does not fit the Swift type fails, with place and types", .core, "Quarry: DatabaseError",
      "Decoding to a wrong type MUST fail with .decoding and say the column, its index, what is wanted and what is found."
    ) { test in
      let database = try await test.database()
      let wrong: [(sql: String, found: String)] = [
        ("'text'", "text"), ("x'00'", "blob"), ("1.5", "real"), ("9223372036854775807", "integer"),
      ]
      for (sql, found) in wrong {
        let error = await test.expectError(.decoding, "\(sql) is no Int8") {
          try await database.fetchAll(SQLFragment(raw: "SELECT 1, \(sql)").values(Int8.self, Int8.self))
        }
        guard let message = error?.message else { continue }
        test.expect(message.contains("index 1"), "the index: \(message)")
        test.expect(message.contains("Int8"), "what is wanted: \(message)")
        test.expect(message.contains(found), "what is found: \(message)")
      }
      try await test.expectDecodingFails(database, String.self, ["1", "1.5", "x'61'"])
      try await test.expectDecodingFails(database, [UInt8].self, ["1", "1.5", "'a'"])
      try await test.expectDecodingFails(database, Double.self, ["'1.5'", "x'31'"])
      try await test.expectDecodingFails(database, Int64.self, ["'1'", "x'31'", "0.5"])
      try await database.execute("CREATE TABLE Stored (id INTEGER PRIMARY KEY, path, value)")
      try await database.execute("INSERT INTO Stored VALUES (1, 2, 3)")
      let error = await test.expectError(.decoding, "a record") {
        try await database.fetchAll(("SELECT * FROM Stored" as SQLFragment).as(StoredValue.self))
      }
      let message = error?.message ?? ""
      test.expect(message.contains("\"path\""), "a record's error names the column: \(message)")
      test.expect(message.contains("String") && message.contains("integer"), "and both types: \(message)")
      let row = try test.require(
        try await database.fetchOne(("SELECT 'a' AS word" as SQLFragment).rows()), "there is a row")
      let dynamic = await test.expectError(.decoding, "a dynamic row") { try row.get("word", as: Int.self) }
      test.expect(dynamic?.message.contains("\"word\"") == true, "a dynamic row's error names the column")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "VAL-45", "NULL fits only what is optional", .core, "Quarry: SQLValueConvertible",
      "NULL MUST fail with .unexpectedNull where the Swift type is not optional, and be nil where it is."
    ) { test in
      let database = try await test.database()
      let null: SQLFragment = "SELECT NULL"
      await test.expectError(.unexpectedNull, "Int64") { try await database.fetchAll(null.values(Int64.self)) }
      await test.expectError(.unexpectedNull, "Int8") { try await database.fetchAll(null.values(Int8.self)) }
      await test.expectError(.unexpectedNull, "Bool") { try await database.fetchAll(null.values(Bool.self)) }
      await test.expectError(.unexpectedNull, "Double") { try await database.fetchAll(null.values(Double.self)) }
      await test.expectError(.unexpectedNull, "String") { try await database.fetchAll(null.values(String.self)) }
      await test.expectError(.unexpectedNull, "[UInt8]") { try await database.fetchAll(null.values([UInt8].self)) }
      let row = try await database.fetchOne(
        ("SELECT NULL, NULL, NULL, NULL, NULL" as SQLFragment).values(
          Int64?.self, Bool?.self, Double?.self, String?.self, [UInt8]?.self))
      test.expect(
        row.map { $0.0 == nil && $0.1 == nil && $0.2 == nil && $0.3 == nil && $0.4 == nil } == true, "all are nil")
      let values = try await database.fetchOne(("SELECT 1, 'a'" as SQLFragment).values(Int64?.self, String?.self))
      test.expect(values?.0 == 1 && values?.1 == "a", "an optional holds what is there")
    },
    ConformanceCase(
      "VAL-46", "an integer reads as a Double only where it is exact", .core, "Quarry: Double",
      "An integer MUST read as a Double up to 2^53, and beyond MUST be refused unless a Double holds it exactly."
    ) { test in
      let database = try await test.database()
      for exact: Int64 in [
        0, 1, -1, 9_007_199_254_740_991, 9_007_199_254_740_992, -9_007_199_254_740_992,
        9_007_199_254_740_994, 4_611_686_018_427_387_904,
      ] {
        let value = try await database.fetchOne(SQLFragment(raw: "SELECT \(exact)").values(Double.self))
        test.expectEqual(value.flatMap { Int64(exactly: $0) }, exact, "\(exact) as a Double")
      }
      try await test.expectDecodingFails(
        database, Double.self, ["9007199254740993", "-9007199254740993", "9223372036854775807"])
    },
    ConformanceCase(
      "VAL-47", "a real reads as an integer only where it is one", .core, "Quarry: Int64",
      "A real without a fraction MUST read as an integer that 64 bits hold; any other MUST be refused, as must "
        + "integers beyond the width."
    ) { test in
      let database = try await test.database()
      let whole = try await database.fetchOne(
        ("SELECT 2.0, -3.0, 9007199254740992.0, 1.0" as SQLFragment).values(Int.self, Int64.self, Int64.self, Bool.self)
      )
      test.expect(
        whole.map { $0.0 == 2 && $0.1 == -3 && $0.2 == 9_007_199_254_740_992 && $0.3 } == true, "whole numbers are read"
      )
      let infinity = test.has(.infinities) ? ["9e999"] : []
      try await test.expectDecodingFails(
        database, Int.self, ["1.5", "-0.5", "1e19", "9223372036854775808"] + infinity)
      try await test.expectDecodingFails(database, Int8.self, ["128", "-129", "128.0"])
      try await test.expectDecodingFails(database, UInt8.self, ["256", "-1"])
      try await test.expectDecodingFails(database, UInt16.self, ["65536", "-1"])
      try await test.expectDecodingFails(database, Int32.self, ["2147483648", "-2147483649"])
      try await test.expectDecodingFails(database, UInt64.self, ["-1", "1e19"])
      try await test.expectDecodingFails(database, Float.self, ["1e300"])
      let edges = try await database.fetchOne(
        ("SELECT 127, -128, 255, 65535, 2147483647, 9223372036854775807" as SQLFragment).values(
          Int8.self, Int8.self, UInt8.self, UInt16.self, Int32.self, UInt64.self))
      test.expect(
        edges.map { $0.0 == .max && $0.1 == .min && $0.2 == .max && $0.3 == .max && $0.4 == .max } == true
          && edges?.5 == UInt64(Int64.max), "the edges of each width are read")
    },
  ]
}

extension CaseContext {
  /// Asserts that literals can't be read as values of a type.
  fileprivate func expectDecodingFails<Value: SQLValueConvertible>(
    _ database: Database, _ type: Value.Type, _ literals: [String], file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    for literal in literals {
      await expectError(.decoding, "\(literal) is no \(type)", file: file, line: line) {
        _ = try await database.fetchAll(SQLFragment(raw: "SELECT \(literal)").values(type))
      }
    }
  }
}
