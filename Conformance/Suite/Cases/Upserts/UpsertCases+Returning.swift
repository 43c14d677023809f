import Quarry

/// A row whose key the engine assigns.
private struct Entry: SQLCodable {
  var id: Int64
  var text: String
  static let id = SQLColumn<Int64>("id", primaryKey: .autoincrement)
  static let text = SQLColumn<String>("text")
  static let table = SQLTable("entry", id, text)
  init(_ text: String) {
    id = 0
    self.text = text
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = text
  }
}

extension UpsertCases {
  private static let returningReference = "https://sqlite.org/lang_returning.html"

  /// UPS-10 to UPS-16.
  static let returning: [ConformanceCase] = [
    ConformanceCase(
      "UPS-10", "INSERT … RETURNING: the key, expressions, *, several rows in the order of insertion",
      .gated(.returning),
      returningReference, "Each inserted row MUST come back once, as it was stored; typed, everywhere.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.stockDatabase()
        await test.expectEngineErrors(database, ["INSERT INTO stock VALUES (9, 'x', 1) RETURNING id"])
        try await expectTypedInserts(test, database)
      }
    ) { test in
      let database = try await test.stockDatabase()
      await test.expectReturned(
        database, "INSERT INTO stock (code, amount) VALUES ('d', 4) RETURNING id, rowid, amount * 2, upper(code), 'k'",
        [[4, 4, 8, "D", "k"]])
      await test.expectReturned(
        database, "INSERT INTO stock (code, amount) VALUES ('g', '7'), ('f', NULL), ('e', 5) RETURNING *",
        [[5, "g", 7], [6, "f", nil], [7, "e", 5]])
      await test.expectReturned(
        database, "INSERT INTO stock (code) SELECT code FROM delivery WHERE code = 'z' RETURNING id, amount",
        [[8, nil]])
      await test.expectReturned(
        database, "INSERT INTO stock (code) SELECT code FROM delivery WHERE 0 RETURNING id", [])
      await test.expectEngineErrors(
        database,
        [
          "INSERT INTO stock (code) VALUES ('q') RETURNING missing",
          "INSERT INTO stock (code) VALUES ('q') RETURNING count(*)",
        ])
      try await test.resetStocks(database)
      try await expectTypedInserts(test, database)
    },
    ConformanceCase(
      "UPS-11", "UPDATE … RETURNING gives new values, DELETE … RETURNING the old ones", .gated(.returning),
      returningReference, "An update MUST return the new rows, and a delete the old ones; typed, everywhere.",
      absent: { test in
        try await test.expectAbsence()
        await expectTypedChanges(test, try await test.stockDatabase())
      }
    ) { test in
      let database = try await test.stockDatabase()
      await test.expectReturned(
        database, "UPDATE stock SET amount = amount + 1, id = id + 10 WHERE id < 3 RETURNING id, amount, code",
        [[11, 11, "a"], [12, 21, "b"]], sorted: true)
      await test.expectReturned(database, "UPDATE stock SET amount = 0 WHERE id = 99 RETURNING *", [])
      await test.expectReturned(
        database, "DELETE FROM stock WHERE amount > 0 RETURNING *", [[11, "a", 11], [12, "b", 21]], sorted: true)
      await test.expectReturned(database, "DELETE FROM stock RETURNING code", [["c"]])
      await test.expectRows(database, "SELECT count(*) FROM stock", [[0]])
      try await test.resetStocks(database)
      await expectTypedChanges(test, database)
    },
    ConformanceCase(
      "UPS-12", "RETURNING after an upsert that updated, and after DO NOTHING", .gated(.upsert, .returning),
      returningReference, "An updated row MUST come back like an inserted one; a skipped row MUST NOT.",
      absent: { test in
        try await test.expectAbsence()
        await expectTypedUpsertRows(test, try await test.stockDatabase())
      }
    ) { test in
      let database = try await test.stockDatabase()
      await test.expectReturned(
        database,
        """
        INSERT INTO stock VALUES (1, 'q', 5), (9, 'n', 6) ON CONFLICT (id) DO UPDATE SET amount = excluded.amount \
        RETURNING *
        """,
        [[1, "a", 5], [9, "n", 6]])
      await test.expectReturned(
        database, "INSERT INTO stock VALUES (1, 'q', 7) ON CONFLICT (id) DO NOTHING RETURNING *", [])
      await test.expectReturned(
        database, "INSERT INTO stock VALUES (1, 'q', 7), (10, 'r', 8) ON CONFLICT (id) DO NOTHING RETURNING id", [[10]])
      await test.expectReturned(
        database, "INSERT INTO stock VALUES (1, 'q', 7) ON CONFLICT (id) DO UPDATE SET amount = 0 WHERE 0 RETURNING id",
        [])
      await test.expectReturned(database, "INSERT OR IGNORE INTO stock VALUES (1, 'q', 7) RETURNING id", [])
      await test.expectReturned(
        database, "INSERT OR REPLACE INTO stock VALUES (1, 'b', 7) RETURNING *", [[1, "b", 7]])
      try await test.resetStocks(database)
      await expectTypedUpsertRows(test, database)
    },
    ConformanceCase(
      "UPS-13", "RETURNING shows the row before AFTER triggers ran", .gated(.returning),
      "https://sqlite.org/lang_returning.html#limitations_and_caveats",
      "What an AFTER trigger changes MUST be in the table and not in what comes back.",
      absent: CaseContext.refusing("DELETE FROM sqlite_master RETURNING 1")
    ) { test in
      let database = try await test.stockDatabase()
      try await test.run(
        database,
        "CREATE TRIGGER after_insert AFTER INSERT ON stock BEGIN UPDATE stock SET amount = 1000 WHERE id = new.id; END",
        """
        CREATE TRIGGER after_update AFTER UPDATE OF code ON stock BEGIN UPDATE stock SET amount = 2000 WHERE id = \
        new.id; END
        """
      )
      await test.expectReturned(database, "INSERT INTO stock VALUES (9, 'x', 1) RETURNING amount", [[1]])
      await test.expectReturned(
        database, "UPDATE stock SET code = 'y' WHERE id = 9 RETURNING amount, code", [[1000, "y"]])
      await test.expectRows(database, "SELECT code, amount FROM stock WHERE id = 9", [["y", 2000]])
    },
    ConformanceCase(
      "UPS-14", "All rows are changed, even if the reader stops after the first", .gated(.returning),
      "https://sqlite.org/lang_returning.html#processing_order",
      "The change MUST be complete before the first row comes back.",
      absent: CaseContext.refusing("DELETE FROM sqlite_master RETURNING 1")
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE many (id INTEGER PRIMARY KEY, v INTEGER)",
        """
        WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500) INSERT INTO many SELECT i, 0 \
        FROM c
        """
      )
      let update: SQLFragment = "UPDATE many SET v = v + 1 RETURNING id"
      let first = try await database.fetchOne(update.values(Int64.self, readOnly: false))
      test.expect(first != nil, "one row is read")
      await test.expectRows(database, "SELECT count(*), min(v), max(v) FROM many", [[500, 1, 1]])
      let all = try await database.fetchAll(update.values(Int64.self, readOnly: false))
      test.expectEqual(Set(all).count, 500, "all rows are read")
      await test.expectRows(database, "SELECT count(*), min(v), max(v) FROM many", [[500, 2, 2]])
    },
    ConformanceCase(
      "UPS-15", "The number of changed rows after RETURNING", .gated(.returning), returningReference,
      "RETURNING MUST leave the number of changes and the last inserted id as without it.",
      absent: CaseContext.refusing("DELETE FROM sqlite_master RETURNING 1")
    ) { test in
      let database = try await test.stockDatabase()
      for (sql, count) in [
        ("INSERT INTO stock (id, code) VALUES (7, 'g'), (8, 'h') RETURNING id", 2),
        ("UPDATE stock SET amount = 1 WHERE id > 2 RETURNING id", 3),
        ("UPDATE stock SET amount = 1 WHERE 0 RETURNING id", 0),
        ("DELETE FROM stock WHERE id IN (1, 7) RETURNING id", 2),
      ] as [(String, Int64)] {
        let result = try await database.execute(SQLFragment(raw: sql))
        test.expectEqual(result.affectedRows, count, sql)
      }
      let inserted = try await database.execute("INSERT INTO stock (id, code) VALUES (50, 'z') RETURNING code")
      test.expectEqual(inserted.lastInsertedRowID, 50, "the last inserted id")
      await test.expectRows(database, "SELECT id FROM stock ORDER BY id", [[2], [3], [8], [50]])
    },
    ConformanceCase(
      "UPS-16", "Inserting a record gives its key, whatever other writers do", .core, "Quarry: SQLExecutor.insert",
      "The key that comes back MUST be that of the record, also when several tasks insert at once."
    ) { test in
      let database = try await test.database()
      try await database.createTable(Entry.self)
      let first = try await database.insert(Entry("first"))
      test.expectEqual(first.id, 1, "the first key")
      let inserted = try await withThrowingTaskGroup(of: [Entry].self) { group in
        for task in 0..<8 {
          group.addTask {
            var entries: [Entry] = []
            for number in 0..<10 { entries.append(try await database.insert(Entry("\(task)-\(number)"))) }
            return entries
          }
        }
        var all: [Entry] = []
        for try await entries in group { all += entries }
        return all
      }
      test.expectEqual(Set(inserted.map(\.id)).count, 80, "every record has a key of its own")
      let stored = Dictionary(
        try await database.fetchAll(Entry.all).map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
      test.expectEqual(stored.count, 81, "all records are stored")
      for entry in inserted.sorted(by: { $0.id < $1.id }) {
        test.expect(stored[entry.id] == entry.text, "the key of \(entry.text) is its own")
      }
    },
  ]

  private static func expectTypedInserts(_ test: CaseContext, _ database: Database) async throws {
    await test.expectRows(
      database, command: SQLInsert([Stock(6, "g", 7), Stock(5, "f", nil), Stock(0, "e", 5)]).returningRecords(),
      [[6, "g", 7], [5, "f", nil], [7, "e", 5]], "typed: records in the order of insertion"
    ) { $0.values }
    let pairs2 = SQLInsert(Stock(0, "h", 1)).returning(Stock.id, Stock.amount)
    await test.expectRows(
      database, command: pairs2, [[8, 1]], "typed: two columns"
    ) { try plainValues($0.0, $0.1) }
    await test.expectRows(
      database, command: SQLInsert(Stock(0, "i", nil)).returning(Stock.code), [["i"]], "typed: one column"
    ) { try plainValues($0) }
    let record = try await database.insert(Stock(0, "j", 3))
    test.expectIdentical([record.values], [[10, "j", 3]], "typed: a record")
    await test.expectError(.constraintUnique, extended: 2067, "typed: nothing of a failed list is stored") {
      try await database.run(SQLInsert([Stock(0, "k", 1), Stock(0, "a", 1)]).returningRecords())
    }
    await test.expectRows(database, "SELECT count(*) FROM stock", [[9]])
  }

  private static func expectTypedChanges(_ test: CaseContext, _ database: Database) async {
    await test.expectRows(
      database, command: SQLUpdate(Stock.where { $0.id < 3 }) { $0.amount = $0.amount + 1 }.returningRecords(),
      [[1, "a", 11], [2, "b", 21]], "typed: the new values", sorted: true
    ) { $0.values }
    await test.expectRows(
      database, command: SQLUpdate(Stock.where { $0.id == 99 }) { $0.amount = 0 }.returning(Stock.id), [],
      "typed: no row"
    ) { try plainValues($0) }
    let pairs1 = SQLDelete(Stock.where { $0.amount > 15 }).returning(Stock.id, Stock.amount)
    await test.expectRows(
      database, command: pairs1, [[2, 21]],
      "typed: the old values"
    ) { try plainValues($0.0, $0.1) }
    await test.expectRows(
      database, command: SQLDelete(Stock.all).returningRecords(), [[1, "a", 11], [3, "c", nil]], "typed: all rows",
      sorted: true
    ) { $0.values }
    await test.expectRows(database, "SELECT count(*) FROM stock", [[0]])
  }

  private static func expectTypedUpsertRows(_ test: CaseContext, _ database: Database) async {
    await test.expectRows(
      database,
      command: SQLInsert([Stock(1, "q", 5), Stock(9, "n", 6)]).onConflict(Stock.id).doUpdate(Stock.amount)
        .returningRecords(), [[1, "a", 5], [9, "n", 6]], "typed: updated and inserted"
    ) { $0.values }
    await test.expectRows(
      database,
      command: SQLInsert([Stock(1, "q", 7), Stock(10, "r", 8)]).onConflict(Stock.id).doNothing().returning(Stock.id),
      [[10]], "typed: a skipped row does not come back"
    ) { try plainValues($0) }
    await test.expectRows(
      database, command: SQLUpsert(Stock(10, "s", 1)).returningRecords(), [[10, "s", 1]], "typed: by key"
    ) { $0.values }
    await test.expectStocks(
      database, [[1, "a", 5], [2, "b", 20], [3, "c", nil], [9, "n", 6], [10, "s", 1]], "typed: what is stored")
  }
}

extension CaseContext {
  /// Runs a change that returns rows, and asserts them.
  func expectReturned(
    _ database: Database, _ fragment: SQLFragment, _ expected: [[SQLValue]], sorted: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    do {
      let rows = try await database.fetchAll(fragment.rows(readOnly: false)).map(\.values)
      let (left, right) = sorted ? (rows.sortedForComparison, expected.sortedForComparison) : (rows, expected)
      expectIdentical(left, right, "the rows that come back", sql: fragment.sql, file: file, line: line)
    } catch {
      fail(
        "the rows that come back: \(fragment.sql)", expected: expected.exactDescription, actual: "error: \(error)",
        file: file, line: line)
    }
  }
}
