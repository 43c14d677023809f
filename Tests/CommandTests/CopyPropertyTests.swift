#if Command
import Foundation
import Quarry
import QuarryCopy
import QuarrySQLCipher
import QuarrySQLite
import Testing

@testable import QuarryCommandKit

/// What a file is beside its rows comes with a copy, or is named.
@Suite struct CopyPropertyTests {
  private static let properties: [(pragma: String, value: String, shown: String)] = [
    ("page_size", "8192", "8192"), ("page_size", "512", "512"), ("encoding", "'UTF-16le'", "UTF-16le"),
    ("encoding", "'UTF-16be'", "UTF-16be"), ("auto_vacuum", "1", "1"), ("auto_vacuum", "2", "2"),
    ("journal_mode", "wal", "wal"), ("journal_mode", "delete", "delete"), ("user_version", "-7", "-7"),
    ("application_id", "99", "99"),
  ]

  private static let names = [
    "page_size": "page size", "encoding": "encoding", "auto_vacuum": "auto-vacuum", "journal_mode": "journal mode",
  ]

  /// Every property from every driver to every driver: the same in the copy, or named.
  @Test(
    arguments: properties.indices,
    [
      ("plain", "plain"), ("plain", "encrypted"), ("encrypted", "plain"), ("encrypted", "encrypted"),
      ("plain", "memory"),
    ])
  func everyPropertyIsKeptOrNamed(index: Int, pair: (String, String)) async throws {
    let (pragma, value, shown) = Self.properties[index]
    // The size of encrypted pages is no matter of SQL.
    guard pair.0 == "plain" || pragma != "page_size" else { return }
    let folder = try ScratchFolder()
    let source = pair.0 == "plain" ? folder.plain("a.db") : folder.encrypted("a.db")
    let made = await CommandRun(
      "sql", source,
      "PRAGMA \(pragma) = \(value); CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('ünï 東京'), (NULL), ('')")
    #expect(made.code == 0, "\(made.error)")
    let before = await CommandRun("sql", source, "--format", "csv", "PRAGMA \(pragma)")
    let isSet = before.output == "\(pragma)\r\n\(shown)\r\n"
    #expect(isSet, "\(before.output)")
    let destination =
      switch pair.1 {
      case "plain": folder.plain("b.db")
      case "encrypted": folder.encrypted("b.db")
      default: "memory:"
      }
    let run = await CommandRun("copy", source, destination, "--json")
    #expect(run.code == 0, "\(run.error)")
    let report = try run.object()
    let notKept = try #require(report["notKept"] as? [String])
    guard pair.1 != "memory" else { return #expect(notKept == [], "nothing of it matters in memory") }
    let after = await CommandRun("sql", destination, "--format", "csv", "PRAGMA \(pragma)")
    let isNamed = Self.names[pragma].map { name in notKept.contains { $0.hasPrefix(name) } } ?? false
    #expect((after.output == before.output) != isNamed, "\(before.output) \(after.output) \(notKept)")
    // Only the size of encrypted pages is not kept.
    if isNamed { #expect(pragma == "page_size" && pair.0 != pair.1) }
    let rows = await CommandRun("sql", destination, "--format", "json", "SELECT * FROM t")
    #expect(await rows.output == CommandRun("sql", source, "--format", "json", "SELECT * FROM t").output)
  }

  @Test func aReplacedFileGetsThePropertiesToo() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun(
      "sql", folder.plain("a.db"), "PRAGMA page_size = 8192; PRAGMA auto_vacuum = 1; CREATE TABLE t(a)")
    _ = await CommandRun("sql", folder.plain("b.db") + "?journal=wal", "CREATE TABLE old(a)", "--create")
    let run = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"), "--replace", "--json")
    #expect(run.code == 0, "\(run.error)")
    let found = await CommandRun(
      "sql", folder.plain("b.db"), "--format", "csv", "PRAGMA page_size; PRAGMA auto_vacuum; PRAGMA journal_mode")
    #expect(found.output.hasPrefix("page_size\r\n8192\r\n\r\nauto_vacuum\r\n1\r\n"))
    // The journal of the old file is named.
    let notKept = try #require(try run.object()["notKept"] as? [String])
    #expect(found.output.hasSuffix("delete\r\n") != notKept.contains { $0.hasPrefix("journal mode") })
  }

  @Test func textsThatAreNotValidInTheirEncodingAreNamed() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun(
      "sql", folder.plain("a.db"),
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a); INSERT INTO t VALUES ('x'), (CAST(x'00d8' AS TEXT))")
    let run = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"))
    #expect(run.code == 1)
    #expect(run.error.contains("\"a\"") && run.error.contains("not valid UTF-16"), "\(run.error)")
    #expect(!folder.has("b.db"))
  }

