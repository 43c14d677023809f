internal import Quarry

/// The call of a trial while a fault is played.
enum TrialStatement: String, Sendable, CaseIterable {
  /// One row is inserted by a single statement.
  case insert
  /// A number is increased by a single statement. Doing it twice is visible, although no row is duplicated.
  case update
  /// Two rows are inserted by one batch.
  case batch
  /// Two rows are inserted by an interactive transaction, with the fault at its COMMIT.
  case commit
  /// The same, with the fault at the first statement in its body.
  case body
  /// Rows are read.
  case query

  /// Returns the calls that a driver supports.
  static func all(for test: CaseContext) -> [TrialStatement] {
    allCases.filter { test.has(.interactiveTransactions) || ![.commit, .body].contains($0) }
  }

  /// The schema of a trial's database.
  static let schema = [
    "CREATE TABLE ledger (run INTEGER, part TEXT)", "CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER)",
    "CREATE TABLE facts (id INTEGER PRIMARY KEY, x TEXT)",
    "INSERT INTO facts VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, NULL)",
  ]

  /// The rows of the query without faults.
  static let facts: [[SQLValue]] = [[1, "one"], [2, "two"], [3, "three"], [4, .null]]

  /// Whether the text of a request is that of the call with the fault.
  var marks: @Sendable (String) -> Bool {
    switch self {
    case .insert, .batch, .body: { $0.contains("INTO ledger") }
    case .update: { $0.contains("UPDATE counter") }
    case .commit: { $0.contains("COMMIT") }
    case .query: { $0.contains("FROM facts") }
    }
  }

  /// Prepares the database, without the fault.
  func prepare(_ run: Int64, in truth: Database) async throws {
    if self == .update { try await truth.execute("INSERT OR REPLACE INTO counter VALUES (\(run), 0)") }
  }

  /// Makes the call.
  ///
  /// - Returns: The rows of a query, and `nil` for other calls.
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

  /// Returns how often the call took effect, from the number of its rows or the increased number; `nil` for a partial
  /// effect.
  func effects(of count: Int64) -> Int64? {
    let whole: Int64 = self == .insert || self == .update ? 1 : 2
    return count % whole == 0 ? count / whole : nil
  }
}

/// A trial: the call, the fault, and the reported outcome.
struct TrialRecord: Sendable {
  let run: Int64
  let mode: String
  let statement: TrialStatement
  /// The rows of a query.
  var rows: [[SQLValue]]?
  var error: DatabaseError?
  /// Whether the fault was played.
  var isPlayed = false
  /// Whether the call exceeded all of its limits.
  var isHanging = false

  /// Whether the reported outcome is true. Done means once, failed means not at all, and nothing is ever done twice or
  /// in part.
  ///
  /// - Parameter count: The number of rows, or the increased number.
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
