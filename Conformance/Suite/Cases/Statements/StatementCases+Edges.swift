import Quarry

extension StatementCases {
  /// STMT-34 to STMT-39: text between statements and around them.
  static let edges: [ConformanceCase] = [
    ConformanceCase(
      "STMT-34", "texts that differ by blanks only are different texts", .core, "https://sqlite.org/lang.html",
      "A driver or a cache of statements MUST compare texts byte by byte: blanks inside of literals and names count."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE \"a b\" (x)", "CREATE TABLE \"a  b\" (x)", "INSERT INTO \"a b\" VALUES (1)",
        "INSERT INTO \"a  b\" VALUES (2)",
      ])
      let texts: [(String, SQLValue)] = [
        ("SELECT 'a b'", "a b"), ("SELECT 'a  b'", "a  b"), ("SELECT 'a\tb'", "a\tb"), ("SELECT 'a\nb'", "a\nb"),
        ("SELECT 'a\r\nb'", "a\r\nb"), ("SELECT 'a b '", "a b "), ("SELECT ' a b'", " a b"),
        ("SELECT x FROM \"a b\"", 1), ("SELECT x FROM \"a  b\"", 2), ("SELECT  x  FROM  \"a b\"", 1),
      ]
      // Twice, so that each text is also met where it is kept.
      for round in 1...2 {
        for (text, value) in texts {
          await test.expectValue(database, SQLFragment(raw: text), value, "round \(round): \(text.debugDescription)")
        }
      }
      for (text, name) in [("SELECT 1 AS \"c d\"", "c d"), ("SELECT 1 AS \"c  d\"", "c  d")] {
        let row = try await database.fetchOne(SQLFragment(raw: text).rows())
        test.expectEqual(row?.columnNames, [name], "the column of \(text)")
      }
    },
    ConformanceCase(
      "STMT-35", "a batch of nothing does nothing", .core, "Quarry: Database.batch",
      "A batch without commands MUST succeed, and change neither data nor counters."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a)", "INSERT INTO t VALUES (1)"])
      for _ in 1...3 { try await database.batch { _ in } }
      await test.expectRows(database, "SELECT a FROM t", [[1]], "nothing was done")
      try await database.batch { batch in batch.execute("INSERT INTO t VALUES (2)") }
      try await database.batch { _ in }
      await test.expectRows(database, "SELECT a FROM t ORDER BY a", [[1], [2]], "the batch before it stays")
      let records: [StockItem] = []
      test.expectEqual(try await database.insert(records).affectedRows, 0, "an insert of no records")
    },
    ConformanceCase(
      "STMT-36", "statements that change no rows count none", .core, "https://sqlite.org/c3ref/changes.html",
      "Only INSERT, UPDATE and DELETE MUST count rows; VACUUM, REINDEX, ANALYZE and definitions MUST count none."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2), (3)", "CREATE INDEX i ON t(a)",
      ])
      for text in [
        "REINDEX", "ANALYZE", "VACUUM", "CREATE TABLE u(a)", "ALTER TABLE u RENAME TO w",
        "CREATE VIEW v AS SELECT a FROM t",
        "DROP VIEW v", "DROP TABLE w", "DROP INDEX i",
      ] {
        await test.expectAffected(database, [("UPDATE t SET a = a", 3)])
        do {
          let result = try await database.execute(SQLFragment(raw: text))
          test.expectEqual(result.affectedRows, 0, "the count of \(text)")
        } catch {
          if !test.setAside(error) { test.fail("runs: \(text)", actual: "\(error)") }
        }
      }
      await test.expectRows(database, "SELECT a FROM t ORDER BY a", [[1], [2], [3]], "no row was touched")
    },
    ConformanceCase(
      "STMT-37", "a cursor across ROLLBACK", .core, "https://sqlite.org/lang_transaction.html",
      "Rows that are read after a rollback MUST be those of the query, or the read MUST end with an error; the "
        + "transaction MUST be usable again.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a INTEGER PRIMARY KEY)"])
      try await database.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT i FROM n")
      for undoesDefinition in [false, true] {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("SAVEPOINT before")
          if undoesDefinition { try await transaction.execute("CREATE TABLE made_inside(a)") }
          try await transaction.execute("INSERT INTO t VALUES (100001)")
          var seen: [Int64] = []
          var failure: DatabaseError?
          do {
            for try await row in transaction.rows(("SELECT a FROM t WHERE a <= 2000 ORDER BY a" as SQLFragment).rows())
            {
              seen.append(try row.get(0, as: Int64.self))
              if seen.count == 3 { try await transaction.execute("ROLLBACK TO before") }
            }
          } catch let error as DatabaseError {
            failure = error
          }
          test.expectEqual(
            seen, Array(1...Int64(max(seen.count, 1))), "the rows are in order, none is lost or repeated")
          test.expect(failure != nil || seen.count == 2000, "all rows came, or an error says that they did not")
          try await transaction.execute("RELEASE before")
          await test.expectValue(transaction, "SELECT count(*) FROM t", 2000, "the insert was undone")
          await test.expectUsable(transaction)
        }
      }
      await test.expectValue(
        database, "SELECT count(*) FROM sqlite_master WHERE name = 'made_inside'", 0, "so was the definition")
      // Behind the back of the core: whatever it does then, it says so, and nothing stays.
      do {
        try await database.write { (transaction: DatabaseTransaction) in
          var seen: [Int64] = []
          try await transaction.execute("INSERT INTO t VALUES (100002)")
          for try await row in transaction.rows(("SELECT a FROM t WHERE a <= 2000 ORDER BY a" as SQLFragment).rows()) {
            seen.append(try row.get(0, as: Int64.self))
            test.expectEqual(seen.last, Int64(seen.count), "the rows are in order, none is lost or repeated")
            if seen.count == 3 { try await transaction.execute("ROLLBACK") }
          }
        }
        test.fail("a transaction that its body has rolled back is reported as committed")
      } catch let error as DatabaseError {
        test.expect(error.outcome != .unknown, "what happened is known: \(error)")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 2000, "the insert was undone")
    },
    ConformanceCase(
      "STMT-38", "a function that is registered twice", .driver(.local),
      "https://sqlite.org/c3ref/create_function.html",
      "The second function MUST replace the first for later statements, and only for its number of arguments; while one "
        + "of them runs it MUST be refused.",
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "STMT-39", "a blob that was opened for reading cannot be written, and a trace shows any text", .driver(.local),
      "https://sqlite.org/c3ref/blob_write.html",
      "Writing through a handle for reading MUST be .readOnly and change nothing; a trace MUST hold every character.",
      body: ConformanceCase.inEngineLayer),
  ]
}

/// A record of which none is inserted.
private struct StockItem: SQLCodable {
  var id: Int64
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let table = SQLTable("item", id)
  init(row: inout SQLRowReader<Self>) throws { id = try row[Self.id] }
  func encode(to row: inout SQLRowWriter<Self>) { row[Self.id] = id }
}
