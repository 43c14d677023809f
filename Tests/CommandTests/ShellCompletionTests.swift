#if Command
import Foundation
import Testing

@testable import QuarryCommandKit

@Suite struct ShellCompletionTests {
  private static let catalog = ShellCatalog(tables: [
    .init(schema: nil, name: "Artist", columns: ["ArtistId", "Name"]),
    .init(schema: nil, name: "Album", columns: ["AlbumId", "Title", "ArtistId", "order"]),
    .init(schema: "archive", name: "Old", columns: ["what"]),
  ])

  /// What is proposed for the end of a line.
  private static func proposed(_ line: String, before: String = "") -> [String] {
    let completion = LineCompletion(before: before, catalog: catalog)
    let breaks = Array(LineCompletion.wordBreaks.utf8)
    let bytes = Array(line.utf8)
    let start = bytes.lastIndex(where: breaks.contains).map { $0 + 1 } ?? 0
    return completion(line, start)
  }

  @Test(arguments: [
    ("sel", ["select"]), ("SEL", ["SELECT"]), ("SELECT * FROM Art", ["Artist"]),
    ("select * from a", ["Album", "Artist", "archive"]),
    ("SELECT * FROM Artist WHERE Na", ["NATURAL", "Name"]), ("SELECT * FROM Album WHERE na", ["natural"]),
    ("SELECT a.Na", ["Name"]), ("SELECT a.T", ["Title"]), ("SELECT * FROM Artist AS b WHERE b.", ["ArtistId", "Name"]),
    ("SELECT * FROM Album b WHERE b.T", ["Title"]), ("SELECT Artist.", ["ArtistId", "Name"]),
    ("SELECT * FROM archive.", ["Old"]), ("SELECT Album.o", ["\"order\""]), ("SELECT 'sel", []),
    ("SELECT 'it''s' sel", ["select"]),
    ("SELECT cou", ["count("]), ("SELECT ", []), (".ta", ["tables"]),
    (".mode ", ["csv", "json", "table"]),
    (".schema Al", ["Album"]), (".timer o", ["off", "on"]), (".nothing x", []), (".explain sel", ["select"]),
    ("SELECT \"Na", ["Name"]), ("", []),
  ])
  func wordsFollowTheirPlace(line: String, words: [String]) {
    #expect(Self.proposed(line) == words, "\(line)")
  }

  /// Several words complete as far as they agree, and nothing of what was typed is lost.
  @Test(arguments: [
    (["select"], "SE", "select"), (["NATURAL", "Name"], "Na", "Na"), (["natural", "Name"], "n", "na"),
    (["Artist", "ArtistId"], "a", "Artist"), (["Album", "ALBUMS"], "a", "album"), (["\"order\"", "other"], "o", "o"),
    (["größe", "GRÖSSE"], "g", "grö"), ([], "x", "x"),
  ])
  func severalWordsAgree(words: [String], typed: String, common: String) {
    #expect(LineCompletion.common(words, typed: typed) == common)
  }

  @Test func linesAboveCount() {
    #expect(Self.proposed("WHERE Ti", before: "SELECT * FROM Album\n") == ["TIES", "Title", "time("])
    #expect(Self.proposed(".ta", before: "SELECT 1\n") != ["tables"])
  }

