import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Updates and deletes by predicate on every engine, natively and by equivalents: rows and counts must be the same.
@Suite struct PredicateChangeTests {
  struct Cell: CustomTestStringConvertible {
    let library: SQLiteLibrary
    let hidden: [SQLFeature]
    var testDescription: String { "\(library) without \(hidden)" }
    static let all = Installed.all.flatMap { library in
      [[], [SQLFeature.returning, .updateDeleteLimit]].map { Cell(library: library, hidden: $0) }
    }

    func runner() throws -> CommandRunner {
      let runner = try CommandRunner(library, without: hidden)
      for table in [Guest.table, Chair.table, Label.table] { try runner.run(SQLCreateTable(table)) }
      try runner.run(SQLInsert((1...9).map { Guest(name: "n\($0)", age: $0 % 4 == 0 ? nil : $0, score: 0) }))
      try runner.run(SQLInsert([Chair("a", 1), Chair("a", 2), Chair("b", 1, "x"), Chair("c", 7)]))
      try runner.run(SQLInsert([Label("x"), Label("y"), Label(nil)]))
      return runner
    }
  }

  @Test(arguments: Cell.all) func updates(_ cell: Cell) throws {
    let runner = try cell.runner()
    let update = SQLUpdate(Guest.where { $0.age >= 5 }) {
      $0.age = $0.age + 10
      $0.name = "changed"
      $0.name = nil
      $0.score = 2.5
    }
    #expect(try runner.run(update).affectedRows == 4)
    #expect(
      try runner.values("SELECT id, age, name, score FROM Person WHERE id IN (4, 5, 8, 9)") == [
        [4, nil, "n4", 1.5], [5, 15, nil, 2.5], [8, nil, "n8", 1.5], [9, 19, nil, 2.5],
      ])
    let all = SQLUpdate(Guest.all) { $0.age = nil }
    #expect(try runner.run(all).affectedRows == 9)
    #expect(try runner.run(SQLUpdate(Guest.where { $0.id == 99 }) { $0.age = 1 }).affectedRows == 0)
  }

  @Test(arguments: Cell.all) func updatesGiveBackRows(_ cell: Cell) throws {
    let runner = try cell.runner()
    // The condition no longer holds behind the update; the rows come back all the same.
    let update = SQLUpdate(Guest.where { $0.age < 4 }) { $0.age = $0.age + 100 }
    let rows = try runner.run(update.returningRecords())
    #expect(rows.sorted { $0.id < $1.id } == (1...3).map { Guest(id: $0, name: "n\($0)", age: $0 + 100, score: 1.5) })
    let seats = SQLUpdate(Chair.where { $0.note == nil }) { $0.note = "new" }.returning(Chair.room, Chair.number)
    #expect(try runner.run(seats).map { "\($0.0)\($0.1)" }.sorted() == ["a1", "a2", "c7"])
    let labels = SQLUpdate(Label.where { $0.code == "x" }) { $0.code = "z" }.returningRecords()
    #expect(try runner.run(labels) == [Label("z")])
    #expect(try runner.run(SQLUpdate(Guest.where { $0.id == 99 }) { $0.age = 1 }.returningRecords()).isEmpty)
  }

  @Test(arguments: Cell.all) func deletes(_ cell: Cell) throws {
    let runner = try cell.runner()
    #expect(try runner.run(SQLDelete(Guest.where { $0.age == nil })).affectedRows == 2)
    let rows = try runner.run(SQLDelete(Guest.where { $0.age < 3 }).returningRecords())
    #expect(rows.map(\.id).sorted() == [1, 2])
    #expect(try runner.run(SQLDelete(Chair.all).returning(Chair.room)).sorted() == ["a", "a", "b", "c"])
    #expect(try runner.run(SQLDelete(Guest.all)).affectedRows == 5)
    #expect(try runner.values("SELECT (SELECT count(*) FROM Person) + (SELECT count(*) FROM Seat)") == [[0]])
  }

  @Test(arguments: Cell.all) func orderAndLimit(_ cell: Cell) throws {
    let runner = try cell.runner()
    let first = Guest.all.order { $0.age.descending }.limit(2)
    #expect(try runner.run(SQLUpdate(first) { $0.score = 9 }.returning(Guest.id)).sorted() == [7, 9])
    #expect(try runner.run(SQLUpdate(first.offset(1)) { $0.score = 8 }).affectedRows == 2)
    #expect(try runner.values("SELECT id FROM Person WHERE score = 8 ORDER BY id") == [[6], [7]])
    let seats = Chair.all.order { ($0.room.descending, $0.number) }
    #expect(try runner.run(SQLDelete(seats.limit(1)).returning(Chair.room)) == ["c"])
    #expect(try runner.run(SQLDelete(seats.offset(1))).affectedRows == 2)
    #expect(try runner.values("SELECT room, number FROM Seat") == [["b", 1]])
    #expect(try runner.run(SQLDelete(Chair.all.limit(0))).affectedRows == 0)
  }

  @Test(arguments: Cell.all) func conflicts(_ cell: Cell) throws {
    let runner = try cell.runner()
    let taken = SQLUpdate(Guest.where { $0.id == 1 }) { $0.name = "n2" }
    #expect(errorCode { try runner.run(taken) } == .constraintUnique)
    let ignored = SQLUpdate(Guest.where { $0.id == 1 }, or: .ignore) { $0.name = "n2" }
    #expect(try runner.run(ignored).affectedRows == 0)
    let replaced = SQLUpdate(Guest.where { $0.id == 1 }, or: .replace) { $0.name = "n2" }
    #expect(try runner.run(replaced.returning(Guest.name)) == ["n2"])
    #expect(try runner.values("SELECT count(*) FROM Person") == [[8]])
  }

  @Test(arguments: Cell.all) func insertFromSelect(_ cell: Cell) throws {
    let runner = try cell.runner()
    let insert = SQLInsertSelect(
      into: Chair.self, Chair.room, Chair.number,
      from: Guest.where { $0.age >= 6 }.select { (SQLExpression("p"), $0.id) })
    #expect(try runner.run(insert).affectedRows == 3)
    #expect(errorCode { try runner.run(insert) } == .constraintPrimaryKey)
    #expect(try runner.values("SELECT number FROM Seat WHERE room = 'p'") == [[6], [7], [9]])
  }

  @Test(arguments: Cell.all) func updateFromAnotherTable(_ cell: Cell) throws {
    let runner = try cell.runner()
    let query = Guest.join(Chair.self) { $0.id == $1.number }.where { _, seat in seat.room != "a" }
    let update = SQLUpdate(query) { person, seat in
      person.name = seat.room
      person.score = person.score + 1
    }
    guard runner.context.engine.supports(.updateFrom) else {
      #expect(errorCode { try runner.run(update) } == .unsupportedFeature)
      return
    }
    #expect(try runner.run(update).affectedRows == 2)
    #expect(
      try runner.values("SELECT id, name, score FROM Person WHERE score = 2.5") == [[1, "b", 2.5], [7, "c", 2.5]])
    let left = Guest.leftJoin(Chair.self) { $0.id == $1.number }
    #expect(errorCode { try runner.run(SQLUpdate(left) { person, _ in person.age = 1 }) } == .invalidQuery)
  }

  @Test(arguments: Cell.all) func subqueriesInChanges(_ cell: Cell) throws {
    let runner = try cell.runner()
    let rooms = Chair.where { $0.room == "a" }.select { $0.number }
    #expect(try runner.run(SQLUpdate(Guest.where { $0.id.in(rooms) }) { $0.age = 50 }).affectedRows == 2)
    #expect(try runner.run(SQLDelete(Guest.where { $0.id.in(rooms) }).returning(Guest.id)).sorted() == [1, 2])
  }

  @Test(arguments: Cell.all) func whatIsNoChangeOfOneTableIsRefused(_ cell: Cell) throws {
    let runner = try cell.runner()
    let sent = runner.log.count
    #expect(errorCode { try runner.run(SQLUpdate(Guest.all) { _ in }) } == .invalidQuery)
    #expect(errorCode { try runner.run(SQLDelete(Guest.all.distinct())) } == .invalidQuery)
    #expect(runner.log.count == sent)
  }

  @Test func rowsThatAnEquivalentCannotFindAreRefused() throws {
    let runner = try Cell(library: try Installed.sqlCipher.get(), hidden: []).runner()
    let sent = runner.log.count
    let key = SQLUpdate(Guest.where { $0.id == 1 }) { $0.id = 77 }
    #expect(errorCode { try runner.run(key.returningRecords()) } == .unsupportedFeature)
    #expect(runner.log.count == sent)
    #expect(try runner.run(key).affectedRows == 1)
    try runner.execute("CREATE TABLE Log(x)")
    try runner.execute("CREATE TRIGGER a AFTER DELETE ON Person BEGIN DELETE FROM Person; END")
    #expect(errorCode { try runner.run(SQLDelete(Guest.all.limit(1)).returningRecords()) } == .unsupportedFeature)
    #expect(try runner.values("SELECT count(*) FROM Person") == [[9]])
    try runner.run(SQLCreateTable(SQLTable("Node", Node.id, Node.parent)))
    #expect(errorCode { try runner.run(SQLDelete(Node.all).returningRecords()) } == .unsupportedFeature)
  }

  @Test func strictPolicyRefusesEquivalents() throws {
    let library = try Installed.sqlite.get()
    let runner = try CommandRunner(library, policy: .strict, without: [.updateDeleteLimit, .returning, .upsert])
    #expect(errorCode { try runner.run(SQLDelete(Guest.all.limit(1))) } == .unsupportedFeature)
    #expect(errorCode { try runner.run(SQLDelete(Guest.all).returningRecords()) } == .unsupportedFeature)
    #expect(errorCode { try runner.run(SQLUpdate(Guest.all) { $0.age = 1 }.returningRecords()) } == .unsupportedFeature)
    #expect(errorCode { try runner.run(SQLUpsert(Guest(name: "a"))) } == .unsupportedFeature)
    #expect(runner.log.isEmpty)
  }
}

/// A table whose rows go with their parents.
struct Node: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let parent = SQLColumn<Int64?>("parent", references: .table("Node", onDelete: .cascade))
  static let table = SQLTable("Node", id, parent)
  init(row: inout SQLRowReader<Self>) throws {}
}
