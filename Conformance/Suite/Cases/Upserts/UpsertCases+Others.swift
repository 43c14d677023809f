import Quarry

/// One of many rows.
private struct Bulk: SQLCodable {
  var id: Int64
  var a: Int64
  var b: String
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let a = SQLColumn<Int64>("a")
  static let b = SQLColumn<String>("b", unique: true)
  static let table = SQLTable("bulk", id, a, b)
  init(_ id: Int64, _ b: String) {
    self.id = id
    a = id * 3
    self.b = b
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    a = try row[Self.a]
    b = try row[Self.b]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.a] = a
    row[Self.b] = b
  }
}

extension UpsertCases {
  /// UPS-17 to UPS-19.
  static let others: [ConformanceCase] = [
    ConformanceCase(
      "UPS-17", "UPDATE FROM with a join, with several matching rows, with a CTE", .gated(.updateFrom),
      "https://sqlite.org/lang_update.html#upfrom",
      "Each row that has a partner MUST be updated once, from one of its partners.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.stockDatabase()
        await test.expectEngineErrors(
          database, ["UPDATE stock SET amount = d.amount FROM delivery AS d WHERE d.code = stock.code"])
        try await expectTypedUpdateFrom(test, database)
      }
    ) { test in
      let database = try await test.stockDatabase()
      let result = try await database.execute(
        "UPDATE stock SET amount = stock.amount + d.amount FROM delivery AS d WHERE d.code = stock.code")
      test.expectEqual(result.affectedRows, 2, "the rows with a partner count")
      await test.expectStocks(database, [[1, "a", 15], [2, "b", 27], [3, "c", nil]])
      try await test.run(database, "INSERT INTO delivery VALUES ('a', 100)")
      let several = try await database.execute(
        "UPDATE stock SET amount = d.amount FROM delivery AS d WHERE d.code = stock.code AND d.code = 'a'")
      test.expectEqual(several.affectedRows, 1, "a row with several partners is updated once")
      let value = try await test.value(database, "SELECT amount FROM stock WHERE id = 1")
      test.expect(value == 5 || value == 100, "from one of its partners")
      try await test.run(
        database,
        """
        WITH x (c, n) AS (SELECT code, sum(amount) FROM delivery GROUP BY code) UPDATE stock SET amount = x.n FROM \
        x WHERE x.c = stock.code
        """,
        """
        UPDATE stock SET amount = s.amount FROM stock AS s JOIN delivery AS d ON d.code = s.code WHERE stock.id = 3 \
        AND s.id = 2
        """
      )
      await test.expectStocks(database, [[1, "a", 105], [2, "b", 7], [3, "c", 7]])
      try await test.run(database, "DELETE FROM delivery WHERE amount = 100")
      try await test.resetStocks(database)
      try await expectTypedUpdateFrom(test, database)
    },
    ConformanceCase(
      "UPS-18", "INSERT … SELECT from the same table, INSERT DEFAULT VALUES, REPLACE INTO", .core,
      "https://sqlite.org/lang_insert.html",
      "A SELECT from the table itself MUST see the rows from before; REPLACE MUST remove every row in its way."
    ) { test in
      let database = try await test.stockDatabase()
      let copied = try await database.execute(
        "INSERT INTO stock SELECT id + 10, code || code, amount * 2 FROM stock")
      test.expectEqual(copied.affectedRows, 3, "the rows from before")
      await test.expectStocks(
        database, [[1, "a", 10], [2, "b", 20], [3, "c", nil], [11, "aa", 20], [12, "bb", 40], [13, "cc", nil]])
      try await test.run(database, "CREATE TABLE d (id INTEGER PRIMARY KEY, a DEFAULT 7, b TEXT DEFAULT 'x', c)")
      let empty = try await database.execute("INSERT INTO d DEFAULT VALUES")
      test.expectEqual(empty.lastInsertedRowID, 1, "the key of a row of defaults")
      await test.expectRows(database, "SELECT id, a, b, c FROM d", [[1, 7, "x", nil]])
      try await test.resetStocks(database)
      let replaced = try await database.execute("REPLACE INTO stock VALUES (1, 'b', 99)")
      test.expectEqual(replaced.affectedRows, 1, "a replacement counts the new row alone")
      await test.expectStocks(database, [[1, "b", 99], [3, "c", nil]])
      try await test.run(database, "INSERT OR REPLACE INTO stock VALUES (4, 'c', 1)")
      await test.expectStocks(database, [[1, "b", 99], [4, "c", 1]])
      try await test.resetStocks(database)
      _ = try await database.run(
        SQLInsertSelect(
          into: Stock.self, Stock.id, Stock.code, Stock.amount,
          from: Stock.select { ($0.id + 10, $0.code + "x", $0.amount + 1) }))
      await test.expectRows(
        database, "SELECT id, code, amount FROM stock WHERE id > 10 ORDER BY id",
        [[11, "ax", 11], [12, "bx", 21], [13, "cx", nil]])
      _ = try await database.run(SQLInsert(Stock(1, "b", 99), or: .replace))
      await test.expectRows(database, "SELECT id, code, amount FROM stock WHERE id < 3", [[1, "b", 99]])
    },
    ConformanceCase(
      "UPS-19", "Inserting 10,000 records is split by the number of parameters and stays atomic", .core,
      "Quarry: SQLInsert",
      "All records MUST be stored or, when one fails, none, whatever the engine's limit of parameters is."
    ) { test in
      let database = try await test.database()
      try await database.createTable(Bulk.self)
      let records = (1...10_000).map { Bulk(Int64($0), "b\($0)") }
      let result = try await database.run(SQLInsert(records))
      test.expectEqual(result.affectedRows, 10_000, "every record counts")
      await test.expectRows(
        database, "SELECT count(*), sum(id), sum(a), count(DISTINCT b), min(b = 'b' || id) FROM bulk",
        [[10_000, 50_005_000, 150_015_000, 10_000, 1]])
      var more = (10_001...20_000).map { Bulk(Int64($0), "b\($0)") }
      more[9_900].b = "b5"
      await test.expectError(.constraintUnique, extended: 2067, "the last but ninety-ninth record is refused") {
        [more] in try await database.run(SQLInsert(more))
      }
      await test.expectRows(database, "SELECT count(*), max(id) FROM bulk", [[10_000, 10_000]])
      await test.expectUsable(database)
    },
  ]

  private static func expectTypedUpdateFrom(_ test: CaseContext, _ database: Database) async throws {
    let update = SQLUpdate(Stock.join(Delivery.self) { $0.code == $1.code }) { row, delivery in
      row.amount = row.amount + delivery.amount
    }
    guard test.engine.supports(.updateFrom) else {
      await test.expectRefusal(of: .updateFrom, "typed: an update from another table") {
        try await database.run(update)
      }
      _ = try await database.execute(
        """
        UPDATE stock SET amount = amount + (SELECT d.amount FROM delivery AS d WHERE d.code = stock.code)
        WHERE code IN (SELECT code FROM delivery)
        """)
      return await test.expectStocks(
        database, [[1, "a", 15], [2, "b", 27], [3, "c", nil]], "the same by a subquery")
    }
    let result = try await database.run(update)
    test.expectEqual(result.affectedRows, 2, "typed: the rows with a partner count")
    await test.expectStocks(database, [[1, "a", 15], [2, "b", 27], [3, "c", nil]], "typed")
  }
}
