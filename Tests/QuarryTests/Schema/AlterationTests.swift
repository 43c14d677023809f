import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Alterations of tables on every engine, natively and by rebuilding.
@Suite struct AlterationTests {
  struct Cell: CustomTestStringConvertible {
    let library: SQLiteLibrary
    let hidden: [SQLFeature]
    var testDescription: String { "\(library) without \(hidden)" }
    static let all = Installed.all.flatMap { library in
      [[], [SQLFeature.dropColumn, .renameColumn, .renameTableUpdatesReferences, .addColumnChecksRows]].map {
        Cell(library: library, hidden: $0)
      }
    }

    func runner() throws -> CommandRunner {
      try runner([
        """
        CREATE TABLE "The table" (id INTEGER PRIMARY KEY AUTOINCREMENT, -- the key
          "old" TEXT DEFAULT 'a,(b', text text COLLATE NOCASE, num CHECK (num <> 7 OR text IS NULL),
          parent INT REFERENCES Parent(x), UNIQUE (text, num), CHECK (length(text) < 100))
        """,
        "CREATE INDEX \"by num\" ON \"The table\" (num DESC, lower(text)) WHERE num > 0",
        "INSERT INTO \"The table\" VALUES (3, 'x', 'T', 1, 1), (5, NULL, 'U', 2.5, 2), (90, 'gone', 'V', x'00', NULL)",
      ])
    }

    /// The table as it has to be without its column `old`, written by hand.
    func runnerWithoutOld() throws -> CommandRunner {
      try runner([
        """
        CREATE TABLE "The table" (id INTEGER PRIMARY KEY AUTOINCREMENT, text text COLLATE NOCASE,
          num CHECK (num <> 7 OR text IS NULL), parent INT REFERENCES Parent(x), UNIQUE (text, num),
          CHECK (length(text) < 100))
        """,
        "CREATE INDEX \"by num\" ON \"The table\" (num DESC, lower(text)) WHERE num > 0",
        "INSERT INTO \"The table\" VALUES (3, 'T', 1, 1), (5, 'U', 2.5, 2), (90, 'V', x'00', NULL)",
      ])
    }

    /// The table as it has to be with two columns under other names, written by hand.
    func renamedRunner() throws -> CommandRunner {
      try runner([
        """
        CREATE TABLE "The table" (id INTEGER PRIMARY KEY AUTOINCREMENT, "old" TEXT DEFAULT 'a,(b',
          "a ""new"" name" text COLLATE NOCASE, num CHECK (num <> 7 OR "a ""new"" name" IS NULL),
          Elder INT REFERENCES Parent(x), UNIQUE ("a ""new"" name", num), CHECK (length("a ""new"" name") < 100))
        """,
        "CREATE INDEX \"by num\" ON \"The table\" (num DESC, lower(\"a \"\"new\"\" name\")) WHERE num > 0",
        "INSERT INTO \"The table\" VALUES (3, 'x', 'T', 1, 1), (5, NULL, 'U', 2.5, 2), (90, 'gone', 'V', x'00', NULL)",
      ])
    }

    private func runner(_ table: [String]) throws -> CommandRunner {
      let runner = try CommandRunner(library, without: hidden)
      for statement: SQLFragment in [
        "CREATE TABLE Parent(x INTEGER PRIMARY KEY)", "INSERT INTO Parent VALUES (1), (2)",
        SQLFragment(raw: table[0]), SQLFragment(raw: table[1]),
        "CREATE TABLE Log(x)",
        "CREATE TRIGGER tr AFTER INSERT ON \"The table\" BEGIN INSERT INTO Log VALUES (new.id); END",
        "CREATE VIEW other AS SELECT x FROM Parent", SQLFragment(raw: table[2]),
        "DELETE FROM \"The table\" WHERE id = 90",
      ] { try runner.execute(statement) }
      return runner
    }
  }

