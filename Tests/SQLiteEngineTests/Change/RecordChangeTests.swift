import Quarry
import QuarrySQLiteEngine
import Testing

/// Updates and deletes of records, and finding them by key, on every engine.
@Suite struct RecordChangeTests {
  typealias Cell = InsertTests.Cell

  private func runner(_ cell: Cell) throws -> CommandRunner {
    let runner = try cell.runner(Person.table, Seat.table, Label.table)
    try runner.run(SQLInsert((1...5).map { Person(name: "n\($0)", age: Int64($0), score: 0) }))
    try runner.run(SQLInsert([Seat("a", 1), Seat("a", 2), Seat("b", 1, "x")]))
    return runner
  }

  @Test(arguments: Cell.all) func updatesByKey(_ cell: Cell) throws {
    let runner = try runner(cell)
    #expect(try runner.run(SQLUpdateRecord(Person(id: 2, name: "new", age: nil))).affectedRows == 1)
    #expect(try runner.fetch(Person.find(2)) == [Person(id: 2, name: "new", age: nil, score: 1.5)])
    #expect(try runner.run(SQLUpdateRecord(Person(id: 99, name: "new"))).affectedRows == 0)
    #expect(try runner.run(SQLUpdateRecord(Person(id: 3, name: "x", age: 30), only: Person.age)).affectedRows == 1)
    #expect(try runner.fetch(Person.find(3)) == [Person(id: 3, name: "n3", age: 30, score: 1.5)])
    #expect(try runner.run(SQLUpdateRecord(Seat("b", 1, "y")).returningRecord()) == Seat("b", 1, "y"))
    #expect(try runner.run(SQLUpdateRecord(Seat("z", 1, "y")).returningRecord()) == nil)
    #expect(try runner.run(SQLUpdateRecord(Person(id: 5, name: "n5")).returningRecord())?.score == 1.5)
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
    #expect(try runner.run(SQLDeleteRecords(Person(id: 1, name: nil))).affectedRows == 1)
    let some = [2, 3, 99].map { Person(id: $0, name: nil) }
    #expect(try runner.run(SQLDeleteRecords(some)).affectedRows == 2)
    #expect(try runner.values("SELECT id FROM Person") == [[4], [5]])
    #expect(try runner.run(SQLDeleteRecords([Seat("a", 2), Seat("b", 1)])).affectedRows == 2)
    #expect(try runner.values("SELECT room, number FROM Seat") == [["a", 1]])
    #expect(try runner.run(SQLDeleteRecords([Seat]())).affectedRows == 0)
    try runner.run(SQLInsert((100..<400).map { Person(id: $0, name: "p\($0)") }))
    let all = (0..<400).map { Person(id: $0, name: nil) }
    #expect(try runner.run(SQLDeleteRecords(all)).affectedRows == 302)
  }

  @Test(arguments: Cell.all) func S10_findWithTooFewKeysIsAnError(_ cell: Cell) throws {
    let runner = try runner(cell)
    #expect(try runner.fetch(Seat.find("a", 2)) == [Seat("a", 2)])
    for find in [Seat.find("a"), Seat.find(), Seat.find("a", 1, 2)] {
      #expect { try runner.fetch(find) } throws: { ($0 as? DatabaseError)?.code == .invalidQuery }
    }
  }
}
