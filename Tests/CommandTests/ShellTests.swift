#if Command
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

/// The shell as it reads from a pipe, and from a terminal without editing.
@Suite struct ShellTests {
  private static let script = """
    .mode csv
    CREATE TABLE t(a INTEGER PRIMARY KEY,
      b TEXT);
    INSERT INTO t(b) VALUES ('one;'), ('two'); SELECT a, b FROM t;
    -- a comment
    SELECT nope FROM t; SELECT 'after the error' AS c;
    .tables
    .schema T
    .mode json
    SELECT count(*) AS n FROM t
    """

  private static let output = """
    a,b\r
    1,one;\r
    2,two\r
    c\r
    after the error\r
    t
    CREATE TABLE t(a INTEGER PRIMARY KEY,
      b TEXT);
    [
    {"columns": ["n"], "rows": [
      {"n":2}
    ], "changes": 0}
    ]

    """

  private static func runsEverything(_ url: String) async {
    let run = await CommandRun("shell", url, input: script)
    #expect(run.code == 1, "\(url)")
    #expect(run.output == output, "\(url): \(run.output)")
    #expect(run.error.contains("line 6: "), "\(url): \(run.error)")
    #expect(run.error.contains("noSuchObject"), "\(url)")
    #expect(run.error.split(separator: "\n").count <= 3, "\(url): \(run.error)")
  }

  @Test func aScriptRunsToItsEndOnEveryDriver() async throws {
    let folder = try ScratchFolder()
    await Self.runsEverything("memory:")
    await Self.runsEverything(folder.plain("a.db"))
    await Self.runsEverything("sqlite:")
    if Installed.hasSQLCipher { await Self.runsEverything(folder.encrypted("b.db")) }
    try await TwoServed.with { served in
      await Self.runsEverything(served.hrana)
      await Self.runsEverything(served.perSQL)
    }
  }

  @Test func transactionsStayOpenWhereTheDriverHoldsThem() async throws {
    let folder = try ScratchFolder()
    let script = """
      CREATE TABLE t(a);
      BEGIN;
      INSERT INTO t VALUES (1);
      .dump
      ROLLBACK;
      SELECT count(*) AS n FROM t;
      """
    var urls = ["memory:", folder.plain("a.db")]
    if Installed.hasSQLCipher { urls.append(folder.encrypted("b.db")) }
    try await TwoServed.with { served in
      for url in urls + [served.hrana] {
        let run = await CommandRun("shell", url, "--format", "csv", input: script)
        #expect(run.output == "n\r\n0\r\n", "\(url): \(run.output)")
        #expect(run.error.contains("a transaction is open; end it with COMMIT or ROLLBACK first"), "\(url)")
      }
      let run = await CommandRun("shell", served.perSQL, "--format", "csv", input: script)
      #expect(run.output.hasSuffix("n\r\n1\r\n"), "\(run.output)")
      #expect(run.error.contains("PerSQL can't hold a transaction open between calls"), "\(run.error)")
    }
  }

