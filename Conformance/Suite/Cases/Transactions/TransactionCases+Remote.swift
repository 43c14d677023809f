import Quarry

extension TransactionCases {
  /// Transactions over a network.
  static let remote: [ConformanceCase] = [
    ConformanceCase(
      "TXN-32",
      "an interactive transaction survives 50 round trips and is rolled back by the server's timeout with a typed error",
      .driver(.remote), "Quarry: a server does not wait for ever",
      "A transaction MUST hold over many calls, and one that the server ends MUST fail by type and leave nothing behind.",
      needs: [.interactiveTransactions], timeLimit: .seconds(90)
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (x)"])
      let database = try await test.database()
      try await database.write { transaction in
        for number in 1...50 as ClosedRange<Int64> {
          try await transaction.execute("INSERT INTO log VALUES (\(number))")
          let count = try await test.value(transaction, "SELECT count(*) FROM log")
          guard test.expectEqual(count, .integer(number), "the transaction sees itself") else { return }
        }
      }
      await test.expectRows(truth, "SELECT count(*), sum(x) FROM log", [[50, 1_275]], "all of it is committed")
      // Another writer waits: the server has to end the first one at some time.
      let ends = SectionNeed.other(
        "a time-out of idle transactions", isMet: test.profile.capabilities.idleTransactionTimeout != nil)
      guard test.section("a transaction that the server ends", requires: ends) else { return }
      var ended: DatabaseError?
      do {
        try await database.write { transaction in
          try await transaction.execute("INSERT INTO log VALUES (-1)")
          var isWritten = false
          for _ in 0..<400 where !isWritten {
            do {
              try await truth.execute("INSERT INTO log VALUES (51)")
              isWritten = true
            } catch let error as DatabaseError where error.code == .busy || error.code == .timedOut {
              try await Task.sleep(for: .milliseconds(25))
            }
          }
          test.expect(isWritten, "the server lets the other writer in at last")
          try await transaction.execute("INSERT INTO log VALUES (-2)")
        }
      } catch let error as DatabaseError {
        ended = error
      }
      // A driver that knows of the rollback says so; one that only knows that its connection is lost cannot.
      test.expect(
        (ended?.code == .transactionState && ended?.outcome == .notApplied)
          || (ended?.code == .outcomeUnknown && ended?.outcome == .unknown),
        "the transaction was ended: \(ended.map { "\($0)" } ?? "no error")")
      await test.expectRows(truth, "SELECT count(*) FROM log WHERE x < 0", [[0]], "nothing of it stays")
      try await database.write { try await $0.execute("INSERT INTO log VALUES (52)") }
      await test.expectRows(truth, "SELECT count(*) FROM log WHERE x > 50", [[2]], "the next transaction works")
    },
    ConformanceCase(
      "TXN-33", "a batch with conditions is atomic as declared", .driver(.remote), "Quarry: Database.batch",
      "A batch MUST be applied as a whole or not at all, wherever it fails, and MUST leave no transaction open."
    ) { test in
      guard test.profile.capabilities.atomicBatches else {
        throw test.notApplicable("the driver declares that its batches are not atomic")
      }
      let database = try await test.database(holding: [
        "CREATE TABLE parent (id INTEGER PRIMARY KEY)",
        "CREATE TABLE log (x UNIQUE, parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)",
      ])
      let good = (0..<5).map { "INSERT INTO log (x) VALUES (\($0))" }
      let bad = ["INSERT INTO log (x) VALUES (1)", "INSERT INTO log (x) VALUES (1)"]
      for place in 0...5 {
        let statements = Array(good.prefix(place)).map { $0.replacingNumber } + bad + good.suffix(5 - place)
        let error = await RemoteCases.failure { try await test.run(statements, in: database) }
        test.expectEqual(error?.code, .constraintUnique, "statement \(place + 1) of 7 fails")
        // Some protocols do not say which statement failed.
        test.expect([place + 1, nil].contains(error?.statementIndex), "and no other one is named")
        await test.expectRows(database, "SELECT count(*) FROM log", [[0]], "nothing of the batch stays")
      }
      // All statements succeed and the commit fails.
      let error = await RemoteCases.failure {
        try await test.run(["INSERT INTO log VALUES (1, 99)", "INSERT INTO log VALUES (2, NULL)"], in: database)
      }
      test.expectEqual(error?.code, .constraintForeignKey, "the commit: \(error.map { "\($0)" } ?? "no error")")
      test.expectEqual(error?.outcome, .notApplied, "a commit that fails is known to have failed")
      await test.expectRows(database, "SELECT count(*) FROM log", [[0]], "nothing of the batch stays")
      try await test.run(good + ["INSERT INTO parent VALUES (99)"], in: database)
      await test.expectRows(database, "SELECT count(*) FROM log", [[5]], "no transaction was left open")
    },
  ]
}

extension String {
  /// The statement with another value than those that follow it.
  fileprivate var replacingNumber: String { replacing("VALUES (", with: "VALUES (100 + ") }
}
