import Quarry
import QuarrySQLiteEngine
import Synchronization
import TestSupport
import Testing

/// What is told before a migration, what runs before its first step, and steps that stand for others.
@Suite("Rehearsals and squashed migrations") struct MigrationRehearsalTests {
  private func number(_ database: Database, _ sql: SQLFragment) async throws -> Int? {
    try await database.fetchOne(sql.values(Int.self))
  }

  private static let schema = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"

  private func migrator(upTo last: Int = 3) -> DatabaseMigrator<Int> {
    var migrator = DatabaseMigrator<Int>()
    migrator.add(1, "notes", sql: Self.schema)
    if last >= 2 {
      migrator.add(2, "pinned") { session in
        try session.execute("ALTER TABLE note ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0")
        try session.execute("UPDATE note SET pinned = \(1) WHERE id = \(1)")
      }
    }
    if last >= 3 { migrator.add(3, "index", sql: "CREATE INDEX note_text ON note (text)") }
    return migrator
  }

  private func tables(_ database: Database) async throws -> [String] {
    let names: SQLFragment = "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name"
    return try await database.fetchAll(names.values(String.self))
  }

  // MARK: Rehearsal

  @Test("A rehearsal tells every statement and changes nothing", arguments: LocalDriver.engines)
  func everyStatement(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let steps = try await migrator().rehearse(database)
    #expect(steps.map(\.number) == [1, 2, 3] && steps.map(\.name) == ["notes", "pinned", "index"])
    #expect(steps[0].statements.contains(Self.schema))
    #expect(
      steps[1].statements.filter { !$0.contains("quarry_migration") && !$0.hasPrefix("PRAGMA") } == [
        "ALTER TABLE note ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0", "UPDATE note SET pinned = ? WHERE id = ?",
      ])
    #expect(steps[2].statements.last == "PRAGMA user_version = 3")
    #expect(try await tables(database).isEmpty)
    #expect(try await number(database, "PRAGMA user_version") == 0)
    #expect(try await migrator().migrate(database).applied == [1, 2, 3])
    #expect(try await migrator().rehearse(database).isEmpty)
    #expect(try await number(database, "PRAGMA foreign_keys") == 1)
    await database.close()
  }

  @Test("A rehearsal fails as the migration would", arguments: LocalDriver.engines)
  func failure(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    var migrator = migrator(upTo: 1)
    migrator.add(2) { session in
      try session.executeScript(
        "CREATE TABLE child (note REFERENCES note (id)); INSERT INTO child VALUES (99)")
    }
    let error = await #expect(throws: DatabaseError.self) { _ = try await migrator.rehearse(database) }
    #expect(error?.code == .constraintForeignKey)
    #expect(try await tables(database).isEmpty)
    #expect(try await number(database, "PRAGMA foreign_keys") == 1)
    await database.close()
  }

  @Test("Steps that are undone are told too") func undone() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    var migrator = DatabaseMigrator<Int>()
    migrator.downgrades = .undo
    migrator.add(1, sql: Self.schema, undo: "DROP TABLE note")
    migrator.add(2, sql: "CREATE TABLE b (x)", undo: "DROP TABLE b")
    try await migrator.migrate(database)
    let steps = try await migrator.rehearse(database, to: 1)
    #expect(steps.map(\.isUndo) == [true] && steps[0].statements.contains("DROP TABLE b"))
    #expect(try await tables(database).contains("b"))
    await database.close()
  }

  // MARK: Before the first step

  @Test("A backup before the first step has the old state", arguments: [LocalDriver.sqlite, .sqlcipher])
  func backup(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let copies = try TemporaryFolder()
    let encryption = driver == .sqlcipher ? SQLCipherEncryption(key: LocalDriver.key) : nil
    let database = try await driver.database(in: folder)
    let calls = Mutex(0)
    var (first, second) = (migrator(upTo: 1), migrator())
    let hook: @Sendable (Database) async throws -> Void = { database in
      calls.withLock { $0 += 1 }
      try await database.backUp(toFile: copies.file(driver.fileName), encryption: encryption)
    }
    first.beforeFirstStep = hook
    second.beforeFirstStep = hook
    try await first.migrate(database)
    #expect(calls.withLock { $0 } == 0, "a new database has nothing to keep")
    try await second.migrate(database)
    try await second.migrate(database)
    #expect(calls.withLock { $0 } == 1)
    let copy = try await driver.database(in: copies)
    #expect(try await tables(copy) == ["note", "quarry_migration"])
    #expect(try await number(copy, "PRAGMA user_version") == 1)
    await copy.close()
    await database.close()
  }

  @Test("When it fails, nothing is changed") func failedHook() async throws {
    struct NoRoom: Error {}
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await migrator(upTo: 1).migrate(database)
    var migrator = migrator()
    migrator.beforeFirstStep = { _ in throw NoRoom() }
    await #expect(throws: NoRoom.self) { try await migrator.migrate(database) }
    #expect(try await tables(database) == ["note", "quarry_migration"])
    await database.close()
  }

  // MARK: Squashing

  private func squashed(_ sql: String? = nil) -> DatabaseMigrator<Int> {
    var migrator = DatabaseMigrator<Int>()
    migrator.squash(
      upTo: 3, "schema of 2026",
      sql: sql ?? """
        create table "note" (id integer primary key, text text not null, -- a comment
          pinned integer not null default 0);
        CREATE INDEX note_text ON note (text)
        """)
    migrator.add(4, sql: "CREATE TABLE tag (name TEXT)")
    return migrator
  }

  @Test("Both ways lead to the same schema", arguments: LocalDriver.engines, LocalDriver.engines)
  func sameSchema(_ one: LocalDriver, _ other: LocalDriver) async throws {
    let (here, there) = (try TemporaryFolder(), try TemporaryFolder())
    let (migrated, fresh) = (try await one.database(in: here), try await other.database(in: there))
    try await migrator().migrate(migrated)
    #expect(try await squashed().migrate(migrated).applied == [4])
    #expect(try await squashed().migrate(migrated).applied.isEmpty)
    #expect(try await squashed().migrate(fresh).applied == [3, 4])
    #expect(try await squashed().migrate(fresh).applied.isEmpty)
    #expect(try await fresh.schemaDifferences(from: migrated).isEmpty)
    try await fresh.execute("DROP INDEX note_text")
    try await fresh.execute("CREATE VIEW v AS SELECT 'A'")
    try await migrated.execute("CREATE VIEW v AS SELECT 'a'")
    try await migrated.execute("CREATE TABLE extra (x)")
    let differences = try await fresh.schemaDifferences(from: migrated)
    #expect(
      differences.map { "\($0.object) \($0.name) \($0.sql != nil) \($0.otherSQL != nil)" } == [
        "table extra false true", "index note_text false true", "view v true true",
      ])
    await fresh.close()
    await migrated.close()
  }

  @Test("An older database is refused unchanged, with and without a table of steps", arguments: [true, false])
  func older(hasTable: Bool) async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await migrator(upTo: 2).migrate(database)
    if !hasTable { try await database.execute("DROP TABLE quarry_migration") }
    let before = try await tables(database)
    let error = await #expect(throws: DatabaseError.self) { try await squashed().migrate(database) }
    #expect(error?.code == .unknownSchemaVersion)
    #expect(try await tables(database) == before)
    await database.close()
  }

  @Test("A file of another library with that version goes on from there") func adopted() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await database.executeScript(
      "\(Self.schema.replacing(")", with: ", pinned INTEGER NOT NULL DEFAULT 0)")); PRAGMA user_version = 3")
    #expect(try await squashed().migrate(database).applied == [4])
    await database.close()
  }

  @Test("An edited squashed step is noticed where it was applied, and only there") func edited() async throws {
    let (here, there) = (try TemporaryFolder(), try TemporaryFolder())
    let (fresh, migrated) = (
      try await LocalDriver.sqlite.database(in: here), try await LocalDriver.sqlite.database(in: there)
    )
    try await squashed().migrate(fresh)
    try await migrator().migrate(migrated)
    let edited = squashed("CREATE TABLE note (id)")
    let error = await #expect(throws: DatabaseError.self) { try await edited.migrate(fresh) }
    #expect(error?.code == .editedMigration)
    #expect(try await edited.migrate(migrated).applied == [4])
    await fresh.close()
    await migrated.close()
  }
}
