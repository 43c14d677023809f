#if Macros
import Foundation
@testable import Quarry
import QuarryMemory
import Testing

/// The same tables, written by the macro and by hand.
@Suite("Both ways to write a table") struct BothWaysTests {
  private func expectSame<A: SQLCodable, B: SQLCodable>(
    _ a: A.Type, _ b: B.Type, _ rows: [SQLValue]..., at location: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await Comparison.differences(a, b, rows: rows)
    #expect(found == [], sourceLocation: location)
  }

  @Test("Columns of every kind, keys, references, defaults, indexes") func artist() async throws {
    try await expectSame(
      ByMacro.Artist.self, ByHand.Artist.self,
      [.integer(1), .text("Nina"), .real(1.5), .integer(3), .integer(4), .text("loud"), .text("[\"a\"]"), .text("b,c")]
        + [.text("sn")],
      [.integer(2), .text("Norah"), .null, .null, .integer(0), .text("calm"), .text("[]"), .null, .null])
    try await expectSame(
      ByMacro.Country.self, ByHand.Country.self, [.integer(1), .text("sn"), .text("Senegal")])
    #expect(ByMacro.Artist.limit == 10, "what the type declares itself is no column")
  }

  @Test("Compound keys, and foreign keys over them") func keys() async throws {
    try await expectSame(ByMacro.Seat.self, ByHand.Seat.self, [.text("A"), .integer(12), .integer(1)])
    try await expectSame(
      ByMacro.Ticket.self, ByHand.Ticket.self,
      [.integer(1), .text("A"), .integer(12), .integer(1250), .null, .text("now")])
  }

  @Test("Values of every kind, with their codings and representations, optional or not") func kinds() async throws {
    let key = SQLValue.blob(Array(repeating: 7, count: 16))
    let other = SQLValue.blob(Array(repeating: 8, count: 16))
    try await expectSame(
      ByMacro.Kinds.self, ByHand.Kinds.self,
      [key, .integer(1), .integer(9), .text("{\"x\":1,\"y\":2}"), .text("{\"x\":3,\"y\":4}"), .real(0.5), .integer(1)]
        + [.blob([1]), .blob([]), .real(2_460_000.5), .integer(1_500)]
        + [
          .text("0e0e0e0e-0000-0000-0000-00000000000f"), .integer(1250), .text("0.1"), .text("a,b"), .text("{\"n\":1}"),
        ],
      [other, .integer(9), .null, .text("{\"x\":0,\"y\":0}"), .null, .real(-0.0), .integer(0), .blob([]), .null]
        + [.real(2_000_000.25), .null, .null, .integer(-1), .null, .text(""), .null])
  }

  @Test("References that lead in a circle, an id that is no key, a view") func circles() async throws {
    try await expectSame(
      ByMacro.Employee.self, ByHand.Employee.self, [.integer(1), .null], [.integer(2), .integer(1)])
    try await expectSame(ByMacro.LeftSide.self, ByHand.LeftSide.self, [.integer(1)])
    try await expectSame(ByMacro.RightSide.self, ByHand.RightSide.self, [.integer(1)])
    try await expectSame(ByMacro.Reading.self, ByHand.Reading.self, [.null, .real(1)], [.integer(4), .real(2)])
    #expect(Comparison.tables(ByMacro.Loud.table, ByHand.Loud.table) == [])
    #expect((ByMacro.Loud.self as Any) is any SQLDecodable.Type)
    #expect(!((ByMacro.Loud.self as Any) is any SQLEncodable.Type), "a view is only read")
  }

  @Test("Columns that changes fill with the time") func stamps() async throws {
    try await expectSame(
      ByMacro.Stamped.self, ByHand.Stamped.self,
      [.integer(1), .text("2026-01-02T03:04:05.000Z"), .real(2_460_000.5), .integer(1_500), .integer(2), .real(2.5)],
      [.integer(2), .text("2026-01-02T03:04:05.000Z"), .null, .integer(0), .null, .real(-1)])
  }

  @Test("Groups of columns, and groups in groups") func groups() async throws {
    try await expectSame(
      ByMacro.Person.self, ByHand.Person.self,
      [
        .integer(1), .text("Main"), .text("Dakar"), .integer(10), .real(1), .real(2), .real(3), .real(4), .text("Nina"),
      ],
      [.integer(2), .text("Side"), .null, .integer(11), .real(5), .real(6), .real(7), .real(8), .text("Norah")])
  }

  @Test("Queries reach the columns of groups") func groupQueries() async throws {
    let database = try await Database(MemoryDriver())
    try await database.createTable(ByMacro.Person.self)
    try await database.createTable(ByMacro.Employee.self)
    let home = ByMacro.Address(
      street: "Main", cityName: "Dakar", since: Date(timeIntervalSince1970: 5), place: .init(x: 1, y: 2), one: 0)
    let nina = try await database.insert(ByMacro.Person.Draft(home: home, name: "Nina"))
    #expect(nina.home.one == 1, "a generated column is read")
    #expect(nina.place == ByMacro.Place(x: 0, y: 0))
    try await database.insert(ByMacro.Employee(id: nina.id, managerID: nil))
    #expect(try await database.fetchAll(ByMacro.Person.where { $0[ByMacro.Person.home.cityName] == "DAKAR" }) == [nina])
    #expect(try await database.fetchAll(ByMacro.Person.where { $0[ByMacro.Person.home.place.x] > 1 }) == [])
    let person = ByMacro.Person.self
    #expect(
      try await database.fetchAll(person.where { $0[person.place.x] == 0 }.select { $0[person.home.place.y] }) == [2])
    let joined = try await database.fetchAll(
      ByMacro.Employee.leftJoin(ByMacro.Person.self) { $0.id == $1.id }
        .where { $1[person.home.place.x] == 1 && $1[person.home.cityName] == "Dakar" }.select { $1[person.home.street] }
    )
    #expect(joined == ["Main"])
    try await database.update(ByMacro.Person.all) { $0.set(ByMacro.Person.home.cityName, to: "Thies") }
    #expect(try await database.fetchOne(ByMacro.Person.all)?.home.cityName == "Thies")
    await database.close()
  }

  @Test("Names in snake case are those of the automatic mapping") func naming() {
    let tables: [(Any, SQLTable)] = [
      (ByMacro.Named(), ByMacro.Named.table), (ByMacro.Alike(), ByMacro.Alike.table),
    ]
    for (value, table) in tables {
      let names = Mirror(reflecting: value).children.compactMap(\.label)
      #expect(table.columns.map(\.name) == names.map { SQLColumnNaming.snakeCase.columnName(for: $0) })
    }
  }
}
#endif
