import Quarry
import Testing

@Suite("Splitting scripts")
struct SQLScriptTests {
  private func split(_ sql: String) -> [String] { SQLScript(sql).map(\.sql) }

  @Test("Blanks, comments and lone semicolons are no statements", arguments: ["", "  \n", ";", "-- x", "/* x */ ; ;"])
  func nothing(_ sql: String) {
    #expect(split(sql).isEmpty)
  }

  @Test("Every statement is found, with its offset")
  func offsets() {
    let parts = Array(SQLScript("  SELECT 1 ; -- two\n SELECT 2"))
    #expect(parts.map(\.sql) == ["SELECT 1 ;", "SELECT 2"])
    #expect(parts.map(\.offset) == [2, 21])
    #expect(parts.map(\.index) == [0, 1])
  }

  @Test("Semicolons in strings, identifiers, comments and brackets do not split")
  func quoted() {
    #expect(split("SELECT ';', 'it''s;', \";\", `;`, [;] /* ; */ -- ;\n; SELECT 2").count == 2)
  }

  @Test(
    "A trigger's body is part of its statement",
    arguments: ["CREATE TRIGGER", "create temp trigger", "CREATE TEMPORARY TRIGGER", "EXPLAIN CREATE TRIGGER"])
  func triggers(_ head: String) {
    let sql = "\(head) r AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN 2 END; DELETE FROM t; END; SELECT 1;"
    #expect(split(sql).count == 2)
    #expect(split(sql).last == "SELECT 1;")
  }

  @Test("A word that only begins like TRIGGER does not open a body")
  func notATrigger() {
    #expect(split("CREATE TABLE trigger_log(a); SELECT 1").count == 2)
  }

  @Test(
    "Unfinished strings and comments end with the text", arguments: ["SELECT 'a; b", "SELECT 1 /* ; ", "SELECT [a;"])
  func unfinished(_ sql: String) {
    #expect(split(sql) == [sql])
  }

  @Test("Text beyond ASCII keeps its bytes")
  func unicode() {
    #expect(split("SELECT 'ß😀;'; SELECT ü;") == ["SELECT 'ß😀;';", "SELECT ü;"])
  }
}
