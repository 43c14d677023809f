import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Definitions of tables, and reading them back, on every engine.
@Suite struct SchemaTests {
  /// Every library, for tests without equivalents.
  static let libraries = Installed.all

  private static let parent = SQLTable(
    "Parent \"quoted\"",
    definitions: [
      SQLColumnDefinition(name: "id", type: .integer, isNullable: false, primaryKey: .autoincrement)
    ])

  private static func model(_ schema: String? = nil) -> SQLTable {
    SQLTable(
      "Every thing", schema: schema,
      SQLColumn<Int64>("id", primaryKey: .autoincrement),
      SQLColumn<String>("name's", unique: true, defaultValue: "it's \"so\"", collation: .nocase),
      SQLColumn<Double?>("limit", defaultValue: .value(.real(.infinity))),
      SQLColumn<Double?>("floor", defaultValue: .value(.real(-.infinity))),
      SQLColumn<[UInt8]?>("bytes", defaultValue: .value(.blob([0, 255]))),
      SQLColumn<Int64>("count", defaultValue: .value(.integer(.min)), check: "\"count\" < \(5)"),
      SQLColumn<String?>("at", defaultValue: .currentTimestamp),
      SQLColumn<Int64?>(
        "parent",
        references: .table("Parent \"quoted\"", "id", onDelete: .setNull, onUpdate: .cascade, deferred: true)),
      SQLColumn<Int64?>("myself", references: .table("Every thing", onDelete: .cascade)),
      SQLColumn<SQLValue>("any", type: "VARCHAR(10)"),
      uniqueKeys: [["limit", "floor"]], checks: ["\"limit\" IS NULL OR \"floor\" <= \"limit\""],
      indexes: [
        SQLIndex("first", on: "count", unique: true),
        SQLIndex(
          "second",
          terms: [
            .column("name's", collation: .binary, descending: true), .expression("\"count\" + \(1)", descending: true),
          ], where: "\"parent\" IS NOT NULL AND \"name's\" <> \("a'b")"),
      ])
  }

  @Test(arguments: libraries) func modelSurvivesDefinitionAndIntrospection(_ library: SQLiteLibrary) throws {
    let runner = try CommandRunner(library)
    try runner.run(SQLCreateTable(Self.parent))
    try runner.run(SQLCreateTable(Self.model()))
    let found = try #require(try runner.run(SQLDescribeTable("every THING")))
    let other = try CommandRunner(library)
    try other.run(SQLCreateTable(Self.parent))
    try other.run(SQLCreateTable(found.model))
    let query: SQLFragment = "SELECT replace(sql, '\"main\".', '') FROM sqlite_master ORDER BY name"
    #expect(try other.values(query) == (try runner.values(query)))
    #expect(
      found.model.indexes
        == Self.model().indexes.map { index in
          var index = index
          // The texts come back with their values written out.
          if index.name == "second" {
            index.terms[1] = .expression("\"count\" + 1", descending: true)
            index.condition = "\"parent\" IS NOT NULL AND \"name's\" <> 'a''b'"
          }
          return index
        })
    for (mine, theirs) in zip(Self.model().columns, found.model.columns) {
      #expect(mine.name == theirs.name)
      #expect(mine.type == theirs.type)
      #expect(mine.isNullable == theirs.isNullable)
      #expect(mine.primaryKey == theirs.primaryKey)
      #expect(mine.defaultValue == theirs.defaultValue)
      #expect(mine.references == theirs.references)
      #expect(mine.collation == theirs.collation)
      #expect(mine.isUnique == theirs.isUnique)
    }
    #expect(found.model.uniqueKeys == Self.model().uniqueKeys)
  }

  @Test(arguments: libraries) func S17_S18_defaultsKeepClassAndBits(_ library: SQLiteLibrary) throws {
    let runner = try CommandRunner(library)
    try runner.run(SQLCreateTable(Self.parent))
    try runner.run(SQLCreateTable(Self.model()))
    try runner.execute("INSERT INTO \"Every thing\" DEFAULT VALUES")
    let row = try runner.values(
      "SELECT \"name's\", \"limit\", \"floor\", bytes, \"count\", myself FROM \"Every thing\"")
    let expected: [SQLValue] = [
      "it's \"so\"", .real(.infinity), .real(-.infinity), .blob([0, 255]), .integer(.min), .null,
    ]
    #expect(zip(row[0], expected).allSatisfy { $0.isIdentical(to: $1) })
  }

  @Test(arguments: libraries) func S2_uniqueIndexIsUnique(_ library: SQLiteLibrary) throws {
    let runner = try CommandRunner(library)
    let column = SQLColumn<Int64?>("a")
    try runner.run(SQLCreateTable(SQLTable("t", column, indexes: [SQLIndex("ix", on: "a", unique: true)])))
    try runner.execute("INSERT INTO t VALUES (1)")
    #expect(errorCode { try runner.execute("INSERT INTO t VALUES (1)") } == .constraintUnique)
    let indexes = try runner.fetch(SQLSchema.indexes(of: "t"))
    #expect(indexes.map(\.name) == ["ix"])
    #expect(indexes.map(\.isUnique) == [true])
    #expect(indexes.map(\.origin) == [.statement])
    let terms = try runner.fetch(SQLSchema.terms(ofIndex: "ix"))
    #expect(terms.map(\.column) == ["a", nil])
    #expect(terms.map(\.isKey) == [true, false])
  }

