import Quarry
import TestSupport
import Testing

/// Databases that are newer than the program.
@Suite("Downgrades") struct DowngradePolicyTests {
  private func migrator(upTo last: Int, _ policy: DowngradePolicy = .refuse) -> DatabaseMigrator<Int> {
    var migrator = DatabaseMigrator<Int>()
    migrator.downgrades = policy
    let texts = [
      "CREATE TABLE parent (id INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1)",
      "CREATE TABLE child (id INTEGER PRIMARY KEY AUTOINCREMENT, p REFERENCES parent (id)); INSERT INTO child VALUES (4, 1)",
      "CREATE VIEW v AS SELECT id FROM child; CREATE TRIGGER t AFTER INSERT ON child BEGIN DELETE FROM parent; END",
    ]
    for (index, text) in texts.prefix(last).enumerated() { migrator.add(index + 1, sql: text) }
    return migrator
  }

  private func state(_ database: Database) async throws -> [[SQLValue]] {
    try await database.fetchAll(
      ("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2" as SQLFragment).rows()
    ).map(\.values)
  }

  @Test(
    "S19: refused with both versions; nothing is written, and the database can be read", arguments: LocalDriver.engines)
  func refused(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await migrator(upTo: 3).migrate(database)
    let before = try await state(database)
    let error = try await databaseError { try await migrator(upTo: 1).migrate(database) }
    #expect(
      error.code == .downgradeAttempt && error.message.contains("version 3") && error.message.contains("version 1"))
    #expect(try await state(database) == before)
    #expect(!database.isReadOnly)
    await database.close()
  }

  @Test("Only read: every kind of write is refused, reads go on", arguments: LocalDriver.engines)
  func readOnly(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await migrator(upTo: 3).migrate(database)
    let report = try await migrator(upTo: 1, .readOnly).migrate(database)
    #expect(report.applied.isEmpty && report.end == 3 && database.isReadOnly)
    let insert: SQLFragment = "INSERT INTO parent VALUES (2)"
    let writes: [@Sendable () async throws -> Void] = [
      { try await database.execute(insert) },
      { try await database.write { (session: SQLSession) in _ = try session.execute(insert) } },
      { try await database.write { (transaction: DatabaseTransaction) in _ = try await transaction.execute(insert) } },
      { try await database.withoutTransaction { _ = try $0.execute(insert) } },
      { try await database.batch { $0.execute(insert) } },
      { try await database.vacuum() },
      { _ = try await database.lease(.writer) },
    ]
    for (index, write) in writes.enumerated() {
      #expect(try await databaseError { try await write() }.code == .readOnly, "write \(index)")
    }
    let code = try await databaseError { try await database.read { try $0.execute(insert) } }.code
    #expect(code == .readOnly || code == .statementFailed)
    let count = try await database.fetchAll(("SELECT count(*) FROM parent" as SQLFragment).values(Int64.self))
    #expect(count == [1])
    let inside = try await database.read { try $0.fetchAll(("SELECT id FROM v" as SQLFragment).values(Int64.self)) }
    #expect(inside == [4])
    await database.close()
  }

  @Test("Reset: everything goes, and the steps are applied anew", arguments: LocalDriver.engines)
  func reset(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let (database, fresh) = (try await driver.database(in: folder), try await LocalDriver.memory.database(in: folder))
    try await migrator(upTo: 3).migrate(database)
    try await database.execute("CREATE TABLE other (x REFERENCES child (id))")
    let old = migrator(upTo: 2, .reset)
    let rehearsed = try await old.rehearse(database)
    #expect(rehearsed.map(\.name).first == "delete everything" && rehearsed.count == 3)
    let backups = Shared(0)
    var migrator = old
    migrator.beforeFirstStep = { _ in backups.update { $0 += 1 } }
    let report = try await migrator.migrate(database)
    #expect(report.wasReset && report.start == 3 && report.applied == [1, 2] && report.end == 2)
    #expect(backups.value == 1)
    try await self.migrator(upTo: 2).migrate(fresh)
    #expect(try await database.schemaDifferences(from: fresh, ignoring: []).isEmpty)
    let counter = try await database.fetchAll(("SELECT max(id) FROM child" as SQLFragment).values(Int64.self))
    #expect(counter == [4])
    let again = try await migrator.migrate(database)
    #expect(!again.wasReset && again.applied.isEmpty)
    await database.close()
    await fresh.close()
  }

  @Test("A full-text table goes with what stands behind it")
  func virtualTables() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await database.execute("CREATE VIRTUAL TABLE f USING fts5(a)")
    try await database.execute("PRAGMA user_version = 9")
    let report = try await migrator(upTo: 1, .reset).migrate(database)
    #expect(report.wasReset && report.applied == [1])
    let names = try await database.fetchAll(SQLSchema.objects(.table)).map(\.name)
    #expect(names.sorted() == ["parent", "quarry_migration"])
    await database.close()
  }
}
