import Quarry

extension ParameterCases {
  static let lists: [ConformanceCase] = [
    ConformanceCase(
      "BIND-17", "a list expands only where the text says so", .core, "Quarry: SQLFragment",
      "\\(list:) MUST become one parameter for each element; bytes alone MUST stay one blob.", needs: [.blobs]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE Stored (id INTEGER PRIMARY KEY, path TEXT, value)")
      try await database.insert(
        [1, 2, "a", .blob([1, 2]), nil].map { (value: SQLValue) in StoredValue(path: "list", value: value) })
      let numbers: SQLFragment = "SELECT id FROM Stored WHERE value IN \(list: [1, 2, 3]) ORDER BY id"
      test.expectEqual(numbers.values, [1, 2, 3], "one value for each element")
      await test.expectRows(database, numbers, [[1], [2]])
      let mixed: [SQLValue] = ["a", 2, nil]
      await test.expectRows(
        database, "SELECT id FROM Stored WHERE value IN \(list: mixed) ORDER BY id", [[2], [3]], "NULL matches nothing")
      await test.expectRows(
        database, "SELECT id FROM Stored WHERE value NOT IN \(list: [1, 2]) ORDER BY id", [[3], [4]])
      let bytes: [UInt8] = [1, 2]
      let blob: SQLFragment = "SELECT id FROM Stored WHERE value IN (\(bytes))"
      test.expectEqual(blob.values, [.blob([1, 2])], "bytes are one blob")
      await test.expectRows(database, blob, [[4]])
      await test.expectRows(
        database, "SELECT id FROM Stored WHERE value IN \(list: bytes) ORDER BY id", [[1], [2]], "or a list of numbers")
      let typed = try await database.fetchAll(StoredValue.where { $0.id.in([1, 3, 99]) })
      test.expectEqual(Set(typed.map(\.id)), [1, 3], "a typed list")
    },
    ConformanceCase(
      "BIND-18", "an empty list gives no rows and valid SQL", .core, "https://sqlite.org/lang_expr.html#in_op",
      "IN with an empty list MUST be false and NOT IN true, for NULL too."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE Stored (id INTEGER PRIMARY KEY, path TEXT, value)")
      try await database.insert([1, nil].map { (value: SQLValue) in StoredValue(path: "list", value: value) })
      let none: [Int64] = []
      await test.expectRows(database, "SELECT id FROM Stored WHERE value IN \(list: none)", [])
      await test.expectRows(database, "SELECT id FROM Stored WHERE value NOT IN \(list: none) ORDER BY id", [[1], [2]])
      await test.expectRows(database, "SELECT 1 IN \(list: none), NULL IN \(list: none)", [[0, 0]])
      let isIn = try await database.fetchAll(StoredValue.where { $0.id.in(none) })
      test.expectEqual(isIn, [], "a typed list")
      let isNotIn = try await database.fetchAll(StoredValue.where { $0.id.notIn(none) })
      test.expectEqual(isNotIn.count, 2, "a typed list, negated")
    },
  ]

  static let limits: [ConformanceCase] = [
    ConformanceCase(
      "BIND-19", "999 parameters always work", .core, "https://sqlite.org/limits.html#max_variable_number",
      "Every engine MUST take 999 parameters in one statement."
    ) { test in
      let database = try await test.database()
      let values = (1...999).map { SQLValue.integer(Int64($0)) }
      let marks = Array(repeating: "?", count: 999).joined(separator: ", ")
      await test.expectRows(
        database, SQLFragment(raw: "SELECT 999 IN (\(marks)), 1000 IN (1, 2)", values: values), [[1, 0]])
      await test.expectRows(database, SQLFragment(raw: "SELECT \(marks)", values: values), [values])
      await test.expectRows(database, SQLFragment(raw: "SELECT ?999", values: values), [[999]])
      try await database.execute("CREATE TABLE t (a, b, c)")
      let rows = Array(repeating: "(?, ?, ?)", count: 333).joined(separator: ", ")
      try await database.execute(SQLFragment(raw: "INSERT INTO t VALUES \(rows)", values: values))
      await test.expectRows(database, "SELECT count(*), min(a), max(c), sum(b) FROM t", [[333, 1, 999, 166_500]])
      test.expect(test.profile.capabilities.limits.parameters >= 999, "the driver declares as many")
    },
    ConformanceCase(
      "BIND-20", "32,766 parameters work, and one more than the limit is refused", .gated(.boundParameters32766),
      "https://sqlite.org/limits.html#max_variable_number",
      "The declared limit MUST be the engine's: as many parameters work, one more fails with .tooManyParameters.",
      absent: { test in
        try await test.expectAbsence()
        let limit = test.profile.capabilities.limits.parameters
        // A service may take fewer than its engine.
        let least = test.isOf(.remote) ? 1 : 999
        test.expect((least..<32_766).contains(limit), "the limit is that of older engines: \(limit)")
        try await test.expectParameterLimit(limit)
      }
    ) { test in
      let limit = test.profile.capabilities.limits.parameters
      if test.section("32,766 parameters", requires: .capability(.longStatements)) {
        test.expect(limit >= 32_766, "the limit is at least that of SQLite 3.32: \(limit)")
        let values = (1...32_766).map { SQLValue.integer(Int64($0)) }
        let marks = Array(repeating: "?", count: 32_766).joined(separator: ",")
        await test.expectRows(
          try await test.database(), SQLFragment(raw: "SELECT 32766 IN (\(marks)), 0 IN (1)", values: values), [[1, 0]])
      }
      try await test.expectParameterLimit(limit)
    },
  ]
}

extension CaseContext {
  /// Asserts that the highest parameter has a number, and the next one does not.
  fileprivate func expectParameterLimit(_ limit: Int) async throws {
    let database = try await database("limit")
    var values = [SQLValue](repeating: nil, count: limit)
    values[limit - 1] = "last"
    await expectRows(database, SQLFragment(raw: "SELECT ?\(limit)", values: values), [["last"]])
    // Each parameter has its own value: the sums tell one that was lost, repeated or exchanged for another's.
    let count = min(limit, 32_766)
    let numbers = (1...count).map { SQLValue.integer(Int64($0 * 7)) }
    let marks = Array(repeating: "(?)", count: count).joined(separator: ",")
    await expectRows(
      database,
      SQLFragment(
        raw: "WITH v(x) AS (VALUES \(marks)) SELECT count(DISTINCT x), sum(x), max(x) FROM v", values: numbers),
      [[.integer(Int64(count)), .integer(Int64(7 * count * (count + 1) / 2)), .integer(Int64(7 * count))]],
      "every one of \(count) parameters has its own value")
    let places = [1, count / 2, count - 1, count].map { "?\(Swift.max($0, 1))" }.joined(separator: ", ")
    await expectRows(
      database, SQLFragment(raw: "SELECT \(places)", values: numbers),
      [[1, count / 2, count - 1, count].map { .integer(Int64(Swift.max($0, 1) * 7)) }], "values are at their places")
    await expectError(
      .tooManyParameters, database, SQLFragment(raw: "SELECT ?\(limit + 1)", values: values + [1]), "one more")
    await expectError(
      .tooManyParameters, database, SQLFragment(raw: "SELECT ?\(limit), ?", values: values + [1]),
      "one more, unnumbered")
    await expectUsable(database)
  }
}
