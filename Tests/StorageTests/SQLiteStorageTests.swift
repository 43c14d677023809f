import DatabaseLife
import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import QuarryStorage
import TestSupport
import Testing

/// The storage builder, with what users of OktaSQLiteStorage met with it.
@Suite struct SQLiteStorageTests {
  enum Version: Int, StorageVersion { case one = 1, three = 3, ten = 10 }

  struct Migrator: StorageMigrator {
    typealias Version = SQLiteStorageTests.Version
    var seen = Shared<[String]>([])
    var vetoes = false
    var failsAt: Version?

    func willStart(from start: Version, to end: Version) async throws {
      seen.update { $0.append("will \(start) \(end)") }
      if vetoes { throw Veto() }
    }

    func perform(_ version: Version, _ session: SQLSession) throws {
      seen.update { $0.append("\(version)") }
      try session.execute(SQLFragment(raw: "CREATE TABLE t\(version.rawValue) (a)"))
      if failsAt == version { throw Veto() }
    }

    func didPerform(_ version: Version) async { seen.update { $0.append("performed \(version)") } }
    func didFail(_ version: Version, _ error: any Error) async { seen.update { $0.append("failed \(version)") } }
    func didFinish(from start: Version, to end: Version) async { seen.update { $0.append("did \(start) \(end)") } }
  }

  struct Veto: Error {}

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func build(
    _ version: Version, _ builder: SQLiteStorageBuilder = SQLiteStorageBuilder(), _ name: String = "a.db"
  ) async throws -> SQLiteStorage<Version> {
    let tables = Version.allCases.filter { $0.rawValue <= version.rawValue }
    let sql = tables.map { "CREATE TABLE t\($0.rawValue) (a);" }.joined()
    return try await builder.build(schema: StorageSchema(version: version, sql: sql), path: folder.file(name))
  }

  private func text(_ database: Database, _ sql: SQLFragment) async throws -> String? {
    try await database.fetchAll(sql.values(String.self)).first
  }

  private func version(_ database: Database) async throws -> Int64? {
    try await database.fetchAll(("PRAGMA user_version" as SQLFragment).values(Int64.self)).first
  }

  @Test("O12: wherever Swift runs, a new database gets the schema at once; initializing twice does nothing")
  func fresh() async throws {
    let storage = try await build(.ten, SQLiteStorageBuilder(), "folders/that/are/made/a.db")
    let migrator = Migrator()
    try await storage.initialize(migrator: migrator)
    try await storage.initialize(migrator: migrator)
    #expect(migrator.seen.value.isEmpty)
    #expect(try await version(storage.database) == 10)
    await storage.close()
  }

