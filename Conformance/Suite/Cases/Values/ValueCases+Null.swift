import Quarry

extension ValueCases {
  static let nulls: [ConformanceCase] = [
    ConformanceCase(
      "VAL-01", "NULL round-trips as NULL on every path, and IS NULL sees it", .core,
      "https://sqlite.org/datatype3.html#storage_classes_and_datatypes",
      "A NULL that was stored MUST be read as NULL, and IS NULL must see it."
    ) { test in
      let database = try await test.database()
      try await test.expectRoundTrip([nil, nil], in: database)
      await test.expectValue(database, "SELECT count(*) FROM Stored WHERE value IS NULL", 10)
      await test.expectValue(database, "SELECT count(*) FROM Stored WHERE value IS NOT NULL", 0)
      await test.expectValue(database, "SELECT count(*) FROM Stored WHERE value = NULL", 0)
      await test.expectRows(
        database, "SELECT \(nil as String?) IS NULL, \(nil as Int?) = NULL, \(nil as Double?)", [[1, nil, nil]])
    },
    ConformanceCase(
      "VAL-02", "NULL, the integer 0, empty text and an empty blob are four different values", .core,
      "https://sqlite.org/datatype3.html#comparison_expressions",
      "NULL, 0, '' and x'' MUST stay four values that neither equal nor become each other.", needs: [.blobs]
    ) { test in
      let database = try await test.database()
      let values: [SQLValue] = [nil, 0, "", .blob([])]
      try await test.expectRoundTrip(values, in: database)
      await test.expectValue(
        database, "SELECT count(DISTINCT value) FROM Stored WHERE path = 'positional' AND value IS NOT NULL", 3)
      for (row, left) in values.enumerated() {
        for (column, right) in values.enumerated() {
          await test.expectRows(
            database, SQLFragment(raw: "SELECT ? IS ?, ? = ?", values: [left, right, left, right]),
            [[row == column ? 1 : 0, row == 0 || column == 0 ? nil : row == column ? 1 : 0]],
            "value \(row + 1) against value \(column + 1)")
        }
      }
    },
  ]
}
