import Quarry
import TestSupport
import Testing

/// The changes that lead from one schema to another one.
@Suite("Differences of schemas") struct SchemaDifferenceTests {
  private func made(_ sql: String, _ driver: LocalDriver, _ folder: TemporaryFolder) async throws -> Database {
    let database = try await driver.database(in: folder)
    for statement in SQLScript(sql) { try await database.execute(SQLFragment(raw: statement.sql)) }
    return database
  }

  /// Finds and makes the changes, and makes sure that there are none left.
  private func changes(from old: String, to new: String, _ driver: LocalDriver = .sqlite) async throws -> SchemaChanges
  {
    let folders = (try TemporaryFolder(), try TemporaryFolder())
    let (source, target) = (try await made(old, driver, folders.0), try await made(new, driver, folders.1))
    let changes = try await source.schemaDifference(to: target)
    try await source.apply(changes)
    let rest = try await source.schemaDifference(to: target)
    #expect(rest.isEmpty, "left after the changes: \(rest)")
    #expect(try await source.checkIntegrity().isSound)
    await source.close()
    await target.close()
    return changes
  }

  static let schemas: [(old: String, new: String, changes: [String])] = [
    ("CREATE TABLE a (x)", "CREATE TABLE a (x)", []),
    ("CREATE TABLE a (x INTEGER NOT NULL DEFAULT 1)", "create table \"A\"([X] integer default 1 not null) -- no", []),
    (
      "CREATE TABLE a (x INTEGER PRIMARY KEY, y UNIQUE, z REFERENCES a (x))",
      "CREATE TABLE a (z, y, x INTEGER, PRIMARY KEY (x), UNIQUE (y), CONSTRAINT k FOREIGN KEY (z) REFERENCES a (x))", []
    ),
    ("", "CREATE TABLE a (x); CREATE INDEX i ON a (x)", ["create table a", "create index i"]),
    ("CREATE TABLE a (x); CREATE INDEX i ON a (x)", "", ["drop table a (loses data): deletes all its rows"]),
    ("CREATE TABLE a (x)", "CREATE TABLE a (x, y TEXT)", ["alter table a: adds the column y"]),
    (
      "CREATE TABLE a (x INTEGER PRIMARY KEY); INSERT INTO a VALUES (1)",
      "CREATE TABLE a (x INTEGER PRIMARY KEY, y TEXT NOT NULL DEFAULT 'n', z REFERENCES a (x))",
      ["alter table a: adds the column y, adds the column z"]
    ),
    ("CREATE TABLE a (x)", "CREATE TABLE a (x, y UNIQUE)", ["alter table a (rewrites): adds the column y"]),
    (
      "CREATE TABLE a (x)", "CREATE TABLE a (x, y NOT NULL)",
      ["alter table a (rewrites): adds the column y, for which rows that are there have no value"]
    ),
    (
      "CREATE TABLE a (x, y, z); CREATE INDEX i ON a (y); CREATE INDEX j ON a (x)", "CREATE TABLE a (x, z)",
      [
        "alter table a (loses data): drops the column y with its values", "drop index i",
      ]
    ),
    (
      "CREATE TABLE a (x TEXT)", "CREATE TABLE a (x INTEGER CHECK (x > 0))",
      ["alter table a (rewrites): changes the column x"]
    ),
    (
      "CREATE TABLE a (x INTEGER PRIMARY KEY, y)", "CREATE TABLE a (x INTEGER PRIMARY KEY, y, UNIQUE (y, x))",
      ["alter table a (rewrites): changes keys, constraints or options"]
    ),
    (
      "CREATE TABLE a (x); CREATE INDEX i ON a (x)", "CREATE TABLE a (x); CREATE UNIQUE INDEX i ON a (x)",
      ["drop index i: its definition changes", "create index i"]
    ),
    (
      "CREATE TABLE a (x); CREATE VIEW v AS SELECT x FROM a; CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; END",
      "CREATE TABLE a (x NOT NULL); CREATE VIEW v AS SELECT x AS y FROM a",
      [
        "drop trigger t", "drop view v: its definition changes", "alter table a (rewrites): changes the column x",
        "create view v",
      ]
    ),
    (
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT); CREATE TABLE c (p REFERENCES p (id) ON DELETE CASCADE);
      INSERT INTO p VALUES (5); INSERT INTO c VALUES (5)
      """,
      "CREATE TABLE p (id INTEGER PRIMARY KEY, n); CREATE TABLE c (p REFERENCES p (id) ON DELETE SET NULL)",
      [
        "alter table p (rewrites): adds the column n, changes keys, constraints or options",
        "alter table c (rewrites): changes keys, constraints or options",
      ]
    ),
  ]

  @Test("Each pair of schemas, with the changes between them", arguments: LocalDriver.engines, schemas.indices)
  func pairs(_ driver: LocalDriver, _ index: Int) async throws {
    let (old, new, expected) = Self.schemas[index]
    let found = try await changes(from: old, to: new, driver)
    let lines = found.changes.map(\.description)
    // An index of a column that goes, goes with it.
    #expect(lines == expected.filter { $0 != "drop index i" || lines.contains($0) }, "\(found.sql)")
  }

  struct Song: SQLCodable, Equatable {
    var id: Int64
    var title: String
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let title = SQLColumn<String>("title", defaultValue: "-")
    static let table = SQLTable("song", id, title, indexes: [SQLIndex("song_title", on: title)])
    init(id: Int64, title: String) { (self.id, self.title) = (id, title) }
    init(row: inout SQLRowReader<Self>) throws { (id, title) = (try row[Self.id], try row[Self.title]) }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.title] = title
    }
  }

  @Test("Models: a table of a model is no difference, an older one gets what it lacks", arguments: LocalDriver.engines)
  func models(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await made(
      "CREATE TABLE song (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE other (x); INSERT INTO song VALUES (3, 'a')",
      driver, folder)
    let renamed = try await database.schemaDifference(to: [Song.table], renaming: ["Song": ["Title": "NAME"]])
    #expect(
      renamed.changes.map(\.description) == [
        "alter table song (rewrites): renames the column name to title", "create index song_title",
      ])
    #expect(try await database.schemaDifference(to: [Song.table]).danger == .losesData)
    #expect(
      try await database.schemaDifference(to: [Song.table], droppingOthers: true).changes.map(\.name).contains("other"))
    try await database.apply(renamed)
    #expect(try await database.fetchAll(Song.all) == [Song(id: 3, title: "a")])
    #expect(try await database.schemaDifference(to: [Song.table]).isEmpty)
    await database.close()
  }

  @Test("A table is not taken for one of a virtual table because its name begins alike") func namesLikeVirtualOnes()
    async throws
  {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    guard database.engine.supports(.fts5) else { return }
    try await database.run(SQLCreateFullTextTable(SQLFullTextTable("song", columns: ["words"])))
    let list = SQLTable("song_list", SQLColumn<Int64>("id", primaryKey: .plain))
    let changes = try await database.schemaDifference(to: [list])
    #expect(changes.changes.map(\.name) == ["song_list"])
    try await database.apply(changes)
    #expect(try await database.schemaDifference(to: [list]).isEmpty)
    let dropped = try await database.schemaDifference(to: [], droppingOthers: true)
    #expect(
      dropped.changes.map(\.name).sorted() == ["song", "song_list"], "what stands behind a virtual table goes with it")
    try await database.apply(dropped)
    #expect(try await database.fetchAll(SQLSchema.objects()).isEmpty)
    await database.close()
  }

  @Test("As a step of a migration, and as SQL text", arguments: LocalDriver.engines)
  func step(_ driver: LocalDriver) async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let old = "CREATE TABLE song (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO song VALUES (9)"
    let database = try await made(old, driver, folder)
    let changes = try await database.schemaDifference(to: [Song.table])
    var migrator = DatabaseMigrator<Int>()
    migrator.baseline = 1
    migrator.add(1, sql: old)
    migrator.add(2, "songs", changes)
    try await migrator.migrate(database)
    #expect(try await database.fetchAll(Song.all) == [Song(id: 9, title: "-")])
    let second = try await made(old, driver, other)
    for statement in SQLScript(changes.sql) { try await second.execute(SQLFragment(raw: statement.sql)) }
    #expect(try await second.schemaDifferences(from: database, ignoring: ["quarry_migration"]).isEmpty)
    await database.close()
    await second.close()
  }

  @Test("Changes that fail leave everything as it was")
  func failing() async throws {
    let folder = try TemporaryFolder()
    let database = try await made(
      "CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO song VALUES (1, NULL)", .sqlite, folder)
    let changes = try await database.schemaDifference(to: [Song.table])
    let error = try await databaseError { try await database.apply(changes) }
    #expect(error.code == .constraintNotNull)
    #expect(try await database.schemaDifference(to: [Song.table]) == changes)
    await database.close()
  }

  @Test(
    "Random schemas: the changes lead from one to the other, and keep the rows of columns that both have",
    arguments: 0..<40)
  func random(_ seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let driver = LocalDriver.engines[seed % 3]
    let (old, new) = (RandomSchema(&generator), RandomSchema(&generator))
    let folders = (try TemporaryFolder(), try TemporaryFolder())
    let source = try await made(old.sql, driver, folders.0)
    let target = try await made(new.sql, driver, folders.1)
    var before: [String: [[SQLValue]]] = [:]
    for (table, columns) in old.tables {
      let kept = columns.filter { new.tables[table]?.contains($0) ?? false }
      guard !kept.isEmpty else { continue }
      for row in 1...5 {
        let values = columns.indices.map {
          old.references.contains("\(table).\(columns[$0])") ? "NULL" : "\(row * 7 + $0)"
        }
        try await source.execute(SQLFragment(raw: "INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))"))
      }
      // Another type may store the same number in another way, and a new reference leads nowhere.
      let readable = kept.filter { !new.references.contains("\(table).\($0)") }
      guard readable.count == kept.count else {
        try await source.execute(SQLFragment(raw: "DELETE FROM \(table)"))
        continue
      }
      let texts = kept.map { "CAST(\($0) AS TEXT)" }.joined(separator: ", ")
      let query = SQLFragment(raw: "SELECT \(texts) FROM \(table) ORDER BY rowid")
      before[query.sql] = try await source.fetchAll(query.rows()).map(\.values)
    }
    let changes = try await source.schemaDifference(to: target)
    try await source.apply(changes)
    #expect(try await source.schemaDifference(to: target).isEmpty, "\(changes.sql)")
    for (query, rows) in before {
      #expect(try await source.fetchAll(SQLFragment(raw: query).rows()).map(\.values) == rows, "\(changes.sql)")
    }
    await source.close()
    await target.close()
  }

  private struct RandomSchema {
    var sql = "CREATE TABLE p (id INTEGER PRIMARY KEY);\n"
    var tables: [String: [String]] = [:]
    /// The columns that refer to another table.
    var references: Set<String> = []

    init(_ generator: inout SeededGenerator) {
      for table in ["a", "b", "c"] where Int.random(in: 0..<4, using: &generator) > 0 {
        let columns = ["c1", "c2", "c3", "c4"].filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
        guard !columns.isEmpty else { continue }
        let constraints = [
          "", " UNIQUE", " CHECK (1)", " DEFAULT 3", " DEFAULT 'x y'", " COLLATE NOCASE", " REFERENCES p",
        ]
        var definitions = [columns[0]]
        for name in columns.dropFirst() {
          let constraint = constraints.randomElement(using: &generator) ?? ""
          if constraint.contains("REFERENCES") { references.insert("\(table).\(name)") }
          definitions.append("\(name) \(["", "TEXT", "INT"].randomElement(using: &generator) ?? "")\(constraint)")
        }
        sql += "CREATE TABLE \(table) (\(definitions.joined(separator: ", ")));\n"
        if Bool.random(using: &generator) { sql += "CREATE INDEX i_\(table) ON \(table) (\(columns[0]));\n" }
        if Bool.random(using: &generator) { sql += "CREATE VIEW v_\(table) AS SELECT * FROM \(table);\n" }
        if Bool.random(using: &generator) {
          sql += "CREATE TRIGGER t_\(table) AFTER DELETE ON \(table) BEGIN DELETE FROM \(table); END;\n"
        }
        tables[table] = columns
      }
    }
  }
}
