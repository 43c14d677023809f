import Quarry

extension ErrorCases {
  /// Rows 1 to 1000, and an overflow at one of them.
  private static func failing(at row: Int) -> SQLRawQuery<Int> {
    let sql = """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000)
      SELECT abs(CASE WHEN x = \(row) THEN -9223372036854775807 - 1 ELSE x END) FROM c
      """
    return SQLFragment(raw: sql).values(Int.self)
  }

  /// Reads a stream to its end, and returns the rows and its error.
  private static func read(_ rows: SQLRows<SQLRawQuery<Int>>) async -> (numbers: [Int], code: DatabaseError.Code?) {
    var numbers: [Int] = []
    do {
      for try await number in rows { numbers.append(number) }
      return (numbers, nil)
    } catch {
      return (numbers, (error as? DatabaseError)?.code)
    }
  }

  /// Errors that come after rows.
  static let streams: [ConformanceCase] = [
    ConformanceCase(
      "ERR-21", "an error at row 500 of 1000 comes after the 499 rows before it", .core, "Quarry: SQLRows",
      "A stream MUST deliver the rows before an error, then throw it; a query for all rows throws it at once."
    ) { test in
      let database = try await test.database()
      for row in [1, 2, 127, 128, 129, 256, 257, 499, 500, 999, 1000] {
        let (numbers, code) = await read(database.rows(failing(at: row)))
        let streams = test.profile.capabilities.streamsRows
        test.expectEqual(numbers, streams ? Array(1..<row) : [], "the rows before row \(row)")
        test.expectEqual(code, .statementFailed, "the error at row \(row)")
        await test.expectError(.statementFailed, extended: 1, "all rows at once with an error at row \(row)") {
          try await database.fetchAll(failing(at: row))
        }
        await test.expectUsable(database, "after the error at row \(row)")
      }
      let (all, none) = await read(database.rows(failing(at: 1001)))
      test.expectEqual(all.count, 1000, "all rows without an error")
      test.expectEqual(none, nil, "no error")
      if test.section("the rows in a transaction", requires: .capability(.interactiveTransactions)) {
        try await database.write { transaction in
          try await transaction.execute("CREATE TABLE t(a)")
          let (numbers, code) = await read(transaction.rows(failing(at: 500)))
          test.expectEqual(numbers, Array(1..<500), "the rows in a transaction")
          test.expectEqual(code, .statementFailed, "the error in a transaction")
          try await transaction.execute("INSERT INTO t VALUES (1)")
        }
        await test.expectRows(database, "SELECT a FROM t", [[1]], "the transaction went on after the error")
      }
      guard test.section("a session's loop", requires: .local) else { return }
      let session = try await test.session()
      defer { session.close() }
      var seen: [Int] = []
      test.expectSynchronousError(.statementFailed, "a session's loop") {
        try session.forEachRow(failing(at: 500)) { number in
          seen.append(number)
          return true
        }
      }
      test.expectEqual(seen, Array(1..<500), "the rows of a session's loop")
      let cursor = try session.cursor(failing(at: 500))
      test.expectEqual(try cursor.load(499), Array(1..<500), "the rows of a cursor")
      test.expectSynchronousError(.statementFailed, "the next row of the cursor") { try cursor.next() }
      test.expectEqual(try session.fetchAll(failing(at: 1001)).count, 1000, "the session goes on")
    }
  ]
}
