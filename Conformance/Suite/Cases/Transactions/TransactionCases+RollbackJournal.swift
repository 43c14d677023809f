import Quarry

extension TransactionCases {
  /// TXN-34 and TXN-35: a database without a write-ahead log, where readers and the writer block each other.
  static let rollbackJournal: [ConformanceCase] = [
    ConformanceCase(
      "TXN-34", "a COMMIT that finds the database busy is an error, and nothing of it stays", .driver(.file, .shared),
      "https://sqlite.org/lockingv3.html",
      "With a rollback journal a commit beside a reader MUST fail with .busy and be known not to be applied; afterwards "
        + "the same transaction MUST succeed.", needs: [.interactiveTransactions], timeLimit: .seconds(20)
    ) { test in
      let (database, other) = try await databasesWithJournal(test)
      for round in 1...3 {
        let error = try await other.read { (reader: DatabaseTransaction) -> DatabaseError? in
          await test.expectValue(reader, "SELECT count(*) FROM t", .integer(Int64(round - 1)), "the reader has begun")
          return await test.expectError(.busy, "the commit beside a reader, round \(round)") {
            try await database.write { (writer: DatabaseTransaction) in
              _ = try await writer.execute("INSERT INTO t VALUES (\(round))")
            }
          }
        }
        test.expectEqual(error?.outcome, .notApplied, "nothing was applied")
        await test.expectValue(
          database, "SELECT count(*) FROM t", .integer(Int64(round - 1)), "nothing of the refused commit is there")
        try await database.write { (writer: DatabaseTransaction) in
          try await writer.execute("INSERT INTO t VALUES (\(round))")
        }
        await test.expectValue(
          database, "SELECT count(*) FROM t", .integer(Int64(round)), "without the reader it commits")
      }
    },
    ConformanceCase(
      "TXN-35", "an EXCLUSIVE transaction keeps readers out, an IMMEDIATE one does not", .driver(.file, .shared),
      "https://sqlite.org/lang_transaction.html#deferred_immediate_and_exclusive_transactions",
      "With a rollback journal no other connection MUST be able to read beside an exclusive transaction.",
      needs: [.interactiveTransactions], timeLimit: .seconds(20)
    ) { test in
      let (database, other) = try await databasesWithJournal(test)
      try await database.execute("INSERT INTO t VALUES (1)")
      for kind in [TransactionKind.immediate, .exclusive] {
        let body: @Sendable () async throws -> [SQLRow] = {
          try await other.fetchAll(("SELECT a FROM t" as SQLFragment).rows())
        }
        try await database.write(kind) { (_: DatabaseTransaction) in
          if kind == .exclusive {
            await test.expectError(.busy, "a reader beside an exclusive transaction") { try await body() }
          } else {
            test.expectIdentical(try await body().map(\.values), [[1]], "a reader beside an immediate transaction")
          }
        }
      }
      await test.expectRows(database, "SELECT a FROM t", [[1]], "afterwards readers are let in again")
    },
  ]

  /// Returns two databases on one file with a rollback journal and without busy timeouts. Each has one connection,
  /// because nobody can read during a write.
  private static func databasesWithJournal(_ test: CaseContext) async throws -> (Database, Database) {
    var request = test.request()
    request.busyTimeout = .zero
    request.rollbackJournal = true
    let database = try await test.database(request)
    try await database.execute("CREATE TABLE t (a INTEGER)")
    let mode = try await database.fetchOne(("PRAGMA journal_mode" as SQLFragment).rows())
    guard mode?.values.first == "delete" else {
      throw test.notApplicable(
        "the driver opens no database with a rollback journal: see DriverRequest.rollbackJournal")
    }
    return (database, try await test.database(request))
  }
}
