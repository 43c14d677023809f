#if Command
import Foundation
import Quarry
import QuarryDrivers
import Testing

@testable import QuarryCommandKit
@testable import QuarryCopy

@Suite struct CopyCommandTests {
  private static let script = """
    CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT, n TEXT COLLATE NOCASE, b BLOB, r REAL);
    CREATE TABLE k(x, y, PRIMARY KEY(x, y)) WITHOUT ROWID;
    CREATE TABLE "we ""ird"(rowid TEXT, "sel ect" INT REFERENCES a(id));
    CREATE TABLE log(v);
    CREATE TABLE self(id INTEGER PRIMARY KEY, p REFERENCES self(id));
    CREATE INDEX a_n ON a(n);
    CREATE VIEW names AS SELECT n FROM a;
    CREATE TRIGGER a_log AFTER INSERT ON a BEGIN INSERT INTO log VALUES (new.id); END;
    INSERT INTO a(n, b, r) VALUES ('Ünï', x'00', 1.5), (NULL, x'', 9e999), ('gone', NULL, NULL);
    INSERT INTO k VALUES (1, 2), ('a', x'0001'), (9223372036854775807, -0.5);
    INSERT INTO "we ""ird" VALUES ('r', 1), ('s', 2);
    INSERT INTO log(rowid, v) VALUES (77, 'x'), (99, CAST(x'ff41' AS TEXT));
    INSERT INTO self VALUES (1, NULL), (2, 1);
    UPDATE self SET p = 2 WHERE id = 1;
    DELETE FROM a WHERE id = 3;
    PRAGMA user_version = 7;
    PRAGMA application_id = 99;
    """

  private static let question = """
    SELECT rowid, v, typeof(v), hex(v) FROM log; SELECT _rowid_, * FROM "we ""ird"; SELECT * FROM k;
    SELECT id, n, hex(b), typeof(b), r FROM a; SELECT * FROM self; SELECT name, seq FROM sqlite_sequence;
    SELECT type, name, sql FROM sqlite_master ORDER BY name; PRAGMA user_version; PRAGMA application_id; SELECT * FROM names
    """

  @Test func thereAndBackBetweenDrivers() async throws {
    let folder = try ScratchFolder()
    let first = folder.plain("first.db")
    let made = await CommandRun("sql", first, Self.script)
    #expect(made.code == 0, "\(made.error)")
    let wanted = await CommandRun("sql", first, "--format", "json", Self.question)
    #expect(wanted.code == 0, "\(wanted.error)")
    let chain = [folder.encrypted("second.db"), folder.encrypted("third.db"), folder.plain("last.db")]
    var source = first
    for destination in chain {
      let run = await CommandRun("copy", source, destination, "--json")
      #expect(run.code == 0, "\(run.error)")
      #expect(run.error.isEmpty)
      let report = try run.object()
      #expect(report["verified"] as? Bool == true)
      #expect(report["rows"] as? Int == 14)
      #expect((report["tables"] as? [Any])?.count == 5)
      let found = await CommandRun("sql", destination, "--format", "json", Self.question)
      #expect(found.output == wanted.output)
      source = destination
    }
  }

  /// Every ordered pair of drivers, databases in memory included.
  @Test(arguments: ["sqlite", "sqlcipher", "memory"], ["sqlite", "sqlcipher", "memory"])
  func everyPairOfDrivers(from: String, into: String) async throws {
    let folder = try ScratchFolder()
    let source = try await database(from, "a", folder)
    let destination = try await database(into, "b", folder)
    _ = try await source.write { (session: SQLSession) in try session.executeScript(Self.script) }
    let report = try await DatabaseCopier().copy(from: source, to: destination)
    #expect(report.rows == 14)
    let query = RowBlockQuery(fragment: "SELECT rowid, v FROM log ORDER BY rowid", columnCount: 2)
    let wanted = try await source.fetchAll(query).map(\.digest)
    let found = try await destination.fetchAll(query).map(\.digest)
    #expect(wanted == found && !found.isEmpty)
    await source.close()
    await destination.close()
  }

  private func database(_ scheme: String, _ name: String, _ folder: ScratchFolder) async throws -> Database {
    let url =
      switch scheme {
      case "sqlite": folder.plain(name + ".db")
      case "sqlcipher": folder.encrypted(name + ".db")
      default: "memory:"
      }
    return try await Database(DriverRegistry.standard.driver(url: url) as any DatabaseDriver)
  }

