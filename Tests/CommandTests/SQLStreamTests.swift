#if Command
import Quarry
import Testing

@testable import QuarryCommandKit

/// SQL text is read, run and answered while it comes.
@Suite struct SQLStreamTests {
  /// Texts with everything that may stand around a semicolon.
  private static let scripts = [
    "SELECT 1;SELECT 2", ";;\n ; -- nothing; here\n/* nor; here */",
    "SELECT ';', \"a;b\", [c;d], `e;f`; SELECT 'it''s; one'",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT CASE WHEN 1 THEN 2 END; END; SELECT 3;",
    "EXPLAIN QUERY PLAN CREATE TEMP TRIGGER t BEGIN UPDATE a SET b=1; END ; SELECT 'after'",
    "SELECT 1 -- a; comment\n, 2 /* b; */ ; SELECT 3 - 1 / 2 -- the end",
    "\u{FEFF}SELECT 'ünï;cödé', '東;京' ;\r\nSELECT 2\r\n",
    "SELECT 'open; to the end", "/* open; to the end",
    "CREATE TABLE t(a); INSERT INTO t VALUES (1);\n\n\nSELECT * FROM t;",
  ]

  /// However the text is cut, the statements and their lines are the same.
  @Test(arguments: scripts)
  func partsMakeNoDifference(script: String) {
    let bytes = Array(script.utf8)
    let whole = statements(bytes, part: bytes.count)
    let text = script.hasPrefix("\u{FEFF}") ? String(script.dropFirst()) : script
    #expect(whole.map(\.sql) == SQLScript(text).map(\.sql))
    for size in 1...max(bytes.count, 1) {
      let cut = statements(bytes, part: size)
      #expect(cut.map(\.sql) == whole.map(\.sql), "parts of \(size)")
      #expect(cut.map(\.lineBreaks) == whole.map(\.lineBreaks), "parts of \(size)")
    }
  }

  private func statements(_ bytes: [UInt8], part: Int) -> [SQLStatementReader.Statement] {
    var reader = SQLStatementReader()
    var found: [SQLStatementReader.Statement] = []
    for start in stride(from: 0, to: bytes.count, by: max(part, 1)) {
      reader.append(bytes[start..<min(start + part, bytes.count)])
      while let statement = reader.next() { found.append(statement) }
    }
    reader.finish()
    while let statement = reader.next() { found.append(statement) }
    return found
  }

  @Test func statementsRunBeforeTheTextIsWhole() async {
    let seen = Protected<[String]>([])
    let run = await CommandRun(
      arguments: ["sql", "memory:", "--format", "csv"],
      parts: ["SELECT 'fir", "st' AS a; SELECT 'sec", "ond' AS b;"].map { Array($0.utf8) },
      onPart: { output in seen.withLock { $0.append(output) } })
    #expect(run.code == 0)
    #expect(seen.withLock { $0 } == ["", "", "a\r\nfirst\r\n", "a\r\nfirst\r\n\r\nb\r\nsecond\r\n"])
  }

  @Test func whatRanBeforeAnErrorStays() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun(
      arguments: ["sql", folder.plain("a.db")],
      parts: [
        Array("CREATE TABLE t(a);\nINSERT INTO t VALUES (1);\n\nINSERT INTO".utf8), Array(" nowhere VALUES (2)".utf8),
      ])
    #expect(run.code == 1)
    #expect(run.error.contains("statement 3, line 4: "), "\(run.error)")
    let left = await CommandRun("sql", folder.plain("a.db"), "--format", "csv", "SELECT a FROM t")
    #expect(left.output == "a\r\n1\r\n")
  }

  @Test func invalidUTF8IsNamedWithItsLine() async {
    let run = await CommandRun(
      arguments: ["sql", "memory:"], parts: [Array("SELECT 1;\nSELECT '".utf8) + [0xFF] + Array("';".utf8)])
    #expect(run.code == 1)
    #expect(run.error.contains("statement 2, line 2: the SQL is not UTF-8"))
    #expect(run.output.contains("(1 row)"))
  }

  @Test func inputThatCannotBeReadIsAnError() async {
    struct Broken: Error, CustomStringConvertible { var description = "broken" }
    let console = Console(
      output: { _ in }, error: { _ in }, input: { throw Broken() }, isInputTerminal: false, isOutputTerminal: false,
      isErrorTerminal: false, width: nil, usesColour: false)
    let code = await Console.$current.withValue(console) { await QuarryCommand.run(arguments: ["sql", "memory:"]) }
    #expect(code == 1)
  }

  /// Each statement is given to the engine alone: nothing depends on what follows it.
  @Test func manyChangesMakeOneLine() async throws {
    let folder = try ScratchFolder()
    var script = "CREATE TABLE t(a INTEGER);\nBEGIN;\n"
    for number in 0..<20_000 { script += "INSERT INTO t VALUES (\(number));\n" }
    script += "COMMIT;\nSELECT count(*) AS n, sum(a) AS s FROM t;\n"
    let run = await CommandRun("sql", folder.plain("a.db"), input: script)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("ok, 1 row changed (20,000 statements)"))
    #expect(run.output.contains("199990000"))
    #expect(run.output.split(separator: "\n").count < 12)
  }

  /// Long results are written in parts, none of which holds many rows.
  @Test(arguments: ["table", "json", "csv"])
  func rowsComeInParts(format: String) async {
    let sizes = Protected<[Int]>([])
    let console = Console(
      output: { text in sizes.withLock { $0.append(text.utf8.count) } }, error: { _ in }, input: { [] },
      isInputTerminal: true, isOutputTerminal: false, isErrorTerminal: false, width: nil, usesColour: false)
    let sql = """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 300) SELECT i, hex(zeroblob(50000)) AS h FROM c
      """
    let code = await Console.$current.withValue(console) {
      await QuarryCommand.run(arguments: ["sql", "memory:", "--format", format, sql])
    }
    #expect(code == 0)
    let all = sizes.withLock { $0 }
    #expect(all.reduce(0, +) > 30_000_000)
    #expect(all.max() ?? 0 < 20_000_000, "\(format)")
  }
}
#endif
