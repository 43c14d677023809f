import Quarry
import QuarryRemote
import Testing
import TestSupport

/// What must not reach a cluster is refused before anything is sent.
@Suite struct RqliteRuleTests {
  @Test(arguments: [
    "BEGIN", "/* x */ COMMIT", "SAVEPOINT a", "ATTACH 'x' AS y", "CREATE TEMPORARY TABLE a(b)", "VACUUM",
    "PRAGMA foreign_keys = ON", "PRAGMA main.\"foreign_keys\"(1)", "UPDATE t SET a = random()",
    "UPDATE t SET a = changes()", "CREATE TABLE t(a DEFAULT CURRENT_DATE)", "CREATE TABLE t(a DEFAULT (random()))",
    "CREATE TABLE t(a DEFAULT (datetime('now')))", "ALTER TABLE t ADD COLUMN a DEFAULT (randomblob(4))",
    "PRAGMA query_only", "CREATE VIEW v AS SELECT date('now')",
    "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET a = random(); END",
  ])
  func refused(_ sql: String) async throws {
    let script = try RqliteScript { (_, _) in .results("{}") }
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute(SQLFragment(raw: sql)) }
    #expect(error?.code == .unsupportedFeature && error?.outcome == .notApplied)
    let batch = await thrownError {
      try await database.batch { batch in
        batch.execute("DELETE FROM t")
        batch.execute(SQLFragment(raw: sql))
      }
    }
    #expect(batch?.code == .unsupportedFeature && batch?.statementIndex == 1)
    #expect(script.requests.isEmpty)
  }

  @Test(arguments: [
    "INSERT INTO t VALUES ('CURRENT_TIMESTAMP', \"random\", datetime(a))", "INSERT INTO t VALUES (random())",
    "SELECT random(), CURRENT_TIMESTAMP", "CREATE TABLE t(random INTEGER, a TEXT DEFAULT 'now and then')",
    "PRAGMA user_version = 3", "CREATE TABLE (a)", "CREATE INDEX (a)",
  ])
  func allowed(_ sql: String) async throws {
    let script = try RqliteScript { (_, _) in .results(#"{"columns":[]}"#) }
    let database = try await script.database()
    _ = try await database.execute(SQLFragment(raw: sql))
    #expect(script.requests.count == 1)
  }

  @Test func transactionsHeldOpen() async throws {
    let script = try RqliteScript { (_, _) in .results("{}") }
    let database = try await script.database()
    let error = await thrownError {
      try await database.write { transaction in _ = try await transaction.execute("DELETE FROM t") }
    }
    #expect(error?.code == .unsupportedFeature)
    #expect(script.requests.isEmpty)
  }

  @Test func aLeadingCommentDoesNotMakeAWriteARead() async throws {
    let script = try RqliteScript { (_, _) in .results(#"{"rows_affected":1}"#) }
    let database = try await script.database()
    _ = try await database.execute("-- select\nDELETE FROM t")
    _ = try await database.execute("WITH a AS (SELECT 1), replace AS (SELECT 2) DELETE FROM t")
    #expect(script.urls.allSatisfy { $0.hasPrefix("https://n1:4001/db/execute") })
  }
}
