import Quarry
import QuarrySQLite
import TestSupport
import Testing

/// A connection that is given back without a look at it has nothing left to undo.
@Suite("What callers leave on a connection") struct LeftoverTests {
  private struct Failure: Error {}

  /// What a caller leaves.
  enum Leftover: CaseIterable, Sendable {
    case nothing, begin, savepoint, syntaxError, constraint, bodyFails, suspendingBodyFails, nestedBodyFails
    case rowsLeft, rowsLeftInside, cancelledInside, readOnlyBody, sessionClosed, temporaryTable

    func leave(_ database: Database) async throws {
      switch self {
      case .nothing: try await database.execute("SELECT 1")
      case .begin: try await database.execute("BEGIN IMMEDIATE")
      case .savepoint: try await database.execute("SAVEPOINT s")
      case .syntaxError: try await database.execute("SELEC 1")
      case .constraint: try await database.execute("INSERT INTO t VALUES (1), (1)")
      case .bodyFails:
        try await database.write { (session: SQLSession) in
          try session.execute("INSERT INTO t VALUES (2)")
          throw Failure()
        }
      case .suspendingBodyFails:
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (2)")
          throw Failure()
        }
      case .nestedBodyFails:
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (2)")
          try await transaction.execute("SAVEPOINT inner_one")
          try await transaction.execute("SELEC 1")
        }
      case .rowsLeft: for try await _ in database.rows(LeftoverTests.many) { break }
      case .rowsLeftInside:
        try await database.write { (transaction: DatabaseTransaction) in
          for try await _ in transaction.rows(LeftoverTests.many) { break }
          throw Failure()
        }
      case .cancelledInside:
        let task = Task {
          try await database.write { (transaction: DatabaseTransaction) in
            try await transaction.execute("INSERT INTO t VALUES (2)")
            withUnsafeCurrentTask { $0?.cancel() }
            try await transaction.execute("INSERT INTO t VALUES (3)")
          }
        }
        try await task.value
      case .readOnlyBody:
        _ = try await database.read { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (2)")
        }
      case .sessionClosed:
        try await database.write { (session: SQLSession) in
          try session.execute("INSERT INTO t VALUES (2)")
          session.close()
        }
      case .temporaryTable: try await database.execute("CREATE TEMP TABLE IF NOT EXISTS v(a)")
      }
    }
  }

  private static let many: SQLRawQuery<Int64> =
    ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5000) SELECT x FROM c" as SQLFragment)
    .values(Int64.self)

  private static let count: SQLRawQuery<Int64> = ("SELECT count(*) FROM t" as SQLFragment).values(Int64.self)

  @Test(arguments: SuspendingDriverTests.Way.allCases, Leftover.allCases)
  func nothingIsLeftForTheNext(_ way: SuspendingDriverTests.Way, _ leftover: Leftover) async throws {
    let folder = try TemporaryFolder()
    let database = try await way.open(folder)
    let other = try await way.open(folder)
    try await database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)")
    for round in 1...3 {
      do { try await leftover.leave(database) } catch {}
      // Nothing of it stays, and no lock.
      #expect(try await other.fetchOne(LeftoverTests.count) == 0, "round \(round)")
      #expect(try await other.execute("INSERT INTO t VALUES (9)").affectedRows == 1, "round \(round)")
      #expect(try await database.fetchOne(LeftoverTests.count) == 1, "round \(round)")
      #expect(try await database.execute("DELETE FROM t").affectedRows == 1, "round \(round)")
      let rows = try await database.write { (session: SQLSession) in
        try session.execute("INSERT INTO t VALUES (4)").affectedRows + session.execute("DELETE FROM t").affectedRows
      }
      #expect(rows == 2)
    }
    await database.close()
    await other.close()
  }
}
