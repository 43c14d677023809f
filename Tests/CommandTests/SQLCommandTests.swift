#if Command
import Testing

@testable import QuarryCommandKit

@Suite struct SQLCommandTests {
  private static let row = "SELECT 1 AS a, NULL AS b, '' AS c, x'00ff' AS d, 1.5 AS e, 'NULL' AS f"

  @Test func tableTellsNullFromEmptyText() async {
    let run = await CommandRun("sql", "memory:", Self.row)
    #expect(run.code == 0)
    #expect(run.error.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "a  b     c   d        e    f")
    #expect(lines.dropFirst(2).first == "1  NULL  ''  x'00ff'  1.5  'NULL'")
    #expect(lines.last == "(1 row)")
  }

  @Test func csvQuotesAndTellsNullFromEmptyText() async {
    let run = await CommandRun(
      "sql", "memory:", "--format", "csv", "SELECT NULL a, '' b, 'x\"y,z' c, 'l1\nl2' d, x'0a' e")
    #expect(run.code == 0)
    #expect(run.output == "a,b,c,d,e\r\n,\"\",\"x\"\"y,z\",\"l1\nl2\",x'0a'\r\n")
  }

  @Test func jsonKeepsAllBitsAndEveryColumn() async throws {
    let run = await CommandRun(
      "sql", "memory:", "--format", "json",
      "SELECT 9223372036854775807 AS n, 1 AS n, -9223372036854775808 AS m, x'00ff' AS b, 'a\u{1}\"\\' AS t; SELECT 2 WHERE 0"
    )
    #expect(run.code == 0)
    let results = try #require(try run.json() as? [[String: Any]])
    #expect(results.count == 2)
    #expect(results[0]["columns"] as? [String] == ["n", "n:1", "m", "b", "t"])
    #expect(run.output.contains("\"n\":9223372036854775807,\"n:1\":1,\"m\":-9223372036854775808"))
    let row = try #require((results[0]["rows"] as? [[String: Any]])?.first)
    #expect(row["b"] as? [String: String] == ["blob": "00ff"])
    #expect(row["t"] as? String == "a\u{1}\"\\")
    #expect((results[1]["rows"] as? [Any])?.isEmpty == true)
  }

  @Test func severalStatementsRunInOrder() async {
    let run = await CommandRun(
      "sql", "memory:", "CREATE TABLE t(n); INSERT INTO t VALUES (1), (2); SELECT n FROM t; DELETE FROM t WHERE n = 1")
    #expect(run.code == 0)
    #expect(run.output.contains("ok, 2 rows changed"))
    #expect(run.output.contains("(2 rows)"))
    #expect(run.output.hasSuffix("ok, 1 row changed\n"))
  }

  @Test func standardInputIsReadWithoutItsMark() async {
    let run = await CommandRun("sql", "memory:", input: "\u{FEFF}SELECT 'from input' AS x;\n-- the end\n")
    #expect(run.code == 0)
    #expect(run.output.contains("from input"))
  }

  @Test func nothingToRunOnATerminalIsAUsageError() async {
    let run = await CommandRun("sql", "memory:")
    #expect(run.code == 64)
  }

  @Test func anErrorPointsAtItsPlace() async {
    let run = await CommandRun("sql", "memory:", "SELECT 1;\nSELECT 'é', wrong FROM nowhere")
    #expect(run.code == 1)
    #expect(run.output.contains("(1 row)"))
    let lines = run.error.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    #expect(lines.dropLast().last?.hasPrefix("quarry: error: statement 2, line 2: ") == true)
    #expect(lines.dropLast().last?.contains("[noSuchObject 1]") == true)
  }

  @Test func theCaretStandsUnderTheToken() async {
    let run = await CommandRun("sql", "memory:", "SELECT 'é', SELEC 1")
    #expect(run.code == 1)
    let lines = run.error.split(separator: "\n")
    #expect(lines.first == "  SELECT 'é', SELEC 1")
    #expect(lines.dropFirst().first == "                    ^")
  }

  @Test func anErrorInTheMiddleLeavesValidJSON() async throws {
    let run = await CommandRun(
      "sql", "memory:", "--format", "json", "SELECT 1 AS a; SELECT abs(-9223372036854775808) FROM (SELECT 1)")
    #expect(run.code == 1)
    #expect(try run.json() is [Any])
  }

  @Test func parametersAreRefused() async {
    let run = await CommandRun("sql", "memory:", "SELECT ?1")
    #expect(run.code == 1)
    #expect(run.error.contains("[missingParameter]"))
  }

  @Test func textThatIsNotUTF8IsShown() async throws {
    let run = await CommandRun("sql", "memory:", "--format", "json", "SELECT CAST(x'ff41' AS TEXT) AS t")
    #expect(run.code == 0)
    #expect(run.output.contains("{\"invalidText\":\"ff41\"}"))
  }

  @Test func controlCharactersCannotReachTheTerminal() async {
    let run = await CommandRun("sql", "memory:", "SELECT 'a' || char(27) || '[31m' || char(10) AS t")
    #expect(!run.output.contains("\u{1B}"))
    #expect(run.output.contains("a␛[31m␊"))
  }

  @Test func wideTablesBecomeBlocks() async {
    let columns = (1...30).map { "'some longer text' AS column\($0)" }.joined(separator: ", ")
    let run = await CommandRun("sql", "memory:", "SELECT \(columns)", width: 80)
    #expect(run.code == 0)
    #expect(run.output.contains("── row 1"))
    #expect(run.output.contains("column30  some longer text"))
    #expect(run.output.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 80 })
  }

  @Test(arguments: [
    ("nowhere:", 64), ("sqlite:/no/such/folder/x.db", 3), ("sqlcipher:/tmp/x.db", 64), ("sqlite:x.db?colour=red", 64),
    ("x", 64), ("sqlite:/no/such/folder/x.db?mode=rwc", 3), ("sqlite:/dev/null/x", 3),
  ])
  func wrongDatabasesAreErrorsInOneLine(url: String, code: Int32) async {
    let run = await CommandRun("sql", url, "SELECT 1")
    #expect(run.code == code)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("quarry: error: "))
    #expect(run.error.split(separator: "\n").count == 1)
  }
}
#endif