  @Test("O5: a migrated database has the schema of a new one") func same() async throws {
    let old = try await build(.one)
    try await old.initialize(migrator: Migrator())
    await old.close()
    let migrated = try await build(.ten)
    let migrator = Migrator()
    try await migrated.initialize(migrator: migrator)
    #expect(
      migrator.seen.value == [
        "will one ten", "three", "performed three", "ten", "performed ten", "did one ten",
      ])
    let fresh = try await build(.ten, SQLiteStorageBuilder(), "fresh.db")
    try await fresh.initialize(migrator: Migrator())
    #expect(try await fresh.database.schemaDifferences(from: migrated.database).isEmpty)
    await fresh.close()
    await migrated.close()
  }

  @Test("A veto changes nothing, a step that fails leaves those before it, and the next call goes on")
  func failures() async throws {
    let old = try await build(.one)
    try await old.initialize(migrator: Migrator())
    await old.close()
    let storage = try await build(.ten)
    await #expect(throws: Veto.self) { try await storage.initialize(migrator: Migrator(vetoes: true)) }
    #expect(try await version(storage.uninitializedDatabase) == 1)
    let failing = Migrator(failsAt: .ten)
    await #expect(throws: Veto.self) { try await storage.initialize(migrator: failing) }
    #expect(failing.seen.value == ["will one ten", "three", "performed three", "ten", "failed ten"])
    #expect(try await version(storage.uninitializedDatabase) == 3)
    let migrator = Migrator()
    try await storage.initialize(migrator: migrator)
    #expect(migrator.seen.value == ["will three ten", "ten", "performed ten", "did three ten"])
    await storage.close()
  }

  @Test("O3, O7: newer, unknown and negative versions are three errors, before any hook; the file stays readable")
  func versions() async throws {
    let newer = try await build(.ten)
    try await newer.initialize(migrator: Migrator())
    await newer.close()
    let storage = try await build(.three)
    let migrator = Migrator()
    #expect(try await databaseError { try await storage.initialize(migrator: migrator) }.code == .downgradeAttempt)
    #expect(migrator.seen.value.isEmpty)
    #expect(try await version(storage.uninitializedDatabase) == 10)
    #expect(throws: DatabaseError.self) { _ = try storage.database }
    try await storage.initialize(migrator: migrator) { $0.downgrades = .readOnly }
    #expect(try await version(storage.database) == 10)
    #expect(try await databaseError { try await storage.database.execute("DELETE FROM t1") }.code == .readOnly)
    await storage.close()
    for (number, code) in [(2, DatabaseError.Code.unknownSchemaVersion), (-4, .negativeSchemaVersion)] {
      let name = "v\(number).db"
      let other = try await Database(SQLiteDriver(path: folder.file(name)))
      try await other.execute("CREATE TABLE t1 (a)")
      try await other.execute(SQLFragment(raw: "PRAGMA user_version = \(number)"))
      await other.close()
      let storage = try await build(.three, SQLiteStorageBuilder(), name)
      #expect(try await databaseError { try await storage.initialize(migrator: migrator) }.code == code)
      await storage.close()
    }
  }

  @Test("O4: a file with tables and without a version is told apart, and can be adopted") func unversioned()
    async throws
  {
    let other = try await Database(SQLiteDriver(path: folder.file("a.db")))
    try await other.execute("CREATE TABLE t1 (a)")
    await other.close()
    let storage = try await build(.ten)
    #expect(try await databaseError { try await storage.initialize(migrator: Migrator()) }.code == .unversionedSchema)
    let migrator = Migrator()
    try await storage.initialize(migrator: migrator) { $0.baseline = .one }
    #expect(migrator.seen.value.filter { $0.hasPrefix("performed") } == ["performed three", "performed ten"])
    let fresh = try await build(.ten, SQLiteStorageBuilder(), "fresh.db")
    try await fresh.initialize(migrator: Migrator())
    #expect(try await fresh.database.schemaDifferences(from: storage.database).isEmpty)
    await fresh.close()
    await storage.close()
  }

  @Test("O9: nobody gets the database before it is initialized") func uninitialized() async throws {
    let storage = try await build(.ten)
    #expect(throws: DatabaseError.self) { _ = try storage.database }
    try await storage.initialize(migrator: Migrator())
    _ = try storage.database
    await storage.close()
  }

  @Test("O11: the write-ahead log is on or off, as it was said", arguments: [true, false])
  func log(_ isLogged: Bool) async throws {
    let storage = try await build(.one, SQLiteStorageBuilder().setWriteAheadLog(enabled: isLogged))
    try await storage.initialize(migrator: Migrator())
    #expect(try await text(storage.database, "PRAGMA journal_mode") == (isLogged ? "wal" : "delete"))
    #expect(folder.has("a.db-wal") == isLogged)
    await storage.close()
  }

  @Test("O2: a step that replaces a parent keeps the rows of its children") func parents() async throws {
    struct Replacing: StorageMigrator {
      func perform(_ version: Version, _ session: SQLSession) throws {
        try session.execute("CREATE TABLE new (id INTEGER PRIMARY KEY)")
        try session.execute("INSERT INTO new SELECT id FROM p")
        try session.execute("DROP TABLE p")
        try session.execute("ALTER TABLE new RENAME TO p")
      }
    }
    let path = folder.file("p.db")
    let sql = """
      CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p (id) ON DELETE CASCADE);
      INSERT INTO p VALUES (1); INSERT INTO c VALUES (1), (1)
      """
    let first = try await SQLiteStorageBuilder().build(
      schema: StorageSchema(version: Version.one, sql: sql), path: path)
    try await first.initialize(migrator: Replacing())
    await first.close()
    let second = try await SQLiteStorageBuilder().build(
      schema: StorageSchema(version: Version.three, sql: sql), path: path)
    try await second.initialize(migrator: Replacing())
    let children = try await second.database.fetchAll(("SELECT count(*) FROM c" as SQLFragment).values(Int64.self))
    #expect(children == [2])
    await second.close()
  }

  @Test("O1: many storages that initialize one new file at once, and none sees an error", arguments: [true, false])
  func atOnce(_ isNew: Bool) async throws {
    for round in 0..<5 {
      let name = "n\(round).db"
      if !isNew {
        let first = try await build(.one, SQLiteStorageBuilder(), name)
        try await first.initialize(migrator: Migrator())
        await first.close()
      }
      let seen = Shared<[String]>([])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let storage = try await build(.ten, SQLiteStorageBuilder(), name)
            try await storage.initialize(migrator: Migrator(seen: seen))
            await storage.close()
          }
        }
        try await group.waitForAll()
      }
      let storage = try await build(.ten, SQLiteStorageBuilder(), name)
      try await storage.initialize(migrator: Migrator())
      #expect(try await version(storage.database) == 10)
      await storage.close()
    }
  }

  @Test("O8: a statement that refuses transactions fails its step and leaves nothing of it; it has a place of its own")
  func withoutTransaction() async throws {
    struct Vacuuming: StorageMigrator {
      func perform(_ version: Version, _ session: SQLSession) throws {
        try session.execute("CREATE TABLE half (a)")
        try session.execute("VACUUM")
      }
    }
    let old = try await build(.one)
    try await old.initialize(migrator: Vacuuming())
    await old.close()
    let storage = try await build(.three)
    await #expect(throws: DatabaseError.self) { try await storage.initialize(migrator: Vacuuming()) }
    let database = storage.uninitializedDatabase
    #expect(try await version(database) == 1)
    #expect(try await database.fetchAll(SQLSchema.object(named: "half")).isEmpty)
    try await database.withoutTransaction { _ = try $0.execute("VACUUM") }
    try await storage.initialize(migrator: Migrator())
    await storage.close()
  }

  @Test("O10: backup, integrity, checkpoint, reading only, another key, and an end of use") func operations()
    async throws
  {
    guard Installed.hasSQLCipher else { return }
    let path = folder.file("a.db")
    let encryption = SQLCipherEncryption(key: .passphrase("first"))
    let storage = try await build(.one, SQLiteStorageBuilder().setEncryption(encryption))
    try await storage.initialize(migrator: Migrator())
    let database = try storage.database
    let reports = Shared(0)
    try await database.backUp(toFile: folder.file("b.db"), encryption: encryption) { _ in reports.update { $0 += 1 } }
    #expect(reports.value > 0 && folder.has("b.db"))
    #expect(try await database.checkIntegrity().isSound)
    #expect(try await database.checkpoint(.truncate).isComplete)
    await storage.close()
    #expect(try await databaseError { try await database.execute("SELECT 1") }.code == .connectionClosed)
    let next = SQLCipherEncryption(key: .passphrase("second"))
    try await SQLCipherFile(path: path).changeEncryption(from: encryption, to: next)
    let reading = try await Database(SQLCipherDriver(path: path, encryption: next, mode: .readOnly))
    #expect(try await databaseError { try await reading.execute("DELETE FROM t1") }.code == .readOnly)
    await reading.close()
  }

  @Test("A key encrypts the file; another one, or none, is refused at once") func key() async throws {
    guard Installed.hasSQLCipher else { return }
    let storage = try await build(.one, SQLiteStorageBuilder().setKey(.passphrase("secret")))
    try await storage.initialize(migrator: Migrator())
    await storage.close()
    #expect(!folder.bytes(of: "a.db").starts(with: Array("SQLite format 3".utf8)))
    for builder in [SQLiteStorageBuilder(), SQLiteStorageBuilder().setKey(.passphrase("other"))] {
      let error = try await databaseError { try await build(.one, builder) }
      #expect(error.code == .wrongKey || error.code == .notADatabase)
    }
  }

  @Test("The guide: an app's storage over two versions") func guide() async throws {
    guard Installed.hasSQLCipher else { return }
    let path = folder.file("notes.db")
    let schema = StorageSchema(
      version: NotesVersion.first, sql: "CREATE TABLE note (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL)")
    let first = try await SQLiteStorageBuilder().setKey(.passphrase("p")).build(schema: schema, path: path)
    try await first.initialize(migrator: NotesMigrator())
    try await first.database.execute("INSERT INTO note (text) VALUES ('kept')")
    await first.close()
    let lines = Shared<[String]>([])
    let storage = try await openNotes(path: path, passphrase: "p") { line in lines.update { $0.append(line) } }
    #expect(lines.value == ["from first to folders", "done"])
    #expect(try await storage.database.fetchAll(Note.all) == [Note(id: 1, text: "kept", folder: "Inbox")])
    await storage.close()
    let fresh = try await openNotes(path: folder.file("fresh.db"), passphrase: "p")
    #expect(try await fresh.database.insert(Note(text: "new")).id == 1)
    await fresh.close()
  }

  @Test("The guide: a list of closures, on every driver", arguments: LocalDriver.engines)
  func closures(_ driver: LocalDriver) async throws {
    let database = try await driver.database(in: folder)
    #expect(try await libraryMigrations.migrate(database).applied == [1, 2, 3])
    let book = try await database.insert(Book(title: "Emma", pages: 474))
    #expect(try await database.fetchAll(Book.all) == [book])
    #expect(try await database.schemaDifference(to: [Book.table]).isEmpty)
    await database.close()
  }
}
