#if Command
import Foundation
import Quarry
import Testing
import TestSupport

@testable import QuarryCommandKit

/// Copies over HTTP: there and back nothing has changed; what cannot be carried is named, and nothing is left behind.
@Suite struct RemoteCopyTests {
  private static let script = """
    CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT, n TEXT COLLATE NOCASE, r REAL, x);
    CREATE TABLE k(x, y, PRIMARY KEY(x, y)) WITHOUT ROWID;
    CREATE TABLE "we ""ird"(rowid TEXT, "sel ect" INT REFERENCES later(id));
    CREATE TABLE later(id INTEGER PRIMARY KEY, p REFERENCES later(id));
    CREATE TABLE log(v);
    CREATE INDEX a_n ON a(n);
    CREATE VIEW names AS SELECT n FROM a;
    CREATE TRIGGER a_log AFTER INSERT ON a BEGIN INSERT INTO log VALUES (new.id); END;
    INSERT INTO a(n, r, x) VALUES ('Ünï', 2.0, 3.0), (NULL, 0.1, 4), ('gone', NULL, NULL);
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 900) INSERT INTO k SELECT i, i * 0.5 FROM c;
    INSERT INTO later VALUES (1, 2), (2, NULL);
    INSERT INTO "we ""ird" VALUES ('r', 1), ('s', 2);
    INSERT INTO log(rowid, v) VALUES (77, 'x''y');
    DELETE FROM a WHERE id = 3;
    PRAGMA user_version = 7;
    PRAGMA application_id = 99;
    """

  private static let question = """
    SELECT rowid, v FROM log; SELECT _rowid_, * FROM "we ""ird"; SELECT x, y, typeof(y) FROM k ORDER BY x;
    SELECT id, n, r, typeof(r), x, typeof(x) FROM a; SELECT * FROM later; SELECT name, seq FROM sqlite_sequence;
    SELECT type, name, sql FROM sqlite_master ORDER BY rowid; PRAGMA user_version; PRAGMA application_id; SELECT * FROM names
    """

  private func made(_ script: String, _ folder: ScratchFolder) async -> String {
    let made = await CommandRun("sql", folder.plain("first.db"), script)
    #expect(made.code == 0, "\(made.error)")
    return folder.plain("first.db")
  }

  @Test(arguments: [\TwoServed.hrana, \TwoServed.perSQL])
  func thereAndBack(_ url: any KeyPath<TwoServed, String> & Sendable) async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      let first = await made(Self.script, folder)
      let wanted = await CommandRun("sql", first, "--format", "json", Self.question)
      let into = await CommandRun("copy", first, served[keyPath: url], width: 120)
      #expect(into.code == 0, "\(into.error)")
      #expect(into.error.contains("Copying"))
      let last = folder.plain("last.db")
      let back = await CommandRun("copy", served[keyPath: url], last, "--json")
      #expect(back.code == 0, "\(back.error)")
      #expect(try back.object()["verified"] as? Bool == true)
      #expect(try back.object()["rows"] as? Int == 910)
      let found = await CommandRun("sql", last, "--format", "json", Self.question)
      #expect(found.output == wanted.output && found.code == 0, "\(found.error)")
    }
  }

  @Test(.needsCorpus("chinook"))
  func theMusicShop() async throws {
    let corpus = try #require(Surroundings.corpus("chinook"))
    let text = try String(contentsOfFile: corpus + "/chinook.sql", encoding: .utf8)
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      let first = await made(text, folder)
      for (index, url) in [served.hrana, served.perSQL].enumerated() {
        let last = folder.plain("last\(index).db")
        let into = await CommandRun("copy", first, url, "--json")
        let back = await CommandRun("copy", url, last, "--json")
        #expect(into.code == 0 && back.code == 0, "\(into.error) \(back.error)")
        let digests = try [into, back].map { run in
          let tables = try run.object()["tables"] as? [[String: Any]] ?? []
          return Set(tables.map { "\($0["name"] ?? "") \($0["digest"] ?? "")" })
        }
        #expect(digests[0] == digests[1] && digests[0].count == 11)
      }
    }
  }

  /// A server decides for itself what its file is like, so a copy into it names every property that may be lost.
  @Test func propertiesThatTheServerDecidesAreNamed() async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      let first = await made(
        "PRAGMA page_size = 8192; PRAGMA auto_vacuum = 1; PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(n)", folder)
      for url in [served.hrana, served.perSQL] {
        let run = await CommandRun("copy", first, url, "--json")
        let notKept = try #require(try run.object()["notKept"] as? [String])
        for name in ["page size 8192", "auto-vacuum full", "encoding UTF-16le", "journal mode"] {
          #expect(notKept.contains { $0.hasPrefix(name) && $0.contains("server decides") }, "\(name): \(notKept)")
        }
      }
    }
  }

  @Test func whatCannotBeCarriedIsNamed() async throws {
    let cases = [
      ("x'00'", "blobs", \TwoServed.perSQL), ("9007199254740993", "integers", \TwoServed.perSQL),
      ("-9e999", "infinities", \TwoServed.perSQL), ("9e999", "infinities", \TwoServed.hrana),
    ]
    try await TwoServed.with { served in
      for (value, what, url) in cases {
        let folder = try ScratchFolder()
        let first = await made("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, \(value))", folder)
        let run = await CommandRun("copy", first, served[keyPath: url])
        #expect(run.code == 1)
        #expect(run.error.contains("\"b\"") && run.error.contains("\"t\"") && run.error.contains(what), "\(run.error)")
        let left = await CommandRun(
          "sql", served[keyPath: url], "--format", "csv", "SELECT count(*) FROM sqlite_master")
        #expect(left.output == "count(*)\r\n0\r\n")
      }
    }
  }

  @Test(arguments: [\TwoServed.hrana, \TwoServed.perSQL])
  func aFailureLeavesNothingBehind(_ url: any KeyPath<TwoServed, String> & Sendable) async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      let first = await made(
        "PRAGMA foreign_keys = OFF; CREATE TABLE o(n); INSERT INTO o VALUES (1); CREATE TABLE p(id INTEGER PRIMARY KEY); "
          + "CREATE TABLE c(p REFERENCES p(id)); INSERT INTO c VALUES (1)", folder)
      let run = await CommandRun("copy", first, served[keyPath: url])
      #expect(run.code == 1)
      let left = await CommandRun("sql", served[keyPath: url], "--format", "csv", "SELECT count(*) FROM sqlite_master")
      #expect(left.output == "count(*)\r\n0\r\n", "\(run.error) \(left.error)")
    }
  }

  /// What a batch has dropped could not come back.
  @Test func onlyTransactionsReplace() async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      let first = await made("CREATE TABLE t(n); INSERT INTO t VALUES (1)", folder)
      for url in [served.hrana, served.perSQL] {
        _ = await CommandRun("sql", url, "CREATE TABLE other(n)")
        #expect(await CommandRun("copy", first, url).code == 1)
      }
      #expect(await CommandRun("copy", first, served.hrana, "--replace").code == 0)
      let refused = await CommandRun("copy", first, served.perSQL, "--replace")
      #expect(refused.code == 1 && refused.error.contains("transaction"))
    }
  }
}
#endif
