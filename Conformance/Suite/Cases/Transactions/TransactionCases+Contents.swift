import Quarry

/// The changes that a rollback undoes.
extension TransactionCases {
  private static let page = "https://sqlite.org/lang_transaction.html"

  static let contents: [ConformanceCase] = [
    ConformanceCase(
      "TXN-14", "a deferred foreign key fails at COMMIT with 787, and the transaction stays open for repair", .core,
      "https://sqlite.org/foreignkeys.html#fk_deferred",
      "The commit MUST fail with the code of the foreign key; a body MUST then be rolled back.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.executeScript(
        """
        CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (p INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
        """)
      await test.expectError(.constraintForeignKey, extended: 787, "the commit of a body") {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO child VALUES (1)")
          await test.expectValue(transaction, "SELECT count(*) FROM child", 1, "the statement itself succeeds")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM child", 0, "the body is rolled back")
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO child VALUES (2)")
        try await transaction.execute("INSERT INTO parent VALUES (2)")
      }
      await test.expectRows(database, "SELECT p FROM child", [[2]], "a body that repairs in time commits")
      guard test.section("in a session", requires: .local) else { return }
      let session = try await test.session()
      defer { session.close() }
      try session.execute("BEGIN")
      try session.execute("INSERT INTO child VALUES (3)")
      do {
        try session.execute("COMMIT")
        test.fail("the commit fails")
      } catch let error as DatabaseError {
        test.expectEqual(error.engineCode?.rawValue, 787, "the commit fails with the foreign key")
        test.expectEqual(error.isTransactionOpen, true, "the error says that the transaction is open")
      }
      test.expect(session.isInTransaction, "the transaction is open")
      try session.execute("INSERT INTO parent VALUES (3)")
      try session.execute("COMMIT")
      test.expect(!session.isInTransaction, "after the repair it commits")
      let rows = try session.fetchAll(("SELECT p FROM child ORDER BY p" as SQLFragment).rows()).map(\.values)
      test.expectIdentical(rows, [[2], [3]], "both rows are there")
    },
    ConformanceCase(
      "TXN-15", "a change of the schema inside a transaction is rolled back with it", .core, page,
      "Tables, indexes, views, triggers and alterations MUST be transactional.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.executeScript(
        """
        CREATE TABLE a (x, y); INSERT INTO a VALUES (1, 2); CREATE INDEX ai ON a (x);
        CREATE VIEW av AS SELECT x FROM a; CREATE TRIGGER at AFTER INSERT ON a BEGIN SELECT 1; END;
        """)
      let schema: SQLFragment = """
        SELECT type, name, sql FROM sqlite_master WHERE name <> 'sqlite_sequence' ORDER BY type, name
        """
      let before = try await test.rows(database, schema)
      test.expectEqual(before.count, 4, "the schema before")
      let changes: [SQLFragment] = [
        "CREATE TABLE b (x)", "CREATE INDEX bi ON a (y)", "CREATE UNIQUE INDEX bu ON a (x, y)",
        "ALTER TABLE a RENAME TO a2", "ALTER TABLE a ADD COLUMN z INTEGER DEFAULT 7", "DROP TABLE a",
        "DROP INDEX ai", "DROP VIEW av", "DROP TRIGGER at", "CREATE VIEW bv AS SELECT 1 AS one",
        "CREATE TABLE c AS SELECT * FROM a", "CREATE TRIGGER bt AFTER DELETE ON a BEGIN SELECT 2; END",
      ]
      for change in changes {
        let undone = await bodyEnds(false) {
          try await database.write { (transaction: DatabaseTransaction) in
            try await transaction.execute(change)
            let inside = try await test.rows(transaction, schema)
            test.expect(!inside.isIdentical(to: before), "inside: \(change.sql)")
            throw LeaveBody()
          }
        }
        test.expect(undone, "rolled back: \(change.sql)")
        await test.expectRows(database, schema, before, "the schema is as before: \(change.sql)")
        await test.expectRows(database, "SELECT * FROM a", [[1, 2]], "the rows are as before: \(change.sql)")
      }
      try await database.write { (transaction: DatabaseTransaction) in
        for change in changes[..<3] { try await transaction.execute(change) }
      }
      let count: SQLFragment = "SELECT count(*) FROM sqlite_master WHERE name <> 'sqlite_sequence'"
      await test.expectValue(database, count, 7, "committed changes stay")
    },
    ConformanceCase(
      "TXN-16", "user_version and application_id that a rolled back transaction set are restored", .core,
      "https://sqlite.org/pragma.html#pragma_user_version",
      "Numbers in the header of the file MUST be part of the transaction.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      for name in ["user_version", "application_id"] {
        let question = SQLFragment(raw: "PRAGMA \(name)")
        try await database.execute(SQLFragment(raw: "PRAGMA \(name) = 11"))
        await test.expectValue(database, question, 11, "\(name) is set")
        for value in [12, -1, 2_147_483_647] as [Int64] {
          let undone = await bodyEnds(false) {
            try await database.write { (transaction: DatabaseTransaction) in
              try await transaction.execute(SQLFragment(raw: "PRAGMA \(name) = \(value)"))
              await test.expectValue(transaction, question, .integer(value), "\(name) inside")
              throw LeaveBody()
            }
          }
          test.expect(undone, "rolled back")
          await test.expectValue(database, question, 11, "\(name) is restored")
        }
      }
    },
    ConformanceCase(
      "TXN-17", "AUTOINCREMENT counters are rolled back", .core, "https://sqlite.org/autoinc.html",
      "sqlite_sequence MUST be part of the transaction.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT, s TEXT)")
      try await database.execute("INSERT INTO t (s) VALUES ('a'), ('b')")
      await test.expectRows(database, "SELECT name, seq FROM sqlite_sequence", [["t", 2]], "the counter")
      let undone = await bodyEnds(false) {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (100, 'c')")
          await test.expectRows(transaction, "SELECT seq FROM sqlite_sequence", [[100]], "the counter inside")
          throw LeaveBody()
        }
      }
      test.expect(undone, "rolled back")
      await test.expectRows(database, "SELECT name, seq FROM sqlite_sequence", [["t", 2]], "the counter is restored")
      let result = try await database.execute("INSERT INTO t (s) VALUES ('d')")
      test.expectEqual(result.lastInsertedRowID, 3, "the next number is the one after the restored counter")
      try await database.execute("DELETE FROM t")
      try await database.execute("INSERT INTO t (s) VALUES ('e')")
      await test.expectRows(database, "SELECT n FROM t", [[4]], "a number that was committed is not used again")
    },
    ConformanceCase(
      "TXN-18", "the last inserted rowid after a rollback is that of the undone row", .core,
      "https://sqlite.org/c3ref/last_insert_rowid.html",
      "A rollback MUST NOT change the last inserted rowid of the connection.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
      try await database.write { (transaction: DatabaseTransaction) in
        let first = try await transaction.execute("INSERT INTO t VALUES (7)")
        test.expectEqual(first.lastInsertedRowID, 7, "of the statement")
        await test.expectValue(transaction, "SELECT last_insert_rowid()", 7, "as the engine says")
        try await transaction.execute("SAVEPOINT s")
        let second = try await transaction.execute("INSERT INTO t VALUES (70)")
        test.expectEqual(second.lastInsertedRowID, 70, "of the statement that is undone")
        try await transaction.execute("ROLLBACK TO s")
        await test.expectValue(transaction, "SELECT last_insert_rowid()", 70, "the rollback does not change it")
        await test.expectError(.constraintPrimaryKey, transaction, "INSERT INTO t VALUES (7)")
        await test.expectValue(transaction, "SELECT last_insert_rowid()", 70, "neither does a failed insert")
        await test.expectRows(transaction, "SELECT n FROM t", [[7]], "the row itself is gone")
      }
    },
  ]
}
