import Quarry
import QuarrySQLiteEngine
import Testing

/// Updates and deletes of records, and finding them by key, on every engine.
@Suite struct RecordChangeTests {
  typealias Cell = InsertTests.Cell

  private func runner(_ cell: Cell) throws -> CommandRunner {
    let runner = try cell.runner(Guest.table, Chair.table, Label.table)
    try runner.run(SQLInsert((1...5).map { Guest(name: "n\($0)", age: Int64($0), score: 0) }))
    try runner.run(SQLInsert([Chair("a", 1), Chair("a", 2), Chair("b", 1, "x")]))
    return runner
  }

  @Test(arguments: Cell.all) func updatesByKey(_ cell: Cell) throws {
    let runner = try runner(cell)
    #expect(try runner.run(SQLUpdateRecord(Guest(id: 2, name: "new", age: nil))).affectedRows == 1)
    #expect(try runner.fetch(Guest.find(2)) == [Guest(id: 2, name: "new", age: nil, score: 1.5)])
    #expect(try runner.run(SQLUpdateRecord(Guest(id: 99, name: "new"))).affectedRows == 0)
    #expect(try runner.run(SQLUpdateRecord(Guest(id: 3, name: "x", age: 30), only: Guest.age)).affectedRows == 1)
    #expect(try runner.fetch(Guest.find(3)) == [Guest(id: 3, name: "n3", age: 30, score: 1.5)])
    #expect(try runner.run(SQLUpdateRecord(Chair("b", 1, "y")).returningRecord()) == Chair("b", 1, "y"))
    #expect(try runner.run(SQLUpdateRecord(Chair("z", 1, "y")).returningRecord()) == nil)
    #expect(try runner.run(SQLUpdateRecord(Guest(id: 5, name: "n5")).returningRecord())?.score == 1.5)
  }

  @Test(arguments: Cell.all) func S41_updateOfATableWithOnlyKeyColumnsTellsWhetherTheRowExists(_ cell: Cell) throws {
    let runner = try runner(cell)
    try runner.run(SQLInsert(Label("x")))
    #expect(try runner.run(SQLUpdateRecord(Label("x"))).affectedRows == 1)
    #expect(try runner.run(SQLUpdateRecord(Label("y"))).affectedRows == 0)
    #expect(try runner.run(SQLUpdateRecord(Label("x")).returningRecord()) == Label("x"))
    #expect(throws: DatabaseError.self) { try runner.run(SQLUpdateRecord(Label(nil))) }
  }

  @Test(arguments: Cell.all) func deletesByKey(_ cell: Cell) throws {
    let runner = try runner(cell)
    #expect(try runner.run(SQLDeleteRecords(Guest(id: 1, name: nil))).affectedRows == 1)
    let some = [2, 3, 99].map { Guest(id: $0, name: nil) }
    #expect(try runner.run(SQLDeleteRecords(some)).affectedRows == 2)
    #expect(try runner.values("SELECT id FROM Person") == [[4], [5]])
    #expect(try runner.run(SQLDeleteRecords([Chair("a", 2), Chair("b", 1)])).affectedRows == 2)
    #expect(try runner.values("SELECT room, number FROM Seat") == [["a", 1]])
    #expect(try runner.run(SQLDeleteRecords([Seat]())).affectedRows == 0)
    try runner.run(SQLInsert((100..<400).map { Guest(id: $0, name: "p\($0)") }))
    let all = (0..<400).map { Guest(id: $0, name: nil) }
    #expect(try runner.run(SQLDeleteRecords(all)).affectedRows == 302)
  }

  @Test(arguments: Cell.all) func S10_findWithTooFewKeysIsAnError(_ cell: Cell) throws {
    let runner = try runner(cell)
    #expect(try runner.fetch(Chair.find("a", 2)) == [Chair("a", 2)])
    for find in [Chair.find("a"), Chair.find(), Chair.find("a", 1, 2)] {
      #expect { try runner.fetch(find) } throws: { ($0 as? DatabaseError)?.code == .invalidQuery }
    }
  }
}