  @Test func anOpenTransactionIsRolledBackAtTheEnd() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun(
      "shell", folder.plain("a.db"),
      input: "CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES (1);\n.quit\nDROP TABLE t;\n")
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error == "the open transaction was rolled back\n")
    #expect(await CommandRun("sql", folder.plain("a.db"), "SELECT * FROM t").output.contains("(0 rows)"))
  }

  @Test func atATerminalThereArePromptsAndTheCodeIsZero() async {
    let run = await CommandRun(shell: "SELECT\n1 AS n;\nSELEC 1;\nSELECT 2 AS m; SELEC 2; SELECT 3 AS l;\nquit\n")
    #expect(run.code == 0)
    #expect(run.output.contains("quarry>    ...> n\n"))
    #expect(run.error.contains("  SELEC 1;\n  ^\n"), "\(run.error)")
    #expect(!run.error.contains("line 1"))
    #expect(run.output.contains("m\n"))
    // What stands behind a mistake is not run, which is said where there is something.
    #expect(!run.output.contains("l\n─"))
    #expect(run.error.split(separator: "\n").count { $0 == "the rest of the line wasn't run" } == 1, "\(run.error)")
    #expect(run.output.hasSuffix("quarry> "))
  }

  @Test func aStatementWithoutItsEndIsNotRun() async {
    let run = await CommandRun(shell: "CREATE TABLE t(a);\nDELETE FROM t\n")
    #expect(run.error.contains("the last statement wasn't run; end it with a semicolon"))
    #expect(run.output.hasSuffix("   ...> "))
  }

  @Test func sqlWithoutTextOpensTheShellAtATerminal() async {
    let run = await CommandRun(shell: ".mode\n", command: ["sql", "memory:", "--format", "json"])
    #expect(run.code == 0)
    #expect(run.output.contains("mode json\n"))
  }

  @Test func commandsExplainThemselves() async {
    let all = await CommandRun("shell", "memory:", input: ".help\n")
    #expect(all.code == 0)
    for verb in ShellVerb.allCases {
      #expect(all.output.contains(verb.usage))
      let one = await CommandRun("shell", "memory:", input: ".help \(verb.rawValue)\n")
      #expect(one.output.hasPrefix(verb.usage + "\n" + verb.summary))
    }
  }

  @Test(arguments: [
    (".tabels", #"there is no command ".tabels"; did you mean ".tables"?"#),
    (".xyzzy", #"there is no command ".xyzzy"; .help lists the commands"#),
    (".exti", #"there is no command ".exti"; did you mean ".exit"?"#),
    (".help shcema", #"there is no command ".shcema"; did you mean ".schema"?"#),
    (".mode jsn", #"there is no mode "jsn": use table, json or csv; did you mean "json"?"#),
    (".timer off now", "usage: .timer [on|off]; .help timer explains it"),
    (".timer maybe", #"there is no timer "maybe": use on or off"#), (".timer onn", #"did you mean "on"?"#),
    (".width 3", #"there is no width "3""#), (".width atuo", #"did you mean "auto"?"#),
    (".schema Artits", #"there is no table or view "Artits"; did you mean "Artist"?"#),
    (".import only", "usage: .import FILE TABLE"), (".import 'no end", "a quote isn't closed"),
    (".explain", "there is no statement to explain"), (".explain EXPLAIN SELECT 1", "is an EXPLAIN already"),
    (".dump /no/such/folder/x.sql", "/no/such/folder"),
  ])
  func wrongCommandsAreToldWhatIsRight(line: String, message: String) async {
    let first = line == ".explain" ? "" : "CREATE TABLE Artist(Name);\n"
    let run = await CommandRun("shell", "memory:", input: first + line + "\nSELECT 'still here';\n")
    #expect(run.code == 1)
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.output.contains("still here"))
  }

  @Test func timerAndPlan() async {
    let run = await CommandRun(
      "shell", "memory:",
      input: """
        .timer on
        CREATE TABLE t(a PRIMARY KEY, b);
        .timer off
        .explain SELECT * FROM t WHERE a = 1; DROP TABLE t;
        SELECT count(*) FROM t;
        .explain
        """)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("time "))
    #expect(run.output.contains("└─ SEARCH t USING INDEX sqlite_autoindex_t_1 (a=?)\n"), "\(run.output)")
    #expect(run.output.contains("└─ SCAN t"))
  }

  @Test(arguments: ["table", "json", "csv"]) func aStatementThatFailsAtOnceHasNoResult(mode: String) async {
    let run = await CommandRun("shell", "memory:", "--format", mode, input: "SELECT nope;\n")
    #expect(run.output == "")
    #expect(run.code == 1)
  }

  @Test func parametersAreRefused() async {
    let run = await CommandRun("shell", "memory:", input: "SELECT ?1;\n")
    #expect(run.error.contains("[missingParameter]"))
  }

  @Test func aDumpGoesToTheScreenOrAFile() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun(
      "shell", "memory:",
      input:
        "CREATE TABLE t(a); INSERT INTO t VALUES (1), ('x');\n.dump\n.dump '\(folder.path)/a dump.sql'\nDROP TABLE t;\n"
    )
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("CREATE TABLE t(a);\n"))
    let text = try #require(folder.bytes("a dump.sql"))
    let again = await CommandRun(
      "sql", "memory:", "--format", "csv", input: String(decoding: text, as: UTF8.self) + "SELECT a FROM t;")
    #expect(again.output.hasSuffix("a\r\n1\r\nx\r\n"), "\(again.output)")
  }

  @Test func aFileThatIsOnlyLookedForIsNotMade() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun("shell", folder.plain("typo.db"), input: "SELECT 1;\n.tables\n")
    #expect(run.code == 0, "\(run.error)")
    #expect(!folder.has("typo.db"))
    #expect(await CommandRun("shell", "sqlite:/no/such/folder/x.db", input: "SELECT 1;").code == 3)
    #expect(await CommandRun("shell", "sqlit:x.db", input: "").error.contains("did you mean sqlite?"))
  }

  @Test func aFileThatIsOnlyReadIsLeftAsItIs() async throws {
    let folder = try ScratchFolder()
    #expect(await CommandRun("sql", folder.plain("a.db"), "CREATE TABLE t(a)").code == 0)
    let before = folder.bytes("a.db")
    #expect(await CommandRun("shell", folder.plain("a.db"), input: "SELECT * FROM t;\n.schema\n.dump\n").code == 0)
    #expect(folder.bytes("a.db") == before)
    #expect(!folder.has("a.db-wal"))
  }

  @Test func pathsMayBeginWithTheUsersFolder() {
    let home = Platform.environment("HOME") ?? ""
    #expect(ShellArguments.path("~/rows.csv") == (home.isEmpty ? "~" : home) + "/rows.csv")
    for path in ["rows.csv", "/tmp/rows.csv", "~other/rows.csv", "a/~/b", ""] {
      #expect(ShellArguments.path(path) == path)
    }
  }

  /// A pager is for what takes more rows than the terminal has, also when wide lines are wrapped.
  @Test func wrappedLinesTakeSeveralRows() {
    let size = TerminalSize(columns: 10, rows: 24)
    for (text, lines) in [
      ("", 0), ("no end", 0), ("a\n", 1), ("\n\n", 2), ("1234567890\n", 1), ("12345678901\n", 2),
      (String(repeating: "東", count: 6) + "\n", 2), (TextStyle.bold.apply(to: "1234567890") + "\n", 1),
      (String(repeating: "x", count: 95) + "\nend\n", 11),
    ] {
      #expect(size.lines(of: text, atMost: 100) == lines, "\(text.debugDescription)")
    }
    #expect(size.lines(of: String(repeating: "\n", count: 1_000_000), atMost: 24) == 24)
  }

  @Test func linesThatAreNotUTF8AreNamed() async {
    let run = await CommandRun(
      arguments: ["shell", "memory:"],
      parts: [Array("SELECT '".utf8) + [0xFF], Array("';\nSELECT 'fine' AS t;\n".utf8)])
    #expect(run.code == 1)
    #expect(run.error.contains("a line isn't UTF-8"))
    #expect(run.output.contains("fine"))
  }
}

extension CommandRun {
  /// Runs a shell at a terminal that cannot edit, which types a text and then ends.
  init(shell text: String, command: [String] = ["shell", "memory:"]) async {
    let written = Protected<(output: String, error: String)>(("", ""))
    let input = Protected<String?>(text)
    let console = Console(
      output: { part in written.withLock { $0.output += part } },
      error: { part in written.withLock { $0.error += part } },
      input: {
        input.withLock { text in
          defer { text = nil }
          return Array((text ?? "").utf8)
        }
      }, isInputTerminal: true, isOutputTerminal: true, isErrorTerminal: true, width: 80, usesColour: false)
    let code = await Console.$current.withValue(console) { await QuarryCommand.run(arguments: command) }
    let (output, error) = written.withLock { $0 }
    self.init(code: code, output: output, error: error)
  }
}
#endif
