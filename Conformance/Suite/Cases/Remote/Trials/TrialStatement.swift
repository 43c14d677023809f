internal import Quarry

/// What a trial does while a fault is played, as callers do it.
enum TrialStatement: String, Sendable, CaseIterable {
  /// One row is inserted by a statement that stands alone.
  case insert
  /// A number is raised by a statement that stands alone: doing it twice shows, although no row is doubled.
  case update
  /// Two rows are inserted by one batch.
  case batch
  /// Two rows are inserted by an interactive transaction, and the fault is at its COMMIT.
  case commit
  /// The same, and the fault is at the first statement in its body.
  case body
  /// Rows are read.
  case query

  /// Those that a driver has.
  static func all(for test: CaseContext) -> [TrialStatement] {
    allCases.filter { test.has(.interactiveTransactions) || ![.commit, .body].contains($0) }
  }

  /// What the trials of a database need in it.
  static let schema = [
    "CREATE TABLE ledger (run INTEGER, part TEXT)", "CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER)",
    "CREATE TABLE facts (id INTEGER PRIMARY KEY, x TEXT)",
    "INSERT INTO facts VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, NULL)",
  ]

  /// What a query gives without faults.
  static let facts: [[SQLValue]] = [[1, "one"], [2, "two"], [3, "three"], [4, .null]]

  /// Whether the text of a request is that of the call that the fault is for.
  var marks: @Sendable (String) -> Bool {
    switch self {
    case .insert, .batch, .body: { $0.contains("INTO ledger") }
    case .update: { $0.contains("UPDATE counter") }
    case .commit: { $0.contains("COMMIT") }
    case .query: { $0.contains("FROM facts") }
    }
  }

  /// Makes what it needs for itself, past the fault.
  func prepare(_ run: Int64, in truth: Database) async throws {
    if self == .update { try await truth.execute("INSERT OR REPLACE INTO counter VALUES (\(run), 0)") }
  }

  /// Does it.
  ///
  /// - Returns: the rows of a query, and `nil` for others.
  func play(_ run: Int64, in database: Database, _ test: CaseContext) async throws -> [[SQLValue]]? {
    switch self {
    case .insert: try await database.execute("INSERT INTO ledger VALUES (\(run), 'credit')")
    case .update: try await database.execute("UPDATE counter SET n = n + 1 WHERE id = \(run)")
    case .batch:
      try await database.batch { batch in
        batch.execute("INSERT INTO ledger VALUES (\(run), 'credit')")
        batch.execute("INSERT INTO ledger VALUES (\(run), 'debit')")
      }
    case .commit, .body:
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO ledger VALUES (\(run), 'credit')")
        try await transaction.execute("INSERT INTO ledger VALUES (\(run), 'debit')")
      }
    case .query: return try await test.rows(database, "SELECT id, x FROM facts ORDER BY id")
    }
    return nil
  }

  /// How often it took effect, by the number of its rows or what its number was raised to; `nil` for a part of it.
  func effects(of count: Int64) -> Int64? {
    let whole: Int64 = self == .insert || self == .update ? 1 : 2
    return count % whole == 0 ? count / whole : nil
  }
}

/// One trial: what was done with which fault, and what the caller was told.
struct TrialRecord: Sendable {
  let run: Int64
  let mode: String
  let statement: TrialStatement
  /// The rows of a query.
  var rows: [[SQLValue]]?
  var error: DatabaseError?
  /// Whether the fault was played.
  var isPlayed = false
  /// Whether the call took longer than all its limits.
  var isHanging = false

  /// Whether what was told is true: done means once, failed means not at all, and nothing is ever done twice or by half.
  ///
  /// - Parameter count: the number of rows, or what the number was raised to.
  func isRight(_ count: Int64) -> Bool {
    guard statement != .query else { return error != nil || rows?.isIdentical(to: TrialStatement.facts) == true }
    guard let effects = statement.effects(of: count) else { return false }
    return switch error?.outcome {
    case nil, .applied: effects == 1
    case .notApplied: effects == 0
    case .unknown: effects <= 1 && error?.code == .outcomeUnknown
    }
  }
}
