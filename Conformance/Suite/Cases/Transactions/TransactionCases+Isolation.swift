import Quarry

/// The anomalies of weaker databases.
extension TransactionCases {
  static let isolation: [ConformanceCase] = [
    ConformanceCase(
      "TXN-31",
      "isolation: no dirty read, non-repeatable read, phantom, lost update, write skew", .core,
      "https://sqlite.org/isolation.html",
      "Transactions MUST be serializable: none of the anomalies, whatever the order of the statements.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.executeScript(
        "CREATE TABLE account (id INTEGER PRIMARY KEY, amount INTEGER); CREATE TABLE log (n INTEGER);"
          + "INSERT INTO account VALUES (1, 50), (2, 50)")
      let second = test.isOf(.shared) ? try await test.database() : database
      try await lostUpdates(test, database, second)
      try await writeSkew(test, database, second)
      guard test.section("with a second connection", requires: .shared) else { return }
      var request = test.request()
      request.busyTimeout = .zero
      let other = try await test.database(request)
      try await dirtyReads(test, database, other)
      try await repeatedReads(test, database, other)
    }
  ]

  /// Two tasks add to one number, reading before they write.
  private static func lostUpdates(
    _ test: CaseContext, _ database: Database, _ second: Database
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for target in [database, second, database, second] {
        group.addTask {
          for _ in 0..<10 {
            try await target.write { (transaction: DatabaseTransaction) in
              let amount = try await integer(transaction, "SELECT amount FROM account WHERE id = 1")
              await Task.yield()
              try await transaction.execute("UPDATE account SET amount = \(amount + 1) WHERE id = 1")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await test.expectValue(database, "SELECT amount FROM account WHERE id = 1", 90, "no update is lost")
  }

  /// Each of two tasks withdraws from its own account an amount that only the sum of both allows.
  private static func writeSkew(
    _ test: CaseContext, _ database: Database, _ second: Database
  ) async throws {
    for round in 1...5 {
      try await database.execute("UPDATE account SET amount = 50")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (account, target) in [(1, database), (2, second)] {
          group.addTask {
            try await target.write { (transaction: DatabaseTransaction) in
              let sum = try await integer(transaction, "SELECT sum(amount) FROM account")
              await Task.yield()
              if sum >= 100 {
                try await transaction.execute("UPDATE account SET amount = amount - 100 WHERE id = \(account)")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      await test.expectValue(
        database, "SELECT sum(amount) FROM account", 0, "round \(round): only one of the two may take")
    }
  }

  /// Uncommitted changes of another transaction can't be seen. An error is allowed.
  private static func dirtyReads(_ test: CaseContext, _ database: Database, _ other: Database) async throws {
    try await database.execute("DELETE FROM log")
    let changes: [SQLFragment] = [
      "INSERT INTO log VALUES (1)", "UPDATE account SET amount = 7 WHERE id = 1", "DELETE FROM account WHERE id = 2",
    ]
    let before: [[SQLValue]] = try await test.rows(database, "SELECT id, amount FROM account ORDER BY id")
    try? await database.write { (transaction: DatabaseTransaction) in
      for change in changes {
        try await transaction.execute(change)
        await expectSnapshot(test, other, "SELECT count(*) FROM log", [[0]], "a row of an open transaction")
        await expectSnapshot(
          test, other, "SELECT id, amount FROM account ORDER BY id", before, "a change of an open transaction")
      }
      throw LeaveBody()
    }
    await test.expectValue(other, "SELECT count(*) FROM log", 0, "rolled back, the row was never there")
  }

  /// A transaction that has read sees the same again. The other one commits or fails.
  private static func repeatedReads(_ test: CaseContext, _ database: Database, _ other: Database) async throws {
    try await database.execute("UPDATE account SET amount = 50")
    try await database.read { (transaction: DatabaseTransaction) in
      let questions: [SQLFragment] = [
        "SELECT amount FROM account WHERE id = 1", "SELECT count(*) FROM account WHERE amount = 50",
        "SELECT count(*) FROM account WHERE id > 2",
      ]
      let changes: [SQLFragment] = [
        "UPDATE account SET amount = 51 WHERE id = 1", "INSERT INTO account VALUES (3, 50)",
        "DELETE FROM account WHERE id = 2",
      ]
      var before: [[[SQLValue]]] = []
      for question in questions { before.append(try await test.rows(transaction, question)) }
      for change in changes {
        _ = try? await other.execute(change)
        for (question, answer) in zip(questions, before) {
          await test.expectRows(transaction, question, answer, "after \(change.sql) the answer is the same")
        }
      }
    }
  }

  private static func expectSnapshot(
    _ test: CaseContext, _ database: Database, _ question: SQLFragment, _ expected: [[SQLValue]], _ message: String
  ) async {
    do {
      test.expectIdentical(try await test.rows(database, question), expected, "\(message) is not seen")
    } catch let error as DatabaseError {
      test.expect(error.code == .busy || error.code == .locked, "\(message) is not seen: \(error.code)")
    } catch {
      test.fail("\(message) is not seen", actual: "\(error)")
    }
  }

  static func integer(_ executor: some SQLExecutor, _ question: SQLFragment) async throws -> Int64 {
    try await executor.fetchOne(question.values(Int64.self)) ?? 0
  }
}
