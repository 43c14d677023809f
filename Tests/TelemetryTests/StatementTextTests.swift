#if Telemetry
import Quarry
import TestSupport
import Testing

/// What stays of an SQL text.
@Suite("Texts of statements") struct StatementTextTests {
  @Test(
    "Literals become placeholders",
    arguments: [
      ("SELECT 1", "SELECT ?"), ("SELECT -1.5e10, 0xff, .5", "SELECT -?, ?, ?"), ("SELECT 'a', 'it''s'", "SELECT ?, ?"),
      ("SELECT x'00ff', X'00'", "SELECT ?, ?"), ("SELECT \"a\", `b`, [c d]", "SELECT \"a\", `b`, [c d]"),
      ("SELECT ?, ?2, :a, @b, $c", "SELECT ?, ?2, :a, @b, $c"), ("  SELECT\n\t1  ", "SELECT ?"),
      ("SELECT 1 -- why", "SELECT ?"), ("SELECT /* 'x' */ 1", "SELECT ?"),
      ("SELECT a1, t2.b3 FROM t2", "SELECT a1, t2.b3 FROM t2"),
      ("PRAGMA user_version = 5", "PRAGMA user_version =?"), ("PRAGMA table_info(t)", "PRAGMA table_info(?)"),
      ("EXPLAIN PRAGMA cache_size=3", "EXPLAIN PRAGMA cache_size=?"), ("PRAGMA user_version", "PRAGMA user_version"),
      ("SELECT 'O'Brien secret'", "SELECT…"), ("SELECT \"a\", 'b", "SELECT…"), ("SELECT 12ab, 'x'", "SELECT…"),
      ("SELECT 1 /* open", "SELECT ?"), ("", ""), ("SELECT 1;", "SELECT ?"), ("SELECT 1 ; ", "SELECT ?"),
      ("SELECT 'ä', \"ö\"", "SELECT ?, \"ö\""),
    ])
  func parameterized(_ sql: String, _ expected: String) {
    #expect(SQLStatementText.parameterized(sql) == expected)
  }

  @Test("A long text is cut between characters", arguments: [5, 8, 9, 10, 11, 12, 13, 4_096])
  func limit(_ limit: Int) {
    let text = SQLStatementText.parameterized("SELECT \"äöüß\" FROM t", limit: limit)
    #expect(text.utf8.count <= limit + 3 || limit == 4_096)
    #expect(!text.unicodeScalars.contains("\u{FFFD}"))
    #expect(text.hasSuffix("…") == (limit < 20))
  }

  @Test("No text of random bytes shows what was between quotes, or breaks", arguments: 0..<20 as Range<UInt64>)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "'", "\"", "`", "[", "]", "--", "/*", "*/", "\n", " ", "SELECT", "PRAGMA", "=", "(", ")", ";", "x'", "1", "ä",
      "\u{0}", "a", ".", ":",
    ]
    for _ in 0..<2_000 {
      var sql = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? ""
      }.joined()
      sql += "'planted'" + (0..<4).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      let text = SQLStatementText.parameterized(sql)
      let isInOrder = SQLTokens(sql).contains { $0.kind == .text && $0.spelling == "'planted'" }
      if isInOrder { #expect(!text.contains("planted"), "\(sql.debugDescription) -> \(text.debugDescription)") }
      #expect(text.utf8.count <= sql.utf8.count + 4)
      _ = SQLStatementSummary(sql)
    }
  }

  @Test(
    "A summary names the operation and its tables",
    arguments: [
      ("SELECT * FROM artist", "SELECT artist"), ("select a from artist join album on 1", "SELECT artist album"),
      ("SELECT * FROM a, b AS c, main.d WHERE x IN (1, 2)", "SELECT a b d"), ("SELECT 1, 2", "SELECT"),
      ("INSERT INTO t VALUES (1)", "INSERT t"), ("INSERT OR IGNORE INTO t SELECT * FROM u", "INSERT t u"),
      ("REPLACE INTO t VALUES (1)", "REPLACE t"), ("UPDATE OR ROLLBACK t SET a = 1", "UPDATE t"),
      ("DELETE FROM \"my table\" WHERE 1", "DELETE my table"),
      ("UPDATE main.t SET a = (SELECT b FROM u)", "UPDATE t u"),
      ("INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 2", "INSERT t"),
      ("WITH c AS (SELECT * FROM t) SELECT * FROM c JOIN u", "SELECT t u"), ("VALUES (1)", "VALUES"),
      ("CREATE TABLE IF NOT EXISTS t (a)", "CREATE t"), ("DROP TABLE t", "DROP t"),
      ("ALTER TABLE t RENAME TO u", "ALTER t"),
      ("CREATE INDEX i ON t (a)", "CREATE t"), ("CREATE VIEW v AS SELECT * FROM t", "CREATE v t"),
      ("BEGIN IMMEDIATE", "BEGIN"),
      ("PRAGMA user_version", "PRAGMA"), ("EXPLAIN SELECT * FROM t", "SELECT t"),
      ("SELECT * FROM t WHERE a IS DISTINCT FROM b", "SELECT t"),
      ("SELECT * FROM t t1 JOIN t t2", "SELECT t"), ("SELECT (SELECT max(a) FROM u), b FROM t", "SELECT u t"),
      ("SELECT * FROM json_each('[1]')", "SELECT json_each"), ("-- nothing", nil), ("nonsense", "UNKNOWN"),
      ("", nil),
    ] as [(String, String?)])
  func summary(_ sql: String, _ expected: String?) {
    #expect(SQLStatementSummary(sql).text == expected)
  }
}
#endif