  @Test func aFullDestinationIsLeftAlone() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun("sql", folder.plain("a.db"), "CREATE TABLE t(n); INSERT INTO t VALUES (1)")
    _ = await CommandRun("sql", folder.plain("b.db"), "CREATE TABLE other(n); INSERT INTO other VALUES (2)")
    let refused = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"))
    #expect(refused.code == 1)
    #expect(refused.error.contains("--replace"))
    let kept = await CommandRun("sql", folder.plain("b.db"), "--format", "csv", "SELECT * FROM other")
    #expect(kept.output == "n\r\n2\r\n")
    let replaced = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"), "--replace")
    #expect(replaced.code == 0, "\(replaced.error)")
    let names = await CommandRun("sql", folder.plain("b.db"), "--format", "csv", "SELECT name FROM sqlite_master")
    #expect(names.output == "name\r\nt\r\n")
  }

  @Test func aFailureLeavesTheDestinationAsItWas() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun(
      "sql", folder.plain("a.db"), "CREATE TABLE t(n); INSERT INTO t VALUES (1); CREATE TABLE u(a, b AS (a + 1))")
    // SQLCipher 3.4.1 has no generated columns.
    let created = await CommandRun("copy", folder.plain("a.db"), folder.encrypted("new.db"))
    #expect(created.code == 1)
    #expect(created.error.contains("\"u\""))
    #expect(!folder.has("new.db") && !folder.has("new.db-wal"))
    _ = await CommandRun("sql", folder.encrypted("old.db"), "CREATE TABLE old(n); INSERT INTO old VALUES (3)")
    let replaced = await CommandRun("copy", folder.plain("a.db"), folder.encrypted("old.db"), "--replace")
    #expect(replaced.code == 1)
    let kept = await CommandRun("sql", folder.encrypted("old.db"), "--format", "csv", "SELECT * FROM old")
    #expect(kept.output == "n\r\n3\r\n")
  }

  @Test func brokenReferencesAreNamed() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun(
      "sql", folder.plain("a.db"),
      "PRAGMA foreign_keys = OFF; CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(p REFERENCES p(id)); INSERT INTO c VALUES (1)"
    )
    let run = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"))
    #expect(run.code == 1)
    #expect(run.error.contains("\"c\""))
    #expect(!folder.has("b.db"))
  }

  @Test func aCounterWithoutItsTableIsNoObstacle() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun(
      "sql", folder.plain("a.db"),
      "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t VALUES (9); DROP TABLE t; CREATE TABLE u(n)")
    let run = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"))
    #expect(run.code == 0, "\(run.error)")
  }

  @Test func theSameDatabaseIsRefused() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun("sql", folder.plain("a.db"), "CREATE TABLE t(n)")
    let run = await CommandRun("copy", folder.plain("a.db"), folder.plain("./a.db"), "--replace")
    #expect(run.code == 1)
    #expect(run.error.contains("same database"))
  }

  @Test func aMissingSourceIsNotCreated() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun("copy", folder.plain("none.db"), folder.plain("b.db"))
    #expect(run.code == 3)
    #expect(!folder.has("none.db") && !folder.has("b.db"))
  }

  @Test func theSourceIsLeftExactlyAsItIs() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun(
      "sql", folder.plain("a.db"), "PRAGMA journal_mode = DELETE; CREATE TABLE t(n); INSERT INTO t VALUES (1)")
    let before = folder.bytes("a.db")
    let run = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"))
    #expect(run.code == 0, "\(run.error)")
    #expect(folder.bytes("a.db") == before)
  }

  @Test func virtualTablesAreCopiedThroughThemselves() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun(
      "sql", folder.plain("a.db"),
      "CREATE VIRTUAL TABLE f USING fts5(t); INSERT INTO f VALUES ('hello world'), ('other'); CREATE TABLE f_note(n)")
    let run = await CommandRun("copy", folder.plain("a.db"), folder.plain("b.db"))
    #expect(run.code == 0, "\(run.error)")
    let found = await CommandRun(
      "sql", folder.plain("b.db"), "--format", "csv", "SELECT t FROM f WHERE f MATCH 'hello'")
    #expect(found.output == "t\r\nhello world\r\n")
  }
}
#endif
