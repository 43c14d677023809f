import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Inserts on every engine, natively and by equivalents: the rows must be the same.
@Suite struct InsertTests {
  /// An engine and the features that are hidden from it.
  struct Cell: CustomTestStringConvertible {
    let library: SQLiteLibrary
    let hidden: [SQLFeature]
    var testDescription: String { "\(library) without \(hidden)" }

    static let all = Installed.all.flatMap { library in
      [[], [SQLFeature.returning, .upsert]].map { Cell(library: library, hidden: $0) }
    }

    func runner(_ tables: SQLTable...) throws -> CommandRunner {
      let runner = try CommandRunner(library, without: hidden)
      for table in tables { try runner.run(SQLCreateTable(table)) }
      return runner
    }
  }

  @Test(arguments: Cell.all) func storedRecordHasKeyAndDefaults(_ cell: Cell) throws {
    let runner = try cell.runner(Guest.table)
    let first = try runner.run(SQLInsert(Guest(name: "A")).returningRecord())
    #expect(first == Guest(id: 1, name: "A", age: nil, score: 1.5))
    let second = try runner.run(SQLInsert(Guest(id: 7, name: "B", age: 3, score: 2)).returningRecord())
    #expect(second == Guest(id: 7, name: "B", age: 3, score: 2))
    let more = try runner.run(SQLInsert([Guest(name: "C"), Guest(name: "D")]).returning(Guest.id, Guest.name))
    #expect(more.map(\.0) == [8, 9])
    #expect(more.map(\.1) == ["C", "D"])
  }

  @Test(arguments: Cell.all) func S6_nullIsWrittenWhereADefaultExists(_ cell: Cell) throws {
    let runner = try cell.runner(Guest.table)
    let stored = try runner.run(SQLInsert(Guest(name: nil)).returningRecord())
    #expect(stored.name == nil)
  }

  @Test(arguments: Cell.all) func S13_textKeyStaysNull(_ cell: Cell) throws {
    let runner = try cell.runner(Label.table)
    #expect(try runner.run(SQLInsert(Label(nil)).returningRecord()) == Label(nil))
  }

  @Test(arguments: Cell.all) func S41_insertWithoutAnyValue(_ cell: Cell) throws {
    let runner = try cell.runner(Label.table)
    let result = try runner.run(SQLInsert(Label("x", isWritten: false)))
    #expect(result.affectedRows == 1)
    #expect(try runner.run(SQLInsert(Label("x", isWritten: false)).returningRecord()) == Label(nil))
  }

  @Test(arguments: Cell.all) func compoundKeyOfTableWithoutRowID(_ cell: Cell) throws {
    let runner = try cell.runner(Chair.table)
    let stored = try runner.run(SQLInsert([Chair("a", 0), Chair("a", 1, "n")]).returningRecords())
    #expect(stored == [Chair("a", 0), Chair("a", 1, "n")])
  }

  @Test(arguments: Cell.all) func ignoredRecordsGiveNoRow(_ cell: Cell) throws {
    let runner = try cell.runner(Guest.table)
    let people = [Guest(name: "A"), Guest(name: "A"), Guest(name: "B")]
    let stored = try runner.run(SQLInsert(people, or: .ignore).returningRecords())
    #expect(stored.map(\.name) == ["A", "B"])
    #expect(throws: DatabaseError.self) { try runner.run(SQLInsert(people[0], or: .ignore).returningRecord()) }
    let replaced = try runner.run(SQLInsert(people[0], or: .replace).returningRecord())
    #expect(replaced.id == 3)
    #expect(try runner.run(SQLInsert(people, or: .ignore)).affectedRows == 0)
  }

  @Test(arguments: Cell.all) func S44_manyRecordsAllOrNothing(_ cell: Cell) throws {
    let runner = try cell.runner(Guest.table)
    let people = (1...1000).map { Guest(id: Int64($0), name: "n\($0)", age: $0 % 7 == 0 ? nil : 1) }
    let result = try runner.run(SQLInsert(people))
    #expect(result.affectedRows == 1000)
    #expect(result.lastInsertedRowID == 1000)
    #expect(try runner.values("SELECT count(*) FROM Person") == [[1000]])
    #expect {
      try runner.run(SQLInsert((0...200).map { Guest(name: "m\($0 == 200 ? 5 : $0)") }))
    } throws: { ($0 as? DatabaseError)?.code == .constraintUnique }
    #expect(try runner.values("SELECT count(*) FROM Person") == [[1000]])
  }

  @Test func triggersThatWriteTheTableAreRefused() throws {
    for cell in Cell.all {
      let runner = try cell.runner(Guest.table)
      try runner.execute("CREATE TABLE Log(x)")
      try runner.execute("CREATE TRIGGER a AFTER INSERT ON Person BEGIN INSERT INTO Log VALUES (new.id); END")
      #expect(try runner.run(SQLInsert(Guest(name: "A")).returningRecord()).id == 1)
      try runner.execute("CREATE TRIGGER b AFTER INSERT ON Log BEGIN UPDATE Person SET age = 99; END")
      let insert = SQLInsert(Guest(name: "B")).returningRecord()
      if runner.context.engine.supports(.returning) {
        #expect(try runner.run(insert).age == nil)
      } else {
        #expect { try runner.run(insert) } throws: { ($0 as? DatabaseError)?.code == .unsupportedFeature }
        #expect(try runner.values("SELECT count(*) FROM Person") == [[1]])
      }
    }
  }

  @Test func strictPolicyRefusesBeforeSending() throws {
    let library = try Installed.sqlite.get()
    let runner = try CommandRunner(library, policy: .strict, without: [.returning])
    #expect { try runner.run(SQLInsert(Guest(name: "A")).returningRecord()) } throws: {
      ($0 as? DatabaseError)?.code == .unsupportedFeature
    }
    #expect(runner.log.isEmpty)
  }
}
