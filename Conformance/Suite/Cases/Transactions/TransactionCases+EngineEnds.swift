import Quarry

/// Transactions that the engine ends by itself.
extension TransactionCases {
  static let engineEnds: [ConformanceCase] = [
    ConformanceCase(
      "TXN-05", "OR ROLLBACK ends the transaction; the layer notices and says so", .core,
      "https://sqlite.org/lang_conflict.html",
      "After OR ROLLBACK nothing of the body MUST stay, nothing after it MUST be applied, and the body MUST fail.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
      try await database.execute("INSERT INTO t VALUES (1)")
      let statements: [SQLFragment] = [
        "INSERT OR ROLLBACK INTO t VALUES (1)", "UPDATE OR ROLLBACK t SET n = 1 WHERE n = 2",
      ]
      for statement in statements {
        await expectEndedTransaction(test, database, statement, .constraintPrimaryKey, extended: 1555)
      }
      await test.expectRows(database, "SELECT n FROM t", [[1]], "only what was there before")
      await test.expectError(.constraintPrimaryKey, "an error that the body does not catch is the one that comes back")
      {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }
      }
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (4)")
        await test.expectError(.constraintPrimaryKey, transaction, "INSERT INTO t VALUES (4)")
      }
      await test.expectRows(database, "SELECT n FROM t ORDER BY n", [[1], [4]], "the next transaction is a new one")
    },
    ConformanceCase(
      "TXN-06", "errors that end a transaction by themselves: the engine is asked, nothing is assumed", .core,
      "https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction",
      "Whether the transaction is still open MUST be what the engine says, and the error MUST say it too.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.executeScript(
        "CREATE TABLE t (b BLOB); CREATE TABLE c (b BLOB NOT NULL CHECK (b IS NOT 1)); INSERT INTO t VALUES (x'00')")
      // Pages that an earlier use of the database left free are filled before the limit is met.
      let free = try await freeBytes(database)
      // A statement of one row has no journal of its own: the engine rolls back everything.
      await expectEndedTransaction(
        test, database, "INSERT INTO t VALUES (zeroblob(\(raw: "\(free + 4_000_000)")))", .diskFull, extended: 13,
        before: "PRAGMA max_page_count = 200", table: "c (b)")
      // One that can fail in its middle has: only the statement is undone.
      try await database.write { (transaction: DatabaseTransaction) in
        _ = try await transaction.fetchAll(("PRAGMA max_page_count = 200" as SQLFragment).rows())
        try await transaction.execute("INSERT INTO c VALUES (2)")
        let error = await test.expectError(
          .diskFull, extended: 13, transaction,
          """
          INSERT INTO c WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(raw: "\(free / 1_000 + 4_000)"))
          SELECT zeroblob(1000) FROM n
          """)
        test.expectEqual(error?.isTransactionOpen, true, "the transaction is open")
        await test.expectValue(transaction, "SELECT count(*) FROM c", 1, "the statement alone is undone")
        _ = try await transaction.fetchAll(("PRAGMA max_page_count = 1073741823" as SQLFragment).rows())
      }
      await test.expectValue(database, "SELECT count(*) FROM c", 1, "what is left is committed")
      await test.expectValue(database, "PRAGMA integrity_check", "ok", "the file is sound")
      guard test.section("an interrupted INSERT", requires: .local, .feature(.apiProgressHandler)) else { return }
      try await test.runEngineLayerPart()
    },
  ]

  /// Returns the number of bytes in the free pages of a database; 0 if it doesn't tell.
  private static func freeBytes(_ database: Database) async throws -> Int64 {
    var product: Int64 = 1
    for question: SQLFragment in ["PRAGMA freelist_count", "PRAGMA page_size"] {
      guard case .integer(let number)? = try? await database.fetchOne(question.rows())?.values.first else { return 0 }
      product *= number
    }
    return product
  }

  /// Runs a body in which a statement makes the engine roll back, and which ignores the error.
  private static func expectEndedTransaction(
    _ test: CaseContext, _ database: Database, _ statement: SQLFragment, _ code: DatabaseError.Code, extended: Int32,
    before: SQLFragment = "SELECT 1", table: String = "t (n)"
  ) async {
    let insert = SQLFragment(raw: "INSERT INTO \(table) VALUES (?)", values: [2])
    let after = SQLFragment(raw: "INSERT INTO \(table) VALUES (?)", values: [3])
    let count = SQLFragment(raw: "SELECT count(*) FROM \(table.prefix(1)) WHERE \(table.dropFirst(3).dropLast()) > 1")
    await test.expectError(.transactionState, "a body that goes on after \(statement.sql)") {
      try await database.write { (transaction: DatabaseTransaction) in
        _ = try await transaction.fetchAll(before.rows())
        try await transaction.execute(insert)
        let error = await test.expectError(code, extended: extended, transaction, statement)
        test.expectEqual(error?.isTransactionOpen, false, "the error says that the transaction has ended")
        await test.expectError(.transactionState, "a change after the end is refused") {
          try await transaction.execute(after)
        }
        await test.expectError(.transactionState, "a question after the end is refused") {
          try await transaction.fetchAll(count.rows())
        }
        await test.expectError(.transactionState, "a savepoint after the end is refused") {
          try await transaction.savepoint { try await $0.execute(after) }
        }
      }
    }
    await test.expectValue(database, count, 0, "nothing of the body is there")
  }
}
