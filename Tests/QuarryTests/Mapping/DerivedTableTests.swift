import Foundation
import Testing

@testable import Quarry

private enum Unlisted: String, Codable { case only }
private enum Loaded: Codable, Equatable, Sendable { case first(Int), second }
private enum Width: Int, Codable, SQLValueConvertible { case narrow = 5, wide = 9 }

private struct Derived: SQLAutomaticallyCodable, Equatable {
  var id: Int64
  var title: String
  var createdAt: Date
  var token: UUID?
  var place: Place
  var tags: [String]
  var grade: Grade
  var second: Grade?
  var price: Decimal
  var link: URL
  var bytes: [UInt8]
  var loaded: Loaded?
  var unlisted: Unlisted?
  var ratio: Float?
  static var columnNaming: SQLColumnNaming { .snakeCase }
  static let createdAt = SQLColumn<Date>("created_at", coding: .julianDay)
  static let table = SQLTable("derived", derivedFrom: Derived.self, columns: createdAt, primaryKey: ["id"])
}

private struct Compound: SQLAutomaticallyCodable {
  var left: Int
  var right: String
  static let table = SQLTable("c", derivedFrom: Compound.self, primaryKey: ["left", "right"])
}

private struct Stubborn: SQLAutomaticallyCodable, Equatable {
  var id: Int
  var kind: Unlisted
  var after: Double
  static let table = SQLTable("stubborn", derivedFrom: Stubborn.self)
}

private struct ByExample: SQLAutomaticallyCodable, Equatable {
  var id: Int?
  var kind: Unlisted
  var loaded: Loaded?
  var width: Width
  static let table = SQLTable(
    "by_example", example: ByExample(id: nil, kind: .only, loaded: nil, width: .wide), primaryKey: ["id"],
    autoincrement: true)
}

private struct WrongKey: SQLAutomaticallyCodable {
  var id: Int
  static let table = SQLTable("wrong", derivedFrom: WrongKey.self, primaryKey: ["key"])
}

private final class Endless: Codable, Sendable {
  let next: Endless
  init(next: Endless) { self.next = next }
}
private struct Impossible: SQLAutomaticallyCodable {
  var endless: Endless
  static let table = SQLTable("impossible", derivedFrom: Impossible.self)
}

@Suite struct DerivedTableTests {
  @Test func propertiesBecomeColumns() throws {
    let columns = Derived.table.columns
    #expect(Derived.table.problem == nil, "\(String(describing: Derived.table.problem))")
    let shape = columns.map { "\($0.name) \($0.type)\($0.isNullable ? "?" : "")" }
    #expect(
      shape == [
        "id INTEGER", "title TEXT", "created_at REAL", "token TEXT?", "place TEXT", "tags TEXT", "grade TEXT",
        "second TEXT?", "price TEXT", "link TEXT", "bytes BLOB", "loaded TEXT?", "unlisted TEXT?", "ratio REAL?",
      ])
    #expect(Derived.table.primaryKeyColumns.map(\.name) == ["id"])
    #expect(columns[0].isRowID)
    #expect(columns[2] === Derived.createdAt.definition)
  }

  @Test func recordsGoBothWays() throws {
    let record = Derived(
      id: 1, title: "t", createdAt: Date(timeIntervalSinceReferenceDate: 1.5), token: UUID(),
      place: Place(city: "a", zip: nil), tags: ["x"], grade: .high, second: nil, price: 5,
      link: try #require(URL(string: "a:b")), bytes: [1], loaded: .first(5), unlisted: .only, ratio: 0.5)
    let values = try record.columnValues().map { try #require($0) }
    #expect(values[4] == #"{"city":"a"}"# && values[5] == #"["x"]"# && values[6] == "high")
    #expect(values[11] == #"{"first":{"_0":5}}"# && values[12] == "only" && values[10] == .blob([1]))
    #expect(try Rows.decode(Derived.self, [values]) == [record])
  }

  @Test func keysMayBeCompoundOrUnknown() throws {
    #expect(Compound.table.compoundPrimaryKey == ["left", "right"])
    #expect(Compound.table.primaryKeyColumns.map(\.name) == ["left", "right"])
    #expect(Rows.failure { _ = try WrongKey(id: 1).columnValues() }?.code == .unknownColumn)
  }

  @Test func aTypeThatRefusesMadeUpValuesSaysSo() throws {
    let failure = try #require(Rows.failure { _ = try Stubborn(id: 1, kind: .only, after: 1).columnValues() })
    #expect(
      failure.code == .invalidQuery && failure.message.contains("\"kind\"") && failure.message.contains("example"))
    #expect(Rows.failure { _ = try Rows.decode(Stubborn.self, [[1, "only"]]) }?.code == .invalidQuery)
    #expect(Impossible.table.problem?.code == .invalidQuery)
    let context = SQLGenerationContext(capabilities: AutomaticMappingTests.capabilities, policy: .lower)
    #expect(throws: DatabaseError.self) {
      try SQLTableDefinition(table: Stubborn.table, context: context).createTable(ifNotExists: true, temporary: false)
    }
  }

  @Test func anExampleGivesWhatATypeRefuses() throws {
    let shape = ByExample.table.columns.map { "\($0.name) \($0.type)\($0.isNullable ? "?" : "")" }
    #expect(shape == ["id INTEGER?", "kind TEXT", "loaded TEXT?", "width INTEGER"])
    #expect(ByExample.table.columns[0].primaryKey == .autoincrement)
    let record = ByExample(id: nil, kind: .only, loaded: .second, width: .narrow)
    let values = try record.columnValues().map { try #require($0) }
    #expect(values == [.null, "only", #"{"second":{}}"#, 5])
    #expect(try Rows.decode(ByExample.self, [values]) == [record])
  }
}
