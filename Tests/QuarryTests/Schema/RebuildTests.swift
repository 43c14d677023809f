import Quarry
import TestSupport
import Testing

/// Tables that get another definition and keep their rows.
@Suite("Rebuilding tables") struct RebuildTests {
  private static let id = SQLColumn<Int64>("id", primaryKey: .autoincrement)
  private static let cents = SQLColumn<Int64>("cents", check: "cents >= 0")
  private static let note = SQLColumn<String>("note", defaultValue: "none")
  private static let table = SQLTable("price", id, cents, note, indexes: [SQLIndex("price_cents", on: cents)])

  private static let script: [SQLFragment] = [
    "CREATE TABLE price (id INTEGER PRIMARY KEY AUTOINCREMENT, amount REAL, gone TEXT)",
    "CREATE INDEX price_amount ON price (id, gone)", "CREATE INDEX price_id ON price (id)",
    "CREATE TABLE line (id INTEGER PRIMARY KEY, price INTEGER REFERENCES price (id) ON DELETE CASCADE)",
    "CREATE TABLE log (x)", "CREATE VIEW ids AS SELECT id FROM price", "CREATE VIEW more AS SELECT id FROM ids",
    "CREATE TRIGGER own AFTER INSERT ON price BEGIN INSERT INTO log VALUES (new.id); END",
    "CREATE TRIGGER elsewhere AFTER INSERT ON line BEGIN UPDATE price SET id = id; END",
    "INSERT INTO price (id, amount, gone) VALUES (1, 1.25, 'a'), (7, 0.1, 'b'), (90, 3.0, 'c')",
    "DELETE FROM price WHERE id = 90", "INSERT INTO line VALUES (1, 1), (2, 7), (3, 7)", "DELETE FROM log",
  ]

  private func filled(_ driver: LocalDriver, _ folder: TemporaryFolder) async throws -> Database {
    let database = try await driver.database(in: folder)
    for statement in Self.script { try await database.execute(statement) }
    return database
  }

  private func numbers(_ database: Database, _ sql: SQLFragment) async throws -> [Int64] {
    try await database.fetchAll(sql.values(Int64.self))
  }

  private func texts(_ database: Database, _ sql: SQLFragment) async throws -> [String] {
    try await database.fetchAll(sql.values(String.self))
  }

  private static let command = SQLRebuildTable(
    table, values: ["cents": "CAST(round(amount * 100) AS INTEGER)", "note": "gone || '!'"])

