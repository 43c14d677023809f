import Foundation
import Testing

@testable import Quarry

private struct Person: SQLCodable, Equatable {
  var id: Int64
  var name: String
  var age: Int?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let age = SQLColumn<Int?>("age")
  static let table = SQLTable("person", id, name, age)
  init(id: Int64, name: String, age: Int?) {
    self.id = id
    self.name = name
    self.age = age
  }
  init(row: inout SQLRowReader<Self>) throws {
    // Neither the table's order nor each column once.
    age = try row[Self.age]
    id = try row[Self.id]
    _ = try row[Self.age]
    name = try row[Self.name]
    _ = try row[Self.name]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.age] = age
    row[Self.name] = name
    row[Self.id] = id
  }
}

private struct Doubled: SQLCodable {
  var values: [Int]
  static let a = SQLColumn<Int>("a")
  static let sameName = SQLColumn<Int>("A")
  static let table = SQLTable("doubled", a, a)
  init(row: inout SQLRowReader<Self>) throws { values = [try row[Self.a], try row[Self.a], try row[Self.sameName]] }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.a] = values[0]
    row[Self.a] = values[1]
  }
}

private struct Stranger: SQLCodable {
  var action: Int
  static let id = SQLColumn<Int>("id")
  static let other = SQLColumn<Int>("other")
  static let table = SQLTable("stranger", id)
  init(action: Int) { self.action = action }
  init(row: inout SQLRowReader<Self>) throws { action = try row[Self.other] }
  func encode(to row: inout SQLRowWriter<Self>) {
    switch action {
    case 0: row[Self.other] = 1
    case 1: row.setNull(Self.other)
    case 2: row.useDefault(Self.other)
    case 3: row.setNull(Self.id)
    default:
      row[Self.id] = 1
      row.useDefault(Self.id)
    }
  }
}

private struct Secretive: SQLValueConvertible {
  struct Failure: Error, CustomStringConvertible { var description: String { "s3cret" } }
  static var columnType: SQLColumnType { .text }
  init() {}
  init(sqlValue: SQLValue) throws { throw Failure() }
  func sqlValue() throws -> SQLValue { throw Failure() }
}

private struct Holder: SQLCodable {
  static let secret = SQLColumn<Secretive>("secret")
  static let table = SQLTable("holder", secret)
  init() {}
  init(row: inout SQLRowReader<Self>) throws { _ = try row[Self.secret] }
  func encode(to row: inout SQLRowWriter<Self>) { row[Self.secret] = Secretive() }
}

@Suite struct RowReaderTests {
  @Test func columnsAreReadInAnyOrder() throws {
    let people = try Rows.decode(Person.self, [[1, "a", .null], [2, "b", 30]])
    #expect(people == [Person(id: 1, name: "a", age: nil), Person(id: 2, name: "b", age: 30)])
    #expect(try Person(id: 2, name: "b", age: nil).columnValues() == [2, "b", .null])
  }

  @Test("S21: a repeated column is no trap") func repeatedColumns() throws {
    let doubled = try Rows.decode(Doubled.self, [[1, 2]])
    #expect(doubled.first?.values == [1, 2, 1])
    #expect(throws: Never.self) { try doubled.first?.columnValues() }
  }

  @Test func columnsThatTheTableDoesNotListAreNamed() throws {
    let failures = [
      Rows.failure { _ = try Rows.decode(Stranger.self, [[1]]) },
      Rows.failure { _ = try Stranger(action: 0).columnValues() },
      Rows.failure { _ = try Stranger(action: 1).columnValues() },
      Rows.failure { _ = try Stranger(action: 2).columnValues() },
    ]
    for failure in failures {
      #expect(failure?.code == .unknownColumn)
      #expect(failure?.message.contains("\"other\"") == true && failure?.message.contains("\"stranger\"") == true)
    }
    #expect(try Stranger(action: 3).columnValues() == [.null])
    #expect(try Stranger(action: 4).columnValues() == [nil])
  }

  @Test func errorsNameColumnIndexWantedAndFound() throws {
    let null = try #require(Rows.failure { _ = try Rows.decode(Person.self, [[1, .null, 1]]) })
    #expect(null.code == .unexpectedNull)
    for part in ["\"person\".\"name\"", "index 1", "NULL", "String"] { #expect(null.message.contains(part)) }
    let text = try #require(Rows.failure { _ = try Rows.decode(Person.self, [["s3cret", "a", 1]]) })
    #expect(text.code == .decoding && !text.message.contains("s3cret"))
    for part in ["\"person\".\"id\"", "index 0", "text", "Int64"] { #expect(text.message.contains(part)) }
    #expect(Rows.failure { _ = try Rows.decode(Person.self, [[1, "a"]]) }?.code == .unknownColumn)
  }

  @Test func errorsOfATypeItselfAreNotShown() throws {
    let reading = try #require(Rows.failure { _ = try Rows.decode(Holder.self, [["s3cret"]]) })
    let writing = try #require(Rows.failure { _ = try Holder().columnValues() })
    #expect(reading.code == .decoding && writing.code == .valueOutOfRange)
    for failure in [reading, writing] {
      #expect(failure.message.contains("secret") && !failure.message.contains("s3cret"))
    }
  }

  @Test func aDecoderWalksOverSeveralParts() throws {
    typealias Row = (Person, Person?, Person?, Int, String?)
    var rows: [Row] = []
    let batch = Rows.batch([
      [1, "a", .null, 1, .null, .null, .null, 0, 9, "x", 9, 42, .null],
      [1, "a", .null, 0, .null, .null, .null, 1, 9, "x", 9, 42, "end"],
    ])
    #expect(throws: DatabaseError.self) {
      try batch.decodeRows(into: &rows) { row -> Row in
        (
          try Person.decode(&row), try Person?.decode(&row), try Person?.decode(&row),
          try row.decode(Int.self, coding: nil), try row.decode(String?.self, coding: nil)
        )
      }
    }
    // The first row's second part is there, and its NULL id is an error; a missing part is not.
    #expect(rows.isEmpty)
    let second = Rows.batch([[1, "a", .null, 0, .null, .null, .null, 1, 9, "x", 9, 42, "end"]])
    try second.decodeRows(into: &rows) { row -> Row in
      (
        try Person.decode(&row), try Person?.decode(&row), try Person?.decode(&row),
        try row.decode(Int.self, coding: nil), try row.decode(String?.self, coding: nil)
      )
    }
    let row = try #require(rows.first)
    #expect(row.0.id == 1 && row.1 == nil && row.2 == Person(id: 9, name: "x", age: 9))
    #expect(row.3 == 42 && row.4 == "end")
    withExtendedLifetime((batch, second)) {}
  }
}