  /// One call leads from a plain file to an encrypted one, by the library alone.
  @Test func oneCallEncrypts() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun("sql", folder.plain("a.db"), "CREATE TABLE t(a); INSERT INTO t VALUES (1), ('two'), (x'03')")
    let report = try await DatabaseCopier().copy(
      from: SQLiteDriver(path: folder.path + "/a.db", mode: .readOnly),
      to: SQLCipherDriver(path: folder.path + "/b.db", key: .passphrase("secret of the tests")))
    #expect(report.rows == 3 && report.tables.map(\.name) == ["t"])
    #expect(report.notKept.contains { $0.hasPrefix("page size") })
    let found = await CommandRun("sql", folder.encrypted("b.db"), "--format", "csv", "SELECT a FROM t")
    #expect(found.output == "a\r\n1\r\ntwo\r\nx'03'\r\n")
    let again = await #expect(throws: CopyError.self) {
      _ = try await DatabaseCopier().copy(
        from: SQLiteDriver(path: folder.path + "/a.db", mode: .readOnly),
        to: SQLCipherDriver(path: folder.path + "/b.db", key: .passphrase("secret of the tests")))
    }
    #expect(again?.reason == .notEmpty)
  }

  // MARK: - Full text

  private static let documents =
    "CREATE TABLE doc(id INTEGER PRIMARY KEY, title TEXT, body TEXT); INSERT INTO doc VALUES (1, 'swift bird', 'fast bird'), "
    + "(2, 'bird', 'a bird that is swift'), (3, 'stone', 'heavy'); "

  /// Every kind of full-text table, with what belongs to it.
  private static let fullText: [(name: String, script: String, question: String)] = [
    (
      "own content and weights",
      "CREATE VIRTUAL TABLE f USING fts5(title, body); INSERT INTO f SELECT title, body FROM doc; "
        + "INSERT INTO f(f, rank) VALUES ('rank', 'bm25(10.0, 5.0)'); INSERT INTO f(f, rank) VALUES ('automerge', 8);",
      "SELECT rowid, rank FROM f WHERE f MATCH 'swift' ORDER BY rank; SELECT k, v FROM f_config ORDER BY k"
    ),
    (
      "external content",
      "CREATE VIRTUAL TABLE f USING fts5(title, body, content='doc', content_rowid='id'); "
        + "INSERT INTO f(f) VALUES ('rebuild'); INSERT INTO f(f, rank) VALUES ('rank', 'bm25(1.0, 9.0)');",
      "SELECT rowid, title, rank FROM f WHERE f MATCH 'bird' ORDER BY rank"
    ),
    (
      "external content with an index that lags behind",
      "CREATE VIRTUAL TABLE f USING fts5(title, body, content='doc', content_rowid='id'); "
        + "INSERT INTO f(rowid, title, body) VALUES (3, 'stone', 'heavy');",
      "SELECT rowid, title FROM f WHERE f MATCH 'heavy'; SELECT count(*) FROM f WHERE f MATCH 'bird'"
    ),
    (
      "no content",
      "CREATE VIRTUAL TABLE f USING fts5(title, body, content=''); INSERT INTO f(rowid, title, body) SELECT * FROM doc;",
      "SELECT rowid FROM f WHERE f MATCH 'bird' ORDER BY rowid"
    ),
    (
      "options of the table",
      "CREATE VIRTUAL TABLE f USING fts5(title, body UNINDEXED, prefix='2 3', tokenize='porter ascii', detail=column); "
        + "INSERT INTO f SELECT title, body FROM doc; DELETE FROM f WHERE rowid = 3;",
      "SELECT rowid, title FROM f WHERE f MATCH 'bir*' ORDER BY rowid; SELECT * FROM f_docsize ORDER BY id"
    ),
    (
      "fts4 with external content",
      "CREATE VIRTUAL TABLE f USING fts4(content='doc', title, body); INSERT INTO f(f) VALUES ('rebuild'); "
        + "INSERT INTO f(f) VALUES ('automerge=4');",
      "SELECT rowid, title FROM f WHERE f MATCH 'swift' ORDER BY rowid"
    ),
    (
      "an r-tree",
      "CREATE VIRTUAL TABLE f USING rtree(id, x1, x2); INSERT INTO f VALUES (1, 0, 5), (2, 3, 9), (3, 20, 30);",
      "SELECT id, x1, x2 FROM f WHERE x1 < 4 ORDER BY id"
    ),
  ]

  @Test(arguments: fullText.indices, ["sqlite", "memory"])
  func virtualTablesComeWithTheirConfiguration(index: Int, into: String) async throws {
    let (name, script, question) = Self.fullText[index]
    let folder = try ScratchFolder()
    let made = await CommandRun("sql", folder.plain("a.db"), Self.documents + script)
    #expect(made.code == 0, "\(name): \(made.error)")
    let source = try await Database(SQLiteDriver(path: folder.path + "/a.db"))
    let copy = try await Database(
      try DriverRegistryForTests.driver(into == "memory" ? "memory:" : folder.plain("b.db")))
    let report = try await DatabaseCopier().copy(from: source, to: copy)
    #expect(report.notKept.isEmpty || into != "memory", "\(name): \(report.notKept)")
    #expect(!report.notKept.contains { $0.contains("index") }, "\(name)")
    // The same connection that has made the copy sees it as the source is.
    for statement in question.split(separator: ";").map(String.init) {
      let query = SQLFragment(raw: statement)
      let wanted = try await source.fetchAll(query.rows()).map { "\($0.values)" }
      let found = try await copy.fetchAll(query.rows()).map { "\($0.values)" }
      #expect(found == wanted, "\(name): \(statement)")
    }
    await source.close()
    await copy.close()
    guard into == "sqlite" else { return }
    // And so does every later one, which may also change it.
    let later = await CommandRun("sql", folder.plain("b.db"), "--format", "json", question)
    #expect(
      await later.output == CommandRun("sql", folder.plain("a.db"), "--format", "json", question).output, "\(name)")
    let check = await CommandRun("sql", folder.plain("b.db"), "--format", "csv", "PRAGMA integrity_check")
    #expect(check.output == "integrity_check\r\nok\r\n", "\(name)")
  }

  // MARK: - Orphans and collations

  private static let orphans = """
    PRAGMA foreign_keys = OFF; CREATE TABLE p(id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1);
    CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p(id)); INSERT INTO c VALUES (1, 1), (2, 7), (3, NULL);
    CREATE TABLE g(c INT REFERENCES c(id)); INSERT INTO g VALUES (1), (2);
    CREATE TABLE w(a, b, PRIMARY KEY(a, b), FOREIGN KEY(a) REFERENCES p(id)) WITHOUT ROWID; INSERT INTO w VALUES (1, 1), (9, 9);
    """

  @Test(arguments: ["refuse", "keep", "skip"], ["plain", "encrypted"])
  func orphanRows(choice: String, into: String) async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun("sql", folder.plain("a.db"), Self.orphans)
    let destination = into == "plain" ? folder.plain("b.db") : folder.encrypted("b.db")
    let run = await CommandRun("copy", folder.plain("a.db"), destination, "--orphans", choice, "--json")
    guard choice != "refuse" else {
      #expect(run.code == 1 && run.error.contains("--orphans"), "\(run.error)")
      return #expect(!folder.has("b.db"))
    }
    #expect(run.code == 0, "\(run.error)")
    #expect(try run.object()["skippedRows"] as? Int == (choice == "keep" ? 0 : 3))
    let question =
      "SELECT id, p FROM c; SELECT c FROM g; SELECT a, b FROM w"
      + (choice == "skip" ? "; PRAGMA foreign_key_check" : "")
    let found = await CommandRun("sql", destination, "--format", "csv", question)
    if choice == "keep" {
      #expect(await found.output == CommandRun("sql", folder.plain("a.db"), "--format", "csv", question).output)
    } else {
      #expect(found.output.hasPrefix("id,p\r\n1,1\r\n3,\r\n\r\nc\r\n1\r\n\r\na,b\r\n1,1\r\n\r\n"), "\(found.output)")
    }
  }

  @Test func aCollationThatOnlyTheProgramKnows() async throws {
    let folder = try ScratchFolder()
    let source = try await Database(SQLiteDriver(path: folder.path + "/a.db"))
    try await source.withoutTransaction { session in
      try session.withDriverConnection(SQLiteConnection.self) { connection in
        try connection.addCollation("LOCAL") { $0 == $1 ? .same : $0 < $1 ? .before : .after }
      }
      try session.executeScript(
        "CREATE TABLE t(a TEXT COLLATE LOCAL); CREATE INDEX i ON t(a); INSERT INTO t VALUES ('b'), ('a');"
          + "CREATE TABLE w(a TEXT COLLATE LOCAL PRIMARY KEY) WITHOUT ROWID; INSERT INTO w VALUES ('y'), ('x')")
    }
    await source.close()
    let refused = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"))
    #expect(refused.code == 1 && refused.error.contains("LOCAL"), "\(refused.error)")
    #expect(!folder.has("b.db"))
    let run = await CommandRun(
      "copy", folder.plain("a.db"), folder.plain("b.db"), "--collation", "LOCAL=binary", "--json")
    #expect(run.code == 0, "\(run.error)")
    let report = try run.object()
    #expect(report["rows"] as? Int == 4)
    #expect((report["notKept"] as? [String])?.contains { $0.contains("REINDEX LOCAL") } == true)
    #expect(await CommandRun("copy", folder.plain("a.db"), folder.plain("c.db"), "--collation", "LOCAL").code == 64)
    // With the order itself, nothing has to be made again.
    var options = CopyOptions()
    options.collations["LOCAL"] = .exact { $0 == $1 ? .same : $0 < $1 ? .before : .after }
    let exact = try await DatabaseCopier(options: options).copy(
      from: SQLiteDriver(path: folder.path + "/a.db"), to: SQLiteDriver(path: folder.path + "/d.db"))
    #expect(exact.notKept.isEmpty, "\(exact.notKept)")
  }
}
#endif
