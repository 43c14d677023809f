import TestSupport
import Testing

@testable import Quarry

@Suite struct StatementPaceTests {
  @Test func firstRunIsMeasuredElsewhere() {
    var pace = StatementPace()
    #expect(!pace.isShort)
    pace.note(isLong: false, "SELECT 1")
    #expect(pace.isShort)
    var slow = StatementPace()
    slow.note(isLong: true, "SELECT 1")
    #expect(!slow.isShort)
    slow.note(isLong: false, "SELECT 1")
    #expect(slow.isShort)
  }

  @Test func oneLongRunIsForgiven() {
    var pace = StatementPace()
    pace.note(isLong: false, "SELECT 1")
    pace.note(isLong: true, "SELECT 1")
    #expect(pace.isShort)
    pace.note(isLong: true, "SELECT 1")
    #expect(!pace.isShort)
    for _ in 0..<2 { pace.note(isLong: false, "SELECT 1") }
    #expect(!pace.isShort)
    pace.note(isLong: false, "SELECT 1")
    #expect(pace.isShort)
  }

  @Test func slownessIsBounded() {
    var pace = StatementPace()
    for _ in 0..<1_000 { pace.note(isLong: true, "SELECT 1") }
    for _ in 0..<9 { pace.note(isLong: false, "SELECT 1") }
    #expect(pace.isShort)
  }

  @Test(arguments: [
    "PRAGMA user_version", "BEGIN", "COMMIT", "VACUUM", "EXPLAIN SELECT 1", "CREATE TABLE t (a)", "ATTACH 'x' AS y",
    "EXPLAIN QUERY PLAN SELECT 1", "REINDEX", "ANALYZE", "SAVEPOINT a", "WITH",
  ]) func otherKindsNever(_ sql: String) {
    var pace = StatementPace()
    for _ in 0..<20 { pace.note(isLong: false, sql) }
    #expect(!pace.isShort)
  }

  @Test(arguments: [
    ("PRAGMA x", true), ("pragma x", true), (" /* a */ attach 'x' AS y", true), ("DETACH y", true),
    ("EXPLAIN PRAGMA x", true), ("-- a\nPRAGMA x", true), ("nonsense", true), ("SELECT 1", false),
    ("delete from t", false), ("WITH a AS (SELECT 1) SELECT * FROM a", false), ("", false),
  ]) func settings(_ sql: String, _ changes: Bool) {
    #expect(SQLStatementKind.canChangeSettings(sql) == changes)
  }
}