  @Test func filesFollowTheirPlace() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "rows.one.csv")
    try folder.write("", to: "rows.two.csv")
    try FileManager.default.createDirectory(atPath: folder.path + "/rest", withIntermediateDirectories: false)
    for command in [".dump ", ".import "] {
      #expect(Self.proposed(command + folder.path + "/r") == ["rest/", "rows.one.csv", "rows.two.csv"])
      #expect(Self.proposed(command + folder.path + "/rows.t") == ["two.csv"])
      #expect(Self.proposed(command + folder.path + "/R") == [])
      #expect(Self.proposed(command + folder.path + "/rest/") == [])
      #expect(Self.proposed(command + folder.path + "/none/") == [])
    }
    #expect(Self.proposed(".import \(folder.path)/rows.one.csv Al") == ["Album"])
    #expect(Self.proposed(".import 'two words.csv' Al") == ["Album"])
  }

  @Test(arguments: [
    "PRAGMA key = 'x'", "pragma main.rekey('x')", "PRAGMA ky = 'x'", "PRAGAM key = 'x'", "PRAGMA hexkey=\"00\"",
    "PRAGMA /* c */ rekey = x'00'", "ATTACH 'a.db' AS a KEY 'x'", "ATTACH DATABASE 'a.db' AS a KEYY 'x'",
    "ATTACH 'file:a.db?key=x' AS a", "UPDATE user SET password = 'x'", "SELECT 1; PRAGMA key = 'x'", "PRAGMA key='x",
    "INSERT INTO t(api_token) VALUES ('x')", "PRAGMA cipher_salt = \"x'00'\"", "SELECT 'http://h?token=x'",
    "SELECT * FROM t WHERE a = 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl'",
    "SELECT 'ghp_0123456789abcdefghijABCDEFGHIJ0123'",
    "SELECT x'2dd29ca851e7b56e4697b0e1f08507293d761a05ce4d1b628663f411a8086d99'",
  ])
  func whatMayHoldAKeyIsNotKept(text: String) {
    #expect(ShellHistory.entry(for: text) == nil, "\(text)")
  }

  @Test(arguments: [
    ("SELECT 1;", "SELECT 1;"), ("SELECT 1, -- one\n  2;", "SELECT 1, 2;"), ("SELECT 'a\n--b'\n;", "SELECT 'a\n--b' ;"),
    ("PRAGMA cache_size = 10", "PRAGMA cache_size = 10"), ("ATTACH 'a.db' AS a", "ATTACH 'a.db' AS a"),
    (
      "CREATE TABLE t(a PRIMARY KEY, FOREIGN KEY (a) REFERENCES t(a))",
      "CREATE TABLE t(a PRIMARY KEY, FOREIGN KEY (a) REFERENCES t(a))"
    ),
    ("SELECT key FROM settings", "SELECT key FROM settings"),
    ("SELECT  1 /* the password is x */ + 2;", "SELECT  1 + 2;"), (".dump /tmp//a--b.sql", ".dump /tmp//a--b.sql"),
    (
      "SELECT * FROM t WHERE id = '0b6d5a0e-5b0c-4f0e-9d0a-3c1f2e4d5a6b'",
      "SELECT * FROM t WHERE id = '0b6d5a0e-5b0c-4f0e-9d0a-3c1f2e4d5a6b'"
    ),
    ("PRAGMA journal_mode = 'wal'", "PRAGMA journal_mode = 'wal'"),
    ("PRAGMA table_info('t')", "PRAGMA table_info('t')"), (".mode json ", ".mode json"),
  ])
  func othersAreOneLine(text: String, entry: String) {
    #expect(ShellHistory.entry(for: text) == entry)
  }

  @Test func valuesOfTablesWithSecretsAreNotKept() {
    let catalog = ShellCatalog(tables: [.init(name: "User", columns: ["name", "PasswordHash"])])
    for (text, isKept) in [
      ("INSERT INTO user VALUES ('ada', 'x')", false), ("UPDATE \"User\" SET name = 'x'", false),
      ("SELECT * FROM User", true), ("INSERT INTO other VALUES ('ada', 'x')", true),
    ] {
      #expect((ShellHistory.entry(for: text, catalog: catalog) != nil) == isKept, "\(text)")
    }
  }

  @Test func theHistoryKeepsItsNewestEntries() throws {
    let folder = try ScratchFolder()
    let history = ShellHistory(path: folder.path + "/deep/er/history")
    #expect(history.load().isEmpty)
    history.append("SELECT 'a\nb\\n'")
    #expect(history.load() == ["SELECT 'a\nb\\n'"])
    for number in 0..<(2 * ShellHistory.limit) { history.append("SELECT \(number)") }
    let kept = history.load()
    #expect(kept.count == ShellHistory.limit)
    #expect(kept.last == "SELECT \(2 * ShellHistory.limit - 1)")
    #expect(history.load() == kept)
    #expect(folder.bytes("deep/er/history")?.split(separator: 0x0A).count == ShellHistory.limit)
  }

  @Test func aFileForEverybodyBecomesPrivate() throws {
    let folder = try ScratchFolder()
    try folder.write("SELECT 0\n", to: "history")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path + "/history")
    ShellHistory(path: folder.path + "/history").append("SELECT 1")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/history")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    // A folder cannot be written; nothing happens.
    ShellHistory(path: folder.path).append("SELECT 1")
  }
}
#endif
