#if Command
#if !os(Windows)
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

/// The shell at a terminal, typed on as somebody would.
@Suite struct ShellTerminalTests {
  /// The libraries that are installed here, and plain lines.
  static let libraries: [String] = {
    let names: [String] = ["libedit.so.2", "libreadline.so.8", "/usr/lib/libedit.3.dylib"]
    return names.filter { (name: String) in dlopen(name, RTLD_NOW) != nil }
  }()

  private static let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c;"

  /// Starts a statement that doesn't end, and waits until the line is taken: what is typed is shown before anybody reads
  /// it, and Ctrl-C takes back what nobody has read.
  private static func runEndlessly(_ shell: PseudoTerminal) async throws {
    shell.type("SELECT 'begun' AS state; \(endless)\n")
    try await shell.read(until: "begun\r\n(1 row)\r\n")
  }

  /// A folder with a music database, and the history in it.
  private static func folder() async throws -> (ScratchFolder, [String: String]) {
    let folder = try ScratchFolder()
    let made = await CommandRun(
      "sql", folder.plain("music.db"), "--create",
      """
      CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL);
      CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER REFERENCES Artist);
      INSERT INTO Artist(Name) VALUES ('Nina'), ('Odetta');
      """)
    try #require(made.code == 0, "\(made.error)")
    return (folder, ["QUARRY_HISTORY": folder.path + "/state/history"])
  }

