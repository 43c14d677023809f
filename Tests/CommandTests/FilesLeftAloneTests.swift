#if Command
import Foundation
import Quarry
import QuarrySQLite
import Testing

@testable import QuarryCommandKit

/// What only reads leaves every file as it is, and creates none.
@Suite struct FilesLeftAloneTests {
  /// The state of every file in a folder: bytes and time.
  private struct Snapshot: Equatable {
    var files: [String: Data] = [:]
    var times: [String: Date] = [:]

    init(_ folder: ScratchFolder) throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasSuffix("-shm") {
        files[name] = folder.bytes(name)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
        times[name] = attributes[.modificationDate] as? Date
      }
    }
  }

  private static let reads: [[String]] = [
    ["sql", "URL", "SELECT count(*) FROM t"], ["sql", "URL", "PRAGMA journal_mode; SELECT 1"],
    ["sql", "URL", "SELECT nowhere"],
    ["info", "URL", "--json"], ["copy", "URL", "memory:"],
  ]

  @Test(arguments: ["delete", "truncate", "persist", "wal"], reads)
  func readsChangeNothing(journal: String, arguments: [String]) async throws {
    for isEncrypted in [false, true] {
      let folder = try ScratchFolder()
      let url = isEncrypted ? folder.encrypted("a.db") : folder.plain("a.db")
      let made = await CommandRun(
        "sql", url + (isEncrypted ? "&" : "?") + "journal=\(journal)", "CREATE TABLE t(a); INSERT INTO t VALUES (1)",
        "--create")
      #expect(made.code == 0, "\(made.error)")
      let before = try Snapshot(folder)
      _ = await CommandRun(arguments: arguments.map { $0 == "URL" ? url : $0 })
      #expect(try Snapshot(folder) == before)
      #expect(!folder.has("a.db-wal") && !folder.has("a.db-shm"))
    }
  }

  /// What another process left in the log stays there.
  @Test(arguments: reads)
  func aLogWithContentStays(arguments: [String]) async throws {
    let origin = try ScratchFolder()
    let database = try await Database(SQLiteDriver(path: origin.path + "/a.db"))
    try await database.execute("CREATE TABLE t(a)")
    try await database.execute("INSERT INTO t VALUES (1)")
    // A copy of the files as a process that died would leave them.
    let folder = try ScratchFolder()
    for name in ["a.db", "a.db-wal"] {
      try #require(origin.bytes(name)).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    await database.close()
    let before = try Snapshot(folder)
    #expect((before.files["a.db-wal"]?.count ?? 0) > 0)
    _ = await CommandRun(arguments: arguments.map { $0 == "URL" ? folder.plain("a.db") : $0 })
    #expect(try Snapshot(folder) == before)
    let rows = await CommandRun("sql", folder.plain("a.db"), "--format", "csv", "SELECT a FROM t")
    #expect(rows.output == "a\r\n1\r\n")
  }

  @Test(arguments: ["delete", "wal"])
  func writesKeepTheJournalMode(journal: String) async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun("sql", folder.plain("a.db") + "?journal=\(journal)", "CREATE TABLE t(a)")
    let run = await CommandRun(
      "sql", folder.plain("a.db"), "--format", "csv", "INSERT INTO t VALUES (1); PRAGMA journal_mode")
    #expect(run.output == "journal_mode\r\n\(journal)\r\n")
    #expect(!folder.has("a.db-wal"))
  }

  @Test(arguments: [
    "SELECT 1", "VALUES (1)", "WITH c AS (SELECT 1) SELECT * FROM c", "INSERT INTO t VALUES (1)", "DROP TABLE t", "",
    "PRAGMA user_version", "BEGIN; SELECT 1; COMMIT", "PRAGMA foreign_keys = OFF; EXPLAIN SELECT 1", "/* nothing */",
    "UPDATE t SET a = 1", "VACUUM", "ANALYZE", "wrong",
  ])
  func aMissingFileIsMadeByNothingButCreate(sql: String) async throws {
    let folder = try ScratchFolder()
    for url in [folder.plain("typo.db"), folder.encrypted("typo.db")] {
      let run = await CommandRun("sql", url, sql)
      #expect(run.code == 3)
      #expect(run.output.isEmpty)
      #expect(run.error.contains("typo.db does not exist") && run.error.contains("--create"), "\(run.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key.txt"])
    }
  }

  @Test(arguments: [
    "CREATE TABLE t(a)", "PRAGMA foreign_keys = OFF; BEGIN TRANSACTION; CREATE TABLE t(a); COMMIT",
    "DROP TABLE IF EXISTS t; CREATE TABLE t(a)", "/* a dump */ create table t(a); select count(*) from t",
    "PRAGMA page_size = 8192; CREATE TABLE t(a)",
  ])
  func createMakesTheFile(sql: String) async throws {
    let folder = try ScratchFolder()
    // The size of encrypted pages is no matter of SQL.
    let urls = [folder.plain("new.db")] + (sql.contains("page_size") ? [] : [folder.encrypted("other.db")])
    for url in urls {
      let run = await CommandRun("sql", url, sql)
      #expect(run.code == 0, "\(run.error)")
      let found = await CommandRun("sql", url, "--format", "csv", "SELECT name FROM sqlite_master")
      #expect(found.output == "name\r\nt\r\n")
    }
  }

  @Test func aCreateThatFailsLeavesNoFile() async throws {
    let folder = try ScratchFolder()
    #expect(await CommandRun("sql", folder.plain("a.db"), "CREATE TABLE t(").code == 1)
    #expect(await CommandRun("sql", folder.plain("a.db"), "BEGIN; CREATE TABLE t(a); SELECT nowhere").code == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key.txt"])
  }

  @Test func askedForAnEmptyDatabaseIsMade() async throws {
    let folder = try ScratchFolder()
    #expect(await CommandRun("sql", folder.plain("a.db"), "--create", "PRAGMA user_version = 7").code == 0)
    #expect(folder.has("a.db"))
    #expect(await CommandRun("sql", folder.plain("b.db") + "?mode=rwc", "PRAGMA user_version = 7").code == 0)
    #expect(folder.has("b.db"))
    #expect(await CommandRun("sql", folder.plain("c.db") + "?mode=rw", "CREATE TABLE t(a)").code == 3)
    #expect(await CommandRun("sql", folder.plain("c.db") + "?mode=ro", "CREATE TABLE t(a)").code == 3)
    #expect(!folder.has("c.db"))
  }

  @Test(arguments: ["sqlite:", "sqlcipher:", "sqlite:?busy-timeout=1s"])
  func withoutAPathTheDatabaseIsTemporary(url: String) async {
    let sql = await CommandRun(
      "sql", url, "--format", "csv", "CREATE TABLE t(a); INSERT INTO t VALUES (5); SELECT a FROM t")
    #expect(sql.code == 0, "\(sql.error)")
    #expect(sql.output == "a\r\n5\r\n")
    #expect(await CommandRun("info", url, "--json").code == 0)
  }
}
#endif
