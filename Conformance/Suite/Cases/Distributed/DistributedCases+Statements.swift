import Quarry

extension DistributedCases {
  /// Statements that engines on several nodes don't run.
  static let statements: [ConformanceCase] = [
    ConformanceCase(
      "DIST-10",
      "unsupported statements (ATTACH, VACUUM, PRAGMA, interactive BEGIN) are refused by name with unsupportedFeature",
      .driver(.dist), "Quarry: what a driver cannot do is refused by type, and the refusal says what it is",
      "A statement that would be kept by one node alone MUST be refused, and the refusal MUST name it."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE kept (a)", "INSERT INTO kept VALUES (1)"])
      for (name, statement) in try await refusable(test) {
        let error = await RemoteCases.failure { try await database.execute(SQLFragment(raw: statement)) }
        // A statement for a transaction is refused by a driver that holds transactions in its own way.
        let code: DatabaseError.Code =
          name == "BEGIN" && test.has(.interactiveTransactions) ? .transactionState : .unsupportedFeature
        test.expectEqual(error?.code, code, "\(statement) is refused by type: \(error.map { "\($0)" } ?? "no error")")
        guard let error else { continue }
        test.expectEqual(error.outcome, .notApplied, "\(statement) does nothing")
        let text = (error.message + " " + (error.sql ?? "")).uppercased()
        test.expect(text.contains(name), "the refusal of \(statement) names it: \(error)")
        await test.expectRows(database, "SELECT a FROM kept", [[1]], "the database is as it was after \(statement)")
      }
      if !test.has(.interactiveTransactions) {
        await test.expectError(.unsupportedFeature, "a transaction that is held open is refused") {
          try await database.write { transaction in try await transaction.execute("INSERT INTO kept VALUES (2)") }
        }
        await test.expectRows(database, "SELECT a FROM kept", [[1]], "the database is as it was")
      }
    }
  ]

  /// Statements whose effect only one node would keep, each with its name.
  private static func refusable(_ test: CaseContext) async throws -> [(name: String, statement: String)] {
    var statements = [
      ("BEGIN", "BEGIN"), ("VACUUM", "VACUUM"), ("JOURNAL_MODE", "PRAGMA journal_mode = DELETE"),
      ("SYNCHRONOUS", "PRAGMA synchronous = OFF"), ("WAL_CHECKPOINT", "PRAGMA wal_checkpoint(TRUNCATE)"),
      ("QUERY_ONLY", "PRAGMA query_only = 1"),
    ]
    if !test.section("VACUUM", unless: .vacuumsEverywhere) { statements.removeAll { $0.0 == "VACUUM" } }
    if !test.profile.capabilities.attach { statements.append(("ATTACH", "ATTACH DATABASE ':memory:' AS beside")) }
    return statements
  }
}
