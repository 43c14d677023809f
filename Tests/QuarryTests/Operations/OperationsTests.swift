import Foundation
import Quarry
import QuarrySQLiteEngine
import Synchronization
import TestSupport
import Testing

/// What is done with a database as a whole.
@Suite("Operations on a database") struct OperationsTests {
  private func number(_ database: Database, _ sql: SQLFragment) async throws -> Int? {
    try await database.fetchOne(sql.values(Int.self))
  }

  private static func fill(_ database: Database, rows: Int = 400) async throws {
    try await database.executeScript(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent (id), text TEXT);
      CREATE TABLE pair (a, b REFERENCES parent (id), PRIMARY KEY (a)) WITHOUT ROWID;
      CREATE INDEX child_text ON child (text);
      INSERT INTO parent VALUES (1);
      """)
    try await database.write { session in
      for row in 1...rows {
        try session.execute("INSERT INTO child VALUES (\(row), 1, \(String(repeating: "text \(row) ", count: 20)))")
      }
    }
  }

  // MARK: Integrity

  @Test("A sound database is sound", arguments: LocalDriver.allCases) func sound(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    #expect(try await database.checkIntegrity().isSound, "nothing in it")
    try await Self.fill(database)
    #expect(try await database.checkIntegrity() == database.checkIntegrity(limit: 1))
    #expect(try await database.checkIntegrity().isSound)
    await database.close()
  }

  @Test("Rows that refer to none are named", arguments: LocalDriver.engines)
  func orphans(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await Self.fill(database, rows: 3)
    try await database.withoutTransaction { session in
      try session.execute("PRAGMA foreign_keys = 0")
      try session.execute("INSERT INTO child VALUES (70, 7, NULL), (80, 8, NULL)")
      try session.execute("INSERT INTO pair VALUES (1, 9)")
      try session.execute("PRAGMA foreign_keys = 1")
    }
    let report = try await database.checkIntegrity()
    #expect(!report.isSound && report.problems.isEmpty)
    let child = report.orphanRows.filter { $0.table == "child" }
    #expect(child.map(\.rowID) == [70, 80] && child.allSatisfy { $0.parent == "parent" && $0.foreignKey == 0 })
    #expect(report.orphanRows.filter { $0.table == "pair" }.map(\.rowID) == [nil])
    #expect(try await database.checkIntegrity(limit: 2).orphanRows.count == 2)
    #expect(try await database.checkIntegrity(limit: -5).orphanRows.count == 1)
    await database.close()
  }

  @Test("Damage is found") func damage() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await Self.fill(database)
    try await database.checkpoint(.truncate)
    let pageSize = try #require(try await number(database, "PRAGMA page_size"))
    let root = try #require(
      try await database.fetchOne(
        ("SELECT rootpage FROM sqlite_master WHERE name = 'child_text'" as SQLFragment).values(Int.self)))
    await database.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file("a.db")))
    try file.seek(toOffset: UInt64((root - 1) * pageSize + 64))
    try file.write(contentsOf: [UInt8](repeating: 0xAA, count: pageSize / 2))
    try file.close()
    let damaged = try await LocalDriver.sqlite.database(in: folder)
    #expect(try await damaged.checkIntegrity().problems.isEmpty == false)
    #expect(try await damaged.checkIntegrity(limit: 1).problems.count == 1)
    await damaged.close()
  }

  // MARK: Maintenance

  @Test("VACUUM makes the file smaller and loses nothing", arguments: [LocalDriver.sqlite, .sqlcipher])
  func vacuum(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await Self.fill(database, rows: 2_000)
    try await database.execute("DELETE FROM child WHERE id > 10")
    let pages = ("PRAGMA page_count" as SQLFragment).values(Int.self)
    let before = try #require(try await database.fetchOne(pages))
    try await database.vacuum()
    let after = try #require(try await database.fetchOne(pages))
    #expect(after * 4 < before)
    #expect(try await number(database, "SELECT count(*) FROM child") == 10)
    await database.close()
  }

  @Test(
    "A checkpoint moves the log into the file", arguments: [LocalDriver.sqlite, .sqlcipher], CheckpointMode.allCases)
  func checkpoint(_ driver: LocalDriver, _ mode: CheckpointMode) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await Self.fill(database)
    let result = try await database.checkpoint(mode)
    #expect(result.isComplete && result.logPages != nil && result.logPages == result.movedPages)
    let log = try FileManager.default.attributesOfItem(atPath: folder.file(driver.fileName) + "-wal")[.size] as? Int
    #expect((log == 0) == (mode == .truncate))
    await database.close()
  }

  @Test("Where there is no log a checkpoint has nothing to do", arguments: [LocalDriver.sqlite, .sqlcipher, .memory])
  func noLog(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    var settings = SQLiteConnectionSettings()
    settings.journalMode = .delete
    let database = try await driver.database(in: folder, settings: settings)
    try await Self.fill(database, rows: 1)
    let result = try await database.checkpoint(.truncate)
    #expect(result.isComplete && result.logPages == nil && result.movedPages == nil)
    await database.close()
  }

  @Test("A reader of an older state keeps a checkpoint from its end") func olderReader() async throws {
    let folder = try TemporaryFolder()
    let settings = {
      var settings = SQLiteConnectionSettings()
      settings.busyTimeout = .milliseconds(1)
      return settings
    }()
    let database = try await LocalDriver.sqlite.database(in: folder, settings: settings)
    try await Self.fill(database, rows: 5)
    try await database.read { (transaction: DatabaseTransaction) in
      _ = try await transaction.fetchCount(("SELECT id FROM child" as SQLFragment).values(Int.self))
      let other = try await LocalDriver.sqlite.database(in: folder, settings: settings)
      try await other.execute("INSERT INTO parent VALUES (2)")
      let result = try await other.checkpoint(.passive)
      #expect(!result.isComplete)
      #expect(try #require(result.movedPages) < (try #require(result.logPages)))
      await other.close()
    }
    #expect(try await database.checkpoint(.truncate).isComplete)
    await database.close()
  }

  // MARK: Backup

  @Test("A backup has everything, and reports its pages", arguments: LocalDriver.engines)
  func backup(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await Self.fill(database)
    let copies = try TemporaryFolder()
    let path = copies.file(driver.fileName)
    let reports = Mutex<[SQLiteBackupProgress]>([])
    let encryption = driver == .sqlcipher ? SQLCipherEncryption(key: LocalDriver.key) : nil
    try await database.backUp(toFile: path, encryption: encryption, pagesPerStep: 7) { report in
      reports.withLock { $0.append(report) }
    }
    let remaining = reports.withLock { $0.map(\.remainingPages) }
    #expect(remaining == remaining.sorted(by: >) && remaining.last == 0 && remaining.count > 2)
    let copy = try await (driver == .sqlcipher ? LocalDriver.sqlcipher : .sqlite).database(in: copies)
    let rows = ("SELECT id, parent, text FROM child" as SQLFragment).values(Int.self, Int.self, String.self)
    let (wanted, found) = (try await database.fetchAll(rows), try await copy.fetchAll(rows))
    #expect(wanted.count == 400 && zip(wanted, found).allSatisfy { $0 == $1 })
    #expect(try await copy.checkIntegrity().isSound)
    await copy.close()
    await database.close()
  }

  @Test("Writes go on beside a backup, which has one state") func besideWrites() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await Self.fill(database)
    let copies = try TemporaryFolder()
    let gate = Protected(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await database.backUp(toFile: copies.file("a.db"), pagesPerStep: 1) { _ in gate.withLock { $0 += 1 } }
      }
      _ = try await eventually { gate.withLock { $0 > 0 } }
      for row in 1_000..<1_020 {
        // Two rows in each transaction: a state has an even number of them.
        try await database.write { session in
          try session.execute("INSERT INTO child VALUES (\(row), 1, 'new'), (\(row + 5_000), 1, 'new')")
        }
      }
      try await group.waitForAll()
    }
    let copy = try await LocalDriver.sqlite.database(in: copies)
    let count = try await number(copy, "SELECT count(*) FROM child")
    #expect(count.map { $0 >= 400 && $0 % 2 == 0 } == true)
    #expect(try await copy.checkIntegrity().isSound)
    await copy.close()
    await database.close()
  }

  @Test(
    "A cancelled backup leaves the file that was there, and nothing else", arguments: [LocalDriver.sqlite, .sqlcipher])
  func cancelledBackup(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await Self.fill(database)
    let copies = try TemporaryFolder()
    try copies.write("what was there".utf8, to: driver.fileName)
    let encryption = driver == .sqlcipher ? SQLCipherEncryption(key: LocalDriver.key) : nil
    let result = await Task {
      try await database.backUp(
        toFile: copies.file(driver.fileName), encryption: encryption, pagesPerStep: 1
      ) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: copies.path) == [driver.fileName])
    #expect(FileManager.default.contents(atPath: copies.file(driver.fileName)) == Data("what was there".utf8))
    #expect(try await number(database, "SELECT count(*) FROM child") == 400)
    await database.close()
  }

  @Test("A backup neither encrypts nor decrypts", arguments: LocalDriver.engines)
  func wrongKey(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await Self.fill(database, rows: 1)
    let encryption = driver == .sqlcipher ? nil : SQLCipherEncryption(key: LocalDriver.key)
    let error = await #expect(throws: DatabaseError.self) {
      try await database.backUp(toFile: folder.file("copy.db"), encryption: encryption)
    }
    #expect(error?.code == .unsupportedFeature)
    #expect(!folder.has("copy.db"))
    await database.close()
  }

  // MARK: Image

  @Test("An image opens as a database", arguments: LocalDriver.engines) func image(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await Self.fill(database)
    guard driver != .sqlcipher else {
      let error = await #expect(throws: DatabaseError.self) { try await database.image() }
      #expect(error?.code == .unsupportedFeature)
      return await database.close()
    }
    let copies = try TemporaryFolder()
    try copies.write(try await database.image(), to: "a.db")
    let copy = try await LocalDriver.sqlite.database(in: copies)
    #expect(try await number(copy, "SELECT count(*) FROM child") == 400)
    await copy.close()
    await database.close()
  }
}