  @Test(arguments: libraries) func S16_indexNameOfAnotherTableIsAnError(_ library: SQLiteLibrary) throws {
    let runner = try CommandRunner(library)
    let one = SQLTable("one", SQLColumn<Int64?>("a"), indexes: [SQLIndex("IDX", on: "a")])
    let two = SQLTable("two", SQLColumn<Int64?>("a"), indexes: [SQLIndex("idx", on: "a")])
    try runner.run(SQLCreateTable(one, ifNotExists: true))
    try runner.run(SQLCreateTable(one, ifNotExists: true))
    #expect(errorCode { try runner.run(SQLCreateTable(two, ifNotExists: true)) } == .invalidQuery)
    #expect(try runner.fetch(SQLSchema.objects(.table)).map(\.name) == ["one"])
  }

  @Test(arguments: libraries) func S36_referencesNeverNameASchema(_ library: SQLiteLibrary) throws {
    let runner = try CommandRunner(library)
    try runner.execute("ATTACH ':memory:' AS \"other one\"")
    try runner.run(SQLCreateTable(Self.model("other one")))
    let keys = try runner.fetch(SQLSchema.foreignKeys(of: "Every thing", in: "other one"))
    #expect(Set(keys.map(\.parentTable)) == ["Parent \"quoted\"", "Every thing"])
    #expect(try runner.fetch(SQLSchema.objects(.index, in: "other one")).map(\.name) == ["first", "second"])
    #expect(try runner.fetch(SQLSchema.names).map(\.name).contains("other one"))
  }

  @Test(arguments: libraries) func S43_tableThatRefersToItself(_ library: SQLiteLibrary) throws {
    let runner = try CommandRunner(library)
    try runner.run(SQLCreateTable(Clerk.table))
    try runner.execute("PRAGMA foreign_keys = ON")
    let boss = try runner.run(SQLInsert(Clerk(id: 0, manager: nil)).returningRecord())
    try runner.run(SQLInsert(Clerk(id: 0, manager: boss.id)))
    #expect(errorCode { try runner.run(SQLInsert(Clerk(id: 0, manager: 99))) } == .constraintForeignKey)
  }

  @Test func refusals() throws {
    let new = try CommandRunner(try Installed.sqlite.get())
    func code(_ table: SQLTable) -> DatabaseError.Code? { errorCode { try new.run(SQLCreateTable(table)) } }
    let a = SQLColumn<Int64>("a")
    #expect(code(SQLTable("t", definitions: [])) == .invalidQuery)
    #expect(code(SQLTable("t", a, SQLColumn<Int64>("A"))) == .invalidQuery)
    #expect(code(SQLTable("t", a, primaryKey: ["b"])) == .invalidQuery)
    #expect(code(SQLTable("t", a, kind: .withoutRowID)) == .invalidQuery)
    #expect(code(SQLTable("t", SQLColumn<String>("a", primaryKey: .autoincrement))) == .invalidQuery)
    #expect(code(SQLTable("t", SQLColumn<Int64>("a", type: "VARCHAR"), strict: true)) == .invalidQuery)
    #expect(code(SQLTable("t", a, checks: [SQLFragment(raw: "a > ?")])) == .invalidQuery)
    #expect(new.log.isEmpty)
    #expect(
      code(SQLTable("t", a, SQLColumn<Int64?>("b", generated: .init("a + 1", stored: true)), strict: true)) == nil)
    let old = try CommandRunner(try Installed.sqlCipher.get())
    let generated = SQLTable("t", a, SQLColumn<Int64?>("b", generated: .init("a + 1")))
    #expect(errorCode { try old.run(SQLCreateTable(generated)) } == .unsupportedFeature)
    #expect(errorCode { try old.run(SQLCreateTable(SQLTable("t", a, strict: true))) } == .unsupportedFeature)
    #expect(old.log.isEmpty)
    let found = try #require(try new.run(SQLDescribeTable("t"))).model
    #expect(found.isStrict)
    #expect(found.columns[1].generated == SQLGeneratedColumn("a + 1", stored: true))
  }

  @Test(arguments: libraries) func viewsAndTriggers(_ library: SQLiteLibrary) throws {
    let runner = try CommandRunner(library)
    try runner.run(SQLCreateTable(Guest.table))
    try runner.run(SQLCreateView("v", columns: ["x", "y"], as: "SELECT id, name FROM Person WHERE name <> \("it's")"))
    try runner.run(
      SQLCreateTrigger(
        "tr", .insteadOf, .insert, on: "v", when: "new.x > \(0)",
        body: ["INSERT INTO Person(id, name) VALUES (new.x, new.y)", "SELECT \("?")"]))
    try runner.execute("INSERT INTO v VALUES (4, 'a'), (5, 'it''s')")
    #expect(try runner.values("SELECT x, y FROM v") == [[4, "a"]])
    let found = try #require(try runner.run(SQLDescribeTable("v")))
    #expect(found.kind == .view)
    #expect(found.columns.map(\.name) == ["x", "y"])
    #expect(found.triggers.map(\.name) == ["tr"])
    try runner.run(SQLDrop.trigger("tr"))
    try runner.run(SQLDrop.view("v"))
    try runner.run(SQLDrop.view("v", ifExists: true))
    try runner.run(SQLDrop.table(Guest.table))
    #expect(try runner.fetch(SQLSchema.objects()).isEmpty)
    #expect(try runner.run(SQLDescribeTable("v")) == nil)
  }
}

/// A table that refers to itself, written as a mapped type usually is.
struct Clerk: SQLCodable {
  var id: Int64
  var manager: Int64?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let manager = SQLColumn<Int64?>("manager", references: .table("Employee"))
  static let table = SQLTable("Employee", id, manager)

  init(id: Int64, manager: Int64?) {
    self.id = id
    self.manager = manager
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    manager = try row[Self.manager]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.manager] = manager
  }
}