  @Test(arguments: libraries)
  func completionLinesModeAndHistory(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 })
    try await shell.read(until: ".help lists commands")
    try await shell.read(until: "quarry> ")
    // A keyword in the case of what is typed, a column of the statement's table behind its short name.
    shell.type("sele\t")
    try await shell.read(until: "select ")
    shell.type("a.Na\t")
    try await shell.read(until: "Name ")
    shell.type("from Arti\t")
    try await shell.read(until: "Artist ")
    shell.type("a\n")
    try await shell.read(until: "   ...> ")
    shell.type("ord\t")
    try await shell.read(until: "order ")
    shell.type("by 1 desc;\n")
    let table = try await shell.read(until: "(2 rows)")
    #expect(table.contains("Odetta\r\nNina\r\n"))
    try await shell.read(until: "quarry> ")

    shell.type(".mo\t")
    try await shell.read(until: "mode ")
    shell.type("json\n")
    try await shell.read(until: "quarry> ")
    // The statement of two lines comes back as one.
    shell.type("\u{1B}[A\u{1B}[A\n")
    let json = try await shell.read(until: "\"changes\": 0}")
    #expect(json.contains("{\"Name\":\"Odetta\"}"))
    try await shell.read(until: "quarry> ")
    shell.type(".quit\n")
    let end = try await shell.finish()
    #expect(end.code == 0, "\(shell.transcript)")

    let history = try #require(FileManager.default.contents(atPath: folder.path + "/state/history"))
    let lines = String(decoding: history, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "select a.Name from Artist a order by 1 desc;")
    #expect(lines.count == 4, "\(lines)")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/state/history")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)

    // The next session has it, and adds to it.
    let next = try PseudoTerminal(["sql", folder.plain("music.db")], environment: environment)
    try await next.read(until: "quarry> ")
    next.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A\n")
    try await next.read(until: "(2 rows)")
    try await next.read(until: "quarry> ")
    next.type("\u{4}")
    #expect(try await next.finish().code == 0)
  }

  /// What is typed is never shortened, and letters of several bytes before the cursor make no difference.
  @Test(arguments: libraries) func completionKeepsWhatWasTyped(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 },
      columns: 120)
    try await shell.read(until: "quarry> ")
    // NATURAL and Name begin with it, and differ from there on.
    shell.type("SELECT 'größe 東京' AS t, Na\t")
    shell.type("me FROM Arti\tLIMIT 1;\n")
    #expect(try await shell.read(until: "(1 row)").contains("größe 東京  Nina\r\n"))
    try await shell.read(until: "quarry> ")
    shell.type(".quit\n")
    #expect(try await shell.finish().code == 0, "\(shell.transcript)")
  }

  @Test(arguments: libraries) func afterAStopTheTerminalIsTakenAgain(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 })
    try await shell.read(until: "quarry> ")
    shell.stopAndContinue()
    try await shell.read(until: "quarry> ")
    shell.type("sele\t")
    try await shell.read(until: "select ")
    shell.type("6 * 7 as n;\n")
    try await shell.read(until: "42")
    try await shell.read(until: "quarry> ")
    shell.type("\u{4}")
    #expect(try await shell.finish().code == 0, "\(shell.transcript)")
  }

  @Test(arguments: libraries + [""])
  func interruptionsEndTheStatementAndTheLine(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 },
      columns: 120)
    try await shell.read(until: "quarry> ")
    shell.type("BEGIN; INSERT INTO Artist(Name) VALUES ('Bessie');\n")
    try await shell.read(until: "1 row changed")
    try await shell.read(until: "quarry*> ")
    try await Self.runEndlessly(shell)
    shell.type("\u{3}")
    try await shell.read(until: "interrupted")
    // Reading was interrupted, and the transaction goes on.
    try await shell.read(until: "quarry*> ")
    shell.type("SELECT count(*) FROM Artist WHERE\n")
    try await shell.read(until: "...> ")
    shell.type("wrong\u{3}")
    try await shell.read(until: "quarry*> ")
    shell.type("SELECT count(*) || ' artists' AS n FROM Artist;\n")
    try await shell.read(until: "3 artists")
    try await shell.read(until: "quarry*> ")
    shell.type("ROLLBACK;\n")
    try await shell.read(until: "quarry> ")
    shell.type("\u{3}")
    try await shell.read(until: "quarry> ")
    shell.type("\u{4}")
    let end = try await shell.finish()
    #expect(end.code == 0, "\(shell.transcript)")
    let left = await CommandRun("sql", folder.plain("music.db"), "SELECT count(*) AS n FROM Artist", "--format", "csv")
    #expect(left.output == "n\r\n2\r\n")
  }

  @Test func aServedDatabaseIsCompletedAndChanged() async throws {
    let (folder, environment) = try await Self.folder()
    try folder.write("Id,Name\n1,Nina\n2,Odetta\n", to: "rows.csv")
    try await TwoServed.with { served in
      for (url, holdsTransactions) in [(served.hrana, true), (served.perSQL, false)] {
        let shell = try PseudoTerminal(
          ["shell", url], environment: environment.merging(["QUARRY_LINE_LIBRARY": Self.libraries.first ?? ""]) { $1 },
          columns: 120)
        try await shell.read(until: "quarry> ")
        shell.type(".import \(folder.path)/rows.csv Singer\n")
        try await shell.read(until: "2 rows imported")
        try await shell.read(until: "quarry> ")
        shell.type("SELECT Na\t")
        shell.type(Self.libraries.isEmpty ? "me FROM Singer\n" : "me FROM Sing\t\n")
        try await shell.read(until: "   ...> ")
        shell.type("ORDER BY Id DESC;\n")
        #expect(try await shell.read(until: "(2 rows)").contains("Odetta\r\nNina\r\n"), "\(shell.transcript)")
        try await shell.read(until: "quarry> ")
        shell.type(".schema singer\n")
        try await shell.read(until: "CREATE TABLE \"Singer\" (\"Id\", \"Name\");\r\n")
        try await shell.read(until: "quarry> ")
        shell.type("BEGIN;\n")
        if !holdsTransactions { try await shell.read(until: "can't hold a transaction open between calls") }
        let prompt = holdsTransactions ? "quarry*> " : "quarry> "
        try await shell.read(until: prompt)
        shell.type("INSERT INTO Singer VALUES (2, 'Bessie');\n")
        try await shell.read(until: "1 row changed")
        try await shell.read(until: prompt)
        shell.type(".explain SELECT * FROM Singer\n")
        try await shell.read(until: "SCAN Singer")
        try await shell.read(until: prompt)
        shell.type("\u{4}")
        let end = try await shell.finish()
        #expect(end.code == 0)
        #expect(end.text.contains("rolled back") == holdsTransactions, "\(shell.transcript)")
      }
    }
  }

  /// Who sees a prompt can type: nothing is shown twice, and Ctrl-D is not taken for the end of somebody else's line.
  @Test(arguments: libraries) func promptsAppearWhenTheTerminalIsTaken(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 })
    for count in 1...200 {
      try await shell.read(until: "quarry> ")
      #expect(!shell.takesWholeLines, "prompt \(count)")
      if count < 200 { shell.type("\n") }
    }
    shell.type("\u{4}")
    #expect(try await shell.finish().code == 0, "\(shell.transcript)")
  }

  @Test func interruptionsCancelCallsOfServers() async throws {
    let (folder, environment) = try await Self.folder()
    defer { withExtendedLifetime(folder) {} }
    try await TwoServed.with { served in
      for url in [served.hrana, served.perSQL] {
        let shell = try PseudoTerminal(["shell", url], environment: environment, columns: 120)
        try await shell.read(until: "quarry> ")
        try await Self.runEndlessly(shell)
        shell.type("\u{3}")
        try await shell.read(until: "interrupted")
        try await shell.read(until: "quarry> ")
        shell.type("SELECT 40 + 2 AS n;\n")
        try await shell.read(until: "42")
        try await shell.read(until: "quarry> ")
        shell.type(".quit\n")
        #expect(try await shell.finish().code == 0, "\(shell.transcript)")
      }
    }
  }

  @Test func longResultsGoThroughThePagerAndWideOnesAreCut() async throws {
    let (folder, environment) = try await Self.folder()
    try folder.write("#!/bin/sh\nsed 's/^/| /'\necho 'the pager has ended'\n", to: "pager")
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")],
      // The script is read and not executed: a process that begins meanwhile may have the file open for writing.
      environment: environment.merging(["PAGER": "sh \(folder.path)/pager"]) { $1 }, columns: 40)
    try await shell.read(until: "quarry> ")
    shell.type("SELECT Name FROM Artist;\n")
    #expect(try await !shell.read(until: "(2 rows)").contains("|"))
    try await shell.read(until: "quarry> ")
    shell.type("WITH c AS (VALUES (1),(2),(3),(4),(5)) SELECT 1 FROM c, c, c;\n")
    #expect(try await shell.read(until: "the pager has ended").contains("| (125 rows)"))
    try await shell.read(until: "quarry> ")
    shell.type("SELECT hex(zeroblob(50));\n")
    #expect(try await shell.read(until: "(1 row)").contains("\r\n" + String(repeating: "0", count: 39) + "…\r\n"))
    try await shell.read(until: "quarry> ")
    shell.type(".width off\n")
    try await shell.read(until: "quarry> ")
    shell.type("SELECT hex(zeroblob(50));\n")
    #expect(try await shell.read(until: "(1 row)").contains(String(repeating: "0", count: 100)))
    try await shell.read(until: "quarry> ")
    // In less, wide tables are for moving sideways; what is wrapped over many lines is paged too.
    try folder.write("#!/bin/sh\ncat >/dev/null\necho \"less -$LESS\"\n", to: "pager")
    let rows = "WITH c(n) AS (VALUES (1), (2), (3)) SELECT hex(zeroblob(c.n + 98)) AS digits FROM c, c AS d;\n"
    shell.type(".width 200\n")
    try await shell.read(until: "quarry> ")
    shell.type(rows)
    try await shell.read(until: "less -FRXS\r\n")
    try await shell.read(until: "quarry> ")
    shell.type(".mode json\n")
    try await shell.read(until: "quarry> ")
    shell.type(rows)
    try await shell.read(until: "less -FRX\r\n")
    try await shell.read(until: "quarry> ")
    // Whoever leaves the pager early wants no more rows.
    try folder.write("#!/bin/sh\nhead -3\necho 'enough'\n", to: "pager")
    shell.type(Self.endless.replacing("max(x)", with: "x").replacing("FROM c;", with: "FROM c LIMIT 100000000;") + "\n")
    try await shell.read(until: "enough")
    try await shell.read(until: "quarry> ")
    shell.type("\u{4}")
    #expect(try await shell.finish().code == 0, "\(shell.transcript)")
  }

  /// A session as somebody types it, which `QUARRY_TRANSCRIPT` keeps.
  @Test(arguments: libraries) func aSessionFromItsBeginningToItsEnd(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    try folder.write("ArtistId,Name\n7,Mahalia\n8,Memphis\n7,\"Big Maybelle\"\n", to: "rows.csv")
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 },
      columns: 120)
    func prompt() async throws { try await shell.read(until: "quarry> ") }
    try await prompt()
    shell.type(".tab\t")
    try await shell.read(until: ".tables ")
    shell.type("\n")
    try await shell.read(until: "Album   Artist\r\n")
    try await prompt()
    shell.type("SELECT Na\t")
    shell.type("me,\n")
    try await shell.read(until: "   ...> ")
    shell.type("       upper(Name) AS loud\n")
    try await shell.read(until: "   ...> ")
    shell.type("FROM Arti\t")
    try await shell.read(until: "Artist ")
    shell.type(";\n")
    #expect(try await shell.read(until: "(2 rows)").contains("Odetta  ODETTA\r\n"))
    try await prompt()
    shell.type("SELECT Title, FROM Album;\n")
    try await shell.read(until: "near \"FROM\": syntax error")
    try await prompt()
    try await Self.runEndlessly(shell)
    shell.type("\u{3}")
    try await shell.read(until: "interrupted")
    try await prompt()
    shell.type(".mode json\n")
    try await prompt()
    shell.type("SELECT '東京 🎷' AS place, NULL AS none, x'00ff' AS bytes;\n")
    let json = try await shell.read(until: "\"changes\": 0}")
    #expect(json.contains(#"{"place":"東京 🎷","none":null,"bytes":{"blob":"00ff"}}"#), "\(json)")
    try await prompt()
    shell.type(".mode tabel\n")
    try await shell.read(until: #"there is no mode "tabel": use table, json or csv; did you mean "table"?"#)
    try await prompt()
    shell.type(".mode table\n")
    try await prompt()
    shell.type(".import \(folder.path)/rows.csv Artist\n")
    try await shell.read(until: "line 4 of the file: ")
    try await shell.read(until: "no row was imported")
    try await prompt()
    shell.type("BEGIN; DELETE FROM Artist;\n")
    try await shell.read(until: "2 rows changed")
    try await shell.read(until: "quarry*> ")
    shell.type("\u{4}")
    #expect(try await shell.finish().text.contains("the open transaction was rolled back"))
    try Transcript.keep(shell.transcript.replacing(folder.path, with: "…"), title: "quarry shell, with \(library)")
    let left = await CommandRun("sql", folder.plain("music.db"), "SELECT count(*) AS n FROM Artist", "--format", "csv")
    #expect(left.output == "n\r\n2\r\n")
  }

  /// Ctrl-C ends an import wherever it is, and nothing of it is left.
  @Test(arguments: libraries + [""]) func interruptionsEndAnImport(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    // Each row takes milliseconds, so that nothing is done before somebody can press keys.
    let made = await CommandRun(
      "sql", folder.plain("music.db"),
      """
      CREATE TABLE Many(a, b);
      CREATE TABLE Length(n);
      CREATE TRIGGER slow AFTER INSERT ON Many BEGIN INSERT INTO Length VALUES (length(hex(randomblob(1000000)))); END;
      """)
    #expect(made.code == 0, "\(made.error)")
    var text = "a,b\n"
    for number in 0..<20_000 { text += "\(number),text \(number)\n" }
    try folder.write(text, to: "rows.csv")
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 },
      columns: 160)
    try await shell.read(until: "quarry> ")
    for _ in 0..<3 {
      shell.type(".import \(folder.path)/rows.csv Many\n")
      try await eventually { folder.has("music.db-journal") }
      shell.type("\u{3}")
      try await shell.read(until: "interrupted")
      try await shell.read(until: "quarry> ")
    }
    shell.type("SELECT ((SELECT count(*) FROM Many) + (SELECT count(*) FROM Length)) || ' rows' AS n;\n")
    try await shell.read(until: "0 rows\r\n")
    try await shell.read(until: "quarry> ")
    shell.type("\u{4}")
    #expect(try await shell.finish().code == 0, "\(shell.transcript)")
  }

  /// A line that is being edited follows the terminal, and so do results.
  @Test(arguments: libraries + [""]) func theWindowMayChange(library: String) async throws {
    let (folder, environment) = try await Self.folder()
    let shell = try PseudoTerminal(
      ["shell", folder.plain("music.db")], environment: environment.merging(["QUARRY_LINE_LIBRARY": library]) { $1 },
      columns: 100)
    try await shell.read(until: "quarry> ")
    shell.type("SELECT hex(zeroblob(30)) ")
    try await shell.read(until: "zeroblob(30)) ")
    shell.resize(columns: 50)
    if !library.isEmpty { try await shell.read(until: "SELECT hex(zeroblob(30)) ") }
    shell.type("AS zeros;\n")
    #expect(try await shell.read(until: "(1 row)").contains("\r\n" + String(repeating: "0", count: 49) + "…\r\n"))
    try await shell.read(until: "quarry> ")
    shell.resize(columns: 100)
    shell.type("SELECT hex(zeroblob(30)) AS zeros;\n")
    #expect(try await shell.read(until: "(1 row)").contains("\r\n" + String(repeating: "0", count: 60) + "\r\n"))
    try await shell.read(until: "quarry> ")
    shell.type("SELECT 1\n")
    try await shell.read(until: "   ...> ")
    shell.type("\u{4}")
    #expect(try await shell.finish().text.contains("the last statement wasn't run"))
  }

  /// A window that is closed ends the shell, whatever it does, and nothing of it is left.
  @Test(.needsSQLCipher, arguments: libraries + [""], [false, true])
  func aClosedWindowEndsTheShell(library: String, isRunning: Bool) async throws {
    let (folder, environment) = try await Self.folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/tmp", withIntermediateDirectories: false)
    let shell = try PseudoTerminal(
      ["shell", "sqlcipher:"],
      environment: environment.merging(["QUARRY_LINE_LIBRARY": library, "TMPDIR": folder.path + "/tmp"]) { $1 },
      columns: 120)
    try await shell.read(until: "quarry> ")
    shell.type("CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES (1);\n")
    try await shell.read(until: "quarry*> ")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp").count == 1)
    if isRunning {
      try await Self.runEndlessly(shell)
    } else {
      shell.type("SELECT")
      try await shell.read(until: "SELECT")
    }
    // Either the signal or the end of the input is seen first.
    #expect(try await [0, 1, 130].contains(shell.hangUp()))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp") == [])
  }

  @Test(.needsSQLCipher) func keysAreNotKept() async throws {
    let (folder, environment) = try await Self.folder()
    let shell = try PseudoTerminal(["shell", folder.encrypted("secret.db")], environment: environment)
    try await shell.read(until: "quarry> ")
    for line in [
      "PRAGMA rekey = 'hunter2';", "PRAGAM key('hunter2');", "ATTACH '/no/such/folder/x.db' AS x KEY 'hunter2';",
    ] {
      shell.type(line + "\n")
      try await shell.read(until: "error:")
      try await shell.read(until: "quarry> ")
    }
    shell.type("SELECT 1;\n")
    try await shell.read(until: "(1 row)")
    try await shell.read(until: "quarry> ")
    shell.type(".exit\n")
    #expect(try await shell.finish().code == 0, "\(shell.transcript)")
    let history = try #require(FileManager.default.contents(atPath: folder.path + "/state/history"))
    #expect(String(decoding: history, as: UTF8.self) == "SELECT 1;\n.exit\n")
    #expect(!folder.has("secret.db"))
  }
}
#endif
#endif
