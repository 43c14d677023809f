import Quarry
import TestSupport
import Testing

/// Migrations of real databases.
@Suite("Migrations") struct DatabaseMigratorTests {
  enum NotesVersion: Int, SchemaVersion { case first = 1, folders = 2, tags = 5, last = 9 }

  private func migrator(upTo last: NotesVersion = .tags) -> DatabaseMigrator<NotesVersion> {
    var migrator = DatabaseMigrator<NotesVersion>()
    migrator.add(
      .first, "notes",
      sql: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE run (version INTEGER);
        INSERT INTO run VALUES (1);
        """)
    if last.rawValue >= 2 {
      migrator.add(.folders, "folders", undo: { try $0.execute("DROP TABLE folder") }) { session in
        try session.execute("CREATE TABLE folder (id INTEGER PRIMARY KEY)")
        try session.execute("INSERT INTO run VALUES (2)")
      }
    }
    if last.rawValue >= 5 {
      migrator.add(
        .tags, "tags", sql: "CREATE TABLE tag (id INTEGER PRIMARY KEY); INSERT INTO run VALUES (5)",
        undo: "DROP TABLE tag; DELETE FROM run WHERE version = 5")
    }
    return migrator
  }

  private func numbers(_ database: Database, _ sql: SQLFragment) async throws -> [Int64] {
    try await database.fetchAll(sql.values(Int64.self))
  }

  @Test("Steps run in order, once, from wherever the database is", arguments: LocalDriver.engines)
  func steps(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let first = try await migrator(upTo: .first).migrate(database)
    #expect(first.applied == [1] && first.start == 0 && first.end == 1)
    let second = try await migrator().migrate(database)
    #expect(second.applied == [2, 5] && second.start == 1 && second.end == 5)
    let third = try await migrator().migrate(database)
    #expect(third.applied.isEmpty && third.end == 5)
    #expect(try await numbers(database, "SELECT version FROM run") == [1, 2, 5])
    #expect(try await numbers(database, "PRAGMA user_version") == [5])
    #expect(try await numbers(database, "SELECT number FROM quarry_migration ORDER BY number") == [1, 2, 5])
    await database.close()
  }

  @Test(
    "A step that fails leaves nothing, those before it stay, and the next call goes on", arguments: LocalDriver.engines)
  func failure(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let fails = Shared(true)
    var migrator = migrator(upTo: .first)
    migrator.add(.folders, "half") { session in
      try session.execute("CREATE TABLE half (a)")
      try session.execute("INSERT INTO run VALUES (2)")
      if fails.value { throw Refused() }
    }
    await #expect(throws: Refused.self) { try await migrator.migrate(database) }
    #expect(try await numbers(database, "SELECT version FROM run") == [1])
    #expect(try await numbers(database, "SELECT count(*) FROM sqlite_master WHERE name = 'half'") == [0])
    #expect(try await numbers(database, "PRAGMA user_version") == [1])
    fails.set(false)
    #expect(try await migrator.migrate(database).applied == [2])
    #expect(try await numbers(database, "SELECT version FROM run") == [1, 2])
    await database.close()
  }

  @Test("However many open a file at once, each step runs once", arguments: [LocalDriver.sqlite, .sqlcipher])
  func atOnce(_ driver: LocalDriver) async throws {
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      let first = try await driver.database(in: folder)
      try await migrator(upTo: .first).migrate(first)
      let applied = try await withThrowingTaskGroup(of: [Int64].self) { group in
        for _ in 0..<8 {
          group.addTask {
            let database = try await driver.database(in: folder)
            let report = try await migrator().migrate(database)
            await database.close()
            #expect(report.end == 5)
            return report.applied
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(applied.sorted() == [2, 5])
      #expect(try await numbers(first, "SELECT version FROM run ORDER BY version") == [1, 2, 5])
      await first.close()
    }
  }

  @Test("A table that others refer to is replaced, and keeps their rows", arguments: LocalDriver.engines)
  func parents(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    var migrator = DatabaseMigrator<Int>()
    migrator.add(
      1,
      sql: """
        CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id) ON DELETE CASCADE);
        INSERT INTO parent VALUES (1, 'a'); INSERT INTO child VALUES (1, 1), (2, 1);
        """)
    migrator.add(
      2,
      sql: """
        CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        INSERT INTO new SELECT id, name FROM parent; DROP TABLE parent; ALTER TABLE new RENAME TO parent;
        """)
    try await migrator.migrate(database)
    #expect(try await numbers(database, "SELECT id FROM child ORDER BY id") == [1, 2])
    #expect(try await numbers(database, "PRAGMA foreign_keys") == [1], "enforced again")
    migrator.add(3, sql: "DELETE FROM parent")
    let error = try await databaseError { try await migrator.migrate(database) }
    #expect(error.code == .constraintForeignKey)
    #expect(try await numbers(database, "SELECT id FROM parent") == [1], "a step that breaks references is undone")
    #expect(try await numbers(database, "PRAGMA foreign_keys") == [1])
    await database.close()
  }

  @Test("A cancelled migration leaves foreign keys enforced", arguments: LocalDriver.engines)
  func cancelled(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    var migrator = DatabaseMigrator<Int>()
    migrator.add(1) { session in
      try session.execute("CREATE TABLE t (a)")
      withUnsafeCurrentTask { $0?.cancel() }
      try session.execute("CREATE TABLE u (a)")
    }
    let cancelled = migrator
    let result = await Task { try await cancelled.migrate(database) }.result
    #expect(throws: (any Error).self) { try result.get() }
    let found = try await database.withoutTransaction { session in
      try session.fetchOne(("PRAGMA foreign_keys" as SQLFragment).values(Int64.self))
    }
    #expect(found == 1)
    #expect(try await numbers(database, "SELECT count(*) FROM sqlite_master") == [0])
    await database.close()
  }

  @Test("A newer file is refused, unchanged and readable, or taken back", arguments: LocalDriver.engines)
  func downgrade(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await migrator().migrate(database)
    let error = try await databaseError { try await migrator(upTo: .folders).migrate(database) }
    #expect(error.code == .downgradeAttempt)
    #expect(try await numbers(database, "SELECT version FROM run ORDER BY version") == [1, 2, 5])
    var allowing = migrator(upTo: .folders)
    allowing.downgrades = .allow
    #expect(try await allowing.migrate(database).applied.isEmpty)
    var undoing = migrator()
    undoing.downgrades = .undo
    let report = try await undoing.migrate(database, to: .first)
    #expect(report.undone == [5, 2] && report.end == 1)
    #expect(try await numbers(database, "PRAGMA user_version") == [1])
    #expect(try await migrator().migrate(database).applied == [2, 5])
    await database.close()
  }

  @Test("Files of other libraries are taken over by their version", arguments: LocalDriver.engines)
  func adoption(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.executeScript(
      "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); CREATE TABLE run (version INTEGER);")
    let unversioned = try await databaseError { try await migrator().migrate(database) }
    #expect(unversioned.code == .unversionedSchema)
    try await database.withoutTransaction { try $0.execute("PRAGMA user_version = 1") }
    #expect(try await migrator().migrate(database).applied == [2, 5])
    try await database.execute("UPDATE quarry_migration SET checksum = '0000000000000000' WHERE number = 5")
    let edited = try await databaseError { try await migrator().migrate(database) }
    #expect(edited.code == .editedMigration)
    await database.close()
  }

  @Test("An observer is told in order, and may veto") func observers() async throws {
    final class Log: MigrationObserver {
      typealias Version = NotesVersion
      let lines = Shared<[String]>([])
      let vetoes = Shared(false)
      func willStart(from start: Int64, to end: Int64) async throws {
        lines.update { $0.append("start \(start) \(end)") }
        if vetoes.value { throw Refused() }
      }
      func willPerform(_ step: MigrationStep<NotesVersion>) async { lines.update { $0.append("will \(step.name)") } }
      func didPerform(_ step: MigrationStep<NotesVersion>, number: Int) async {
        lines.update { $0.append("did \(step.name) \(number)") }
      }
      func didFinish(from start: Int64, to end: Int64) async { lines.update { $0.append("end \(start) \(end)") } }
      func didFail(_ step: MigrationStep<NotesVersion>, _ error: any Error) async {
        lines.update { $0.append("failed \(step.name)") }
      }
    }
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    let log = Log()
    var migrator = migrator()
    migrator.observer = log
    log.vetoes.set(true)
    await #expect(throws: Refused.self) { try await migrator.migrate(database) }
    #expect(
      try await numbers(database, "SELECT count(*) FROM sqlite_master") == [0], "a veto leaves everything as it is")
    log.vetoes.set(false)
    log.lines.set([])
    try await migrator.migrate(database)
    #expect(
      log.lines.value == [
        "start 0 5", "will notes", "did notes 1", "will folders", "did folders 2", "will tags", "did tags 3", "end 0 5",
      ])
    log.lines.set([])
    try await migrator.migrate(database)
    #expect(log.lines.value.isEmpty, "nothing to do is nothing to tell")
    let other = try await LocalDriver.memory.database(in: folder)
    var failing = self.migrator(upTo: .first)
    failing.add(.folders, "half") { _ in throw Refused() }
    failing.observer = log
    let refused = failing
    await #expect(throws: Refused.self) { try await refused.migrate(other) }
    #expect(log.lines.value == ["start 0 2", "will notes", "did notes 1", "will half", "failed half"])
    await other.close()
    await database.close()
  }

  @Test("O8: steps that are applied together take effect together, or not at all", arguments: LocalDriver.engines)
  func together(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let fails = Shared(true)
    var migrator = migrator()
    migrator.appliesStepsTogether = true
    var failing = migrator
    failing.add(.last, "last") { session in
      try session.execute("INSERT INTO run VALUES (9)")
      if fails.value { throw Refused() }
    }
    let refused = failing
    await #expect(throws: Refused.self) { try await refused.migrate(database) }
    #expect(try await numbers(database, "SELECT count(*) FROM sqlite_master") == [0])
    #expect(try await numbers(database, "PRAGMA user_version") == [0])
    fails.set(false)
    #expect(try await refused.migrate(database).applied == [1, 2, 5, 9])
    #expect(try await numbers(database, "SELECT version FROM run") == [1, 2, 5, 9])
    #expect(try await numbers(database, "PRAGMA user_version") == [9])
    await database.close()
  }

  @Test("However many apply their steps together at once, each step runs once", arguments: [false, true])
  func togetherAtOnce(_ isMixed: Bool) async throws {
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      let first = try await LocalDriver.sqlite.database(in: folder)
      let applied = try await withThrowingTaskGroup(of: [Int64].self) { group in
        for index in 0..<8 {
          group.addTask {
            let database = try await LocalDriver.sqlite.database(in: folder)
            var migrator = migrator()
            migrator.appliesStepsTogether = !isMixed || index.isMultiple(of: 2)
            let report = try await migrator.migrate(database)
            await database.close()
            #expect(report.end == 5)
            return report.applied
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(applied.sorted() == [1, 2, 5])
      #expect(try await numbers(first, "SELECT version FROM run ORDER BY version") == [1, 2, 5])
      await first.close()
    }
  }

  @Test("Steps out of order are refused at once") func order() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.memory.database(in: folder)
    for versions in [[2, 1], [1, 1], [0], [-1], [Int(Int32.max) + 1]] {
      var migrator = DatabaseMigrator<Int>()
      for version in versions { migrator.add(version, sql: "CREATE TABLE t (a)") }
      let error = try await databaseError { try await migrator.migrate(database) }
      #expect(error.code == .invalidConfiguration)
    }
    #expect(try await numbers(database, "SELECT count(*) FROM sqlite_master") == [0])
    await database.close()
  }
}