  @Test(
    "S46: the rows of a child with CASCADE, views, triggers, counter and rowids are kept",
    arguments: LocalDriver.engines)
  func kept(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await filled(driver, folder)
    try await database.execute("DROP INDEX price_amount")
    try await database.writeWithForeignKeysSuspended { try $0.run(Self.command) }
    #expect(try await numbers(database, "SELECT cents FROM price ORDER BY id") == [125, 10])
    #expect(try await texts(database, "SELECT note FROM price ORDER BY id") == ["a!", "b!"])
    #expect(try await numbers(database, "SELECT id FROM line ORDER BY id") == [1, 2, 3])
    #expect(try await numbers(database, "SELECT id FROM more ORDER BY id") == [1, 7])
    #expect(try await numbers(database, "PRAGMA foreign_keys") == [1], "enforced again")
    try await database.execute("INSERT INTO price (cents) VALUES (5)")
    #expect(try await numbers(database, "SELECT id FROM price WHERE cents = 5") == [91], "the counter goes on")
    #expect(try await numbers(database, "SELECT x FROM log") == [91], "the trigger fires")
    let names = try await texts(
      database, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    #expect(names == ["price_cents", "price_id"])
    let model = try #require(try await database.run(SQLDescribeTable("price"))).model
    #expect(model.columns.map(\.name) == ["id", "cents", "note"])
    await database.close()
  }

  @Test("With foreign keys on and a child, it is refused before anything changes", arguments: LocalDriver.engines)
  func refused(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await filled(driver, folder)
    let error = try await databaseError { try await database.run(Self.command) }
    #expect(error.code == .invalidQuery && error.message.contains("writeWithForeignKeysSuspended"))
    #expect(try await numbers(database, "SELECT id FROM line ORDER BY id") == [1, 2, 3])
    await database.close()
  }

  @Test("A row that breaks a new constraint leaves all as it was", arguments: LocalDriver.engines)
  func broken(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await filled(driver, folder)
    let before = try await database.fetchAll(("SELECT name, sql FROM sqlite_master" as SQLFragment).rows()).map(
      \.values)
    let command = SQLRebuildTable(Self.table, values: ["cents": "0 - id"])
    let error = try await databaseError { try await database.writeWithForeignKeysSuspended { try $0.run(command) } }
    #expect(error.code == .constraintCheck)
    let after = try await database.fetchAll(("SELECT name, sql FROM sqlite_master" as SQLFragment).rows()).map(\.values)
    #expect(before == after)
    #expect(try await numbers(database, "PRAGMA foreign_keys") == [1])
    await database.close()
  }

  @Test("A reference that leads nowhere behind it undoes everything")
  func dangling() async throws {
    let folder = try TemporaryFolder()
    let database = try await filled(.sqlite, folder)
    let error = try await databaseError {
      try await database.writeWithForeignKeysSuspended { try $0.execute("DELETE FROM price WHERE id = 7") }
    }
    #expect(error.code == .constraintForeignKey && error.message.contains("line"))
    #expect(try await numbers(database, "SELECT id FROM price ORDER BY id") == [1, 7])
    await database.close()
  }

  @Test("Tables of every kind, with and without progress", arguments: [false, true], LocalDriver.engines)
  func kinds(_ tellsProgress: Bool, _ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let a = SQLColumn<String>("a")
    let b = SQLColumn<Int64?>("b")
    let tables: [(String, SQLTable)] = [
      ("CREATE TABLE t (a TEXT, rowid INTEGER)", SQLTable("t", a, b)),
      ("CREATE TABLE t (a TEXT)", SQLTable("t", a, b)),
      ("CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID", SQLTable("t", a, b, primaryKey: [a], kind: .withoutRowID)),
      ("CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID", SQLTable("t", a, b)),
      ("CREATE TABLE t (a TEXT, b INTEGER PRIMARY KEY)", SQLTable("t", SQLColumn<Int64>("b", primaryKey: .plain), a)),
    ]
    for (text, table) in tables {
      try await database.execute(SQLFragment(raw: text))
      try await database.execute(
        """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 45001)
        INSERT INTO t (a) SELECT printf('row %d', x * 3) FROM n
        """)
      let key = text.contains("rowid") || text.contains("WITHOUT") ? nil : "rowid"
      if let key { try await database.execute(SQLFragment(raw: "DELETE FROM t WHERE \(key) BETWEEN 100 AND 30000")) }
      let query: SQLFragment = key == nil ? "SELECT a FROM t ORDER BY a" : "SELECT rowid, a FROM t ORDER BY a"
      let before = try await database.fetchAll(query.rows()).map(\.values)
      let reports = Shared<[TableRebuildProgress]>([])
      let command =
        tellsProgress
        ? SQLRebuildTable(table) { report in reports.update { $0.append(report) } } : SQLRebuildTable(table)
      try await database.run(command)
      #expect(try await database.fetchAll(query.rows()).map(\.values) == before, "\(text)")
      if tellsProgress, !text.contains("WITHOUT"), !text.contains("rowid") {
        let found = reports.value
        #expect(found.first?.copiedRows == 0 && found.last?.copiedRows == before.count && found.count > 1)
        #expect(found.allSatisfy { $0.totalRows == before.count && $0.table == "t" })
      }
      try await database.execute("DROP TABLE t")
    }
    await database.close()
  }

  @Test("A migration tells how many rows a rebuild has copied", arguments: LocalDriver.engines)
  func observed(_ driver: LocalDriver) async throws {
    struct Observer: MigrationObserver {
      typealias Version = Int
      let seen: Shared<[String]>
      func willPerform(_ step: MigrationStep<Int>) async { seen.update { $0.append("will \(step.version)") } }
      func didCopy(_ step: MigrationStep<Int>, _ progress: TableRebuildProgress) {
        seen.update { $0.append("\(step.version) \(progress.table) \(progress.copiedRows)/\(progress.totalRows)") }
      }
      func didPerform(_ step: MigrationStep<Int>, number: Int) async {
        seen.update { $0.append("did \(step.version)") }
      }
    }
    let folder = try TemporaryFolder()
    let database = try await filled(driver, folder)
    try await database.execute("DROP INDEX price_amount")
    var migrator = DatabaseMigrator<Int>()
    migrator.baseline = 1
    migrator.add(1, sql: "SELECT 1")
    migrator.add(2) { try $0.run(Self.command) }
    let seen = Shared<[String]>([])
    migrator.observer = Observer(seen: seen)
    try await migrator.migrate(database)
    #expect(seen.value == ["will 2", "2 price 0/2", "2 price 2/2", "did 2"])
    #expect(try await numbers(database, "SELECT id FROM line ORDER BY id") == [1, 2, 3])
    await database.close()
  }
}