  /// What a table is and holds, without the engine's own spelling.
  private func state(_ runner: CommandRunner, _ name: String = "The table") throws -> [String] {
    let found = try #require(try runner.run(SQLDescribeTable(name)))
    // Later engines write the standard types in capitals.
    var lines = found.columns.map {
      "\($0.name) \($0.type.rawValue.uppercased()) \($0.isNullable) \($0.defaultText ?? "-") \($0.primaryKeyPosition)"
    }
    lines += found.model.uniqueKeys.map { "unique \($0)" }
    lines += found.model.checks.map { "check \($0.sql.filter { $0 != "\"" })" }
    lines += found.model.columns.map { "\($0.name) check \($0.check?.sql.filter { $0 != "\"" } ?? "-")" }
    lines += found.model.allForeignKeys.map { "\($0)" }
    lines += found.model.indexes.map { "\($0)".filter { $0 != "\"" && $0 != "\\" } }
    lines += found.triggers.map(\.name)
    lines += try runner.values(SQLFragment(raw: "SELECT * FROM \"\(name)\" ORDER BY 1")).map { "\($0)" }
    return lines
  }

  @Test(arguments: Cell.all) func dropColumn(_ cell: Cell) throws {
    let reference = try cell.runnerWithoutOld()
    let runner = try cell.runner()
    try runner.run(SQLDropColumn("OLD", of: "The table"))
    #expect(try state(runner) == (try state(reference)))
    #expect(try runner.values("SELECT x FROM Log") == [[3], [5], [90]])
    try runner.execute("INSERT INTO \"The table\" (text) VALUES ('new')")
    #expect(try runner.values("SELECT max(id) FROM \"The table\"") == [[91]])
    #expect(try runner.values("SELECT count(*) FROM sqlite_master WHERE name LIKE 'quarry%'") == [[0]])
  }

  @Test(arguments: Cell.all) func columnsThatCannotBeDropped(_ cell: Cell) throws {
    let runner = try cell.runner()
    let before = try state(runner)
    for column in ["id", "text", "num"] {
      #expect(errorCode { try runner.run(SQLDropColumn(column, of: "The table")) } == .statementFailed)
    }
    #expect(errorCode { try runner.run(SQLDropColumn("nothing", of: "The table")) } != nil)
    #expect(errorCode { try runner.run(SQLDropColumn("x", of: "Log")) } == .statementFailed)
    #expect(errorCode { try runner.run(SQLDropColumn("x", of: "nothing")) } == .noSuchObject)
    #expect(try state(runner) == before)
  }

  @Test(arguments: Cell.all) func renameColumn(_ cell: Cell) throws {
    let reference = try cell.renamedRunner()
    let runner = try cell.runner()
    for runner in [reference, runner] { try runner.execute("DROP TRIGGER tr") }
    try runner.run(SQLRenameColumn("text", to: "a \"new\" name", of: "The table"))
    try runner.run(SQLRenameColumn("parent", to: "Elder", of: "The table"))
    #expect(try state(runner) == (try state(reference)))
    #expect(errorCode { try runner.run(SQLRenameColumn("num", to: "OLD", of: "The table")) } == .statementFailed)
    #expect(errorCode { try runner.run(SQLRenameColumn("nothing", to: "b", of: "The table")) } != nil)
  }

  @Test func renamesThatWouldLeaveSomethingBehindAreRefused() throws {
    let runner = try Cell(library: try Installed.sqlCipher.get(), hidden: []).runner()
    #expect(errorCode { try runner.run(SQLRenameColumn("x", to: "y", of: "Parent")) } == .unsupportedFeature)
    try runner.execute("DROP VIEW other")
    #expect(errorCode { try runner.run(SQLRenameColumn("x", to: "y", of: "Parent")) } == .unsupportedFeature)
    #expect(errorCode { try runner.run(SQLRenameTable("Parent", to: "P")) } == .unsupportedFeature)
    try runner.execute("PRAGMA foreign_keys = ON")
    try runner.run(SQLRenameTable("Parent", to: "P"))
    #expect(try runner.fetch(SQLSchema.foreignKeys(of: "The table")).map(\.parentTable) == ["P"])
    try runner.execute("CREATE TABLE Both(x, y REFERENCES Both(x))")
    #expect(errorCode { try runner.run(SQLDropColumn("y", of: "Both")) } == .unsupportedFeature)
  }

  @Test(arguments: Cell.all) func renameTable(_ cell: Cell) throws {
    let runner = try cell.runner()
    try runner.run(SQLRenameTable("The table", to: "table"))
    #expect(try runner.values("SELECT count(*) FROM \"table\"") == [[2]])
    try runner.execute("INSERT INTO \"table\" (text) VALUES ('new')")
    #expect(try runner.values("SELECT max(x) FROM Log") == [[91]])
  }

  @Test(arguments: Cell.all) func S42_addColumnKeepsReferences(_ cell: Cell) throws {
    let runner = try cell.runner()
    let column = SQLColumn<Int64?>("added", references: .table("Parent", "x", onDelete: .cascade))
    let table = SQLTable("The table", column)
    try runner.run(SQLAddColumn(column, to: table))
    let keys = try runner.fetch(SQLSchema.foreignKeys(of: "The table"))
    #expect(keys.contains { $0.column == "added" && $0.parentTable == "Parent" && $0.onDelete == .cascade })
    let same = SQLColumn<Int64?>("ADDED")
    try runner.run(SQLAddColumn(same, to: table, ifNotExists: true))
    #expect(errorCode { try runner.run(SQLAddColumn(same, to: table)) } == .statementFailed)
    try runner.run(SQLAddColumn(SQLColumn<String>("more", defaultValue: "d", check: "more <> 'e'"), to: table))
    #expect(try runner.values("SELECT more FROM \"The table\"") == [["d"], ["d"]])
    let broken = SQLColumn<String>("most", defaultValue: "d", check: "most <> 'd'")
    #expect(errorCode { try runner.run(SQLAddColumn(broken, to: table)) } == .statementFailed)
    #expect(try runner.fetch(SQLSchema.columns(of: "The table")).map(\.name).last == "more")
    #expect(errorCode { try runner.run(SQLAddColumn(SQLColumn<String>("a"), to: table)) } == .invalidQuery)
    #expect(
      errorCode { try runner.run(SQLAddColumn(SQLColumn<String?>("a", unique: true), to: table)) } == .invalidQuery)
  }
}
