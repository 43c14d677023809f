import Foundation
import Testing

@testable import Quarry

private struct SnakeRecord: SQLAutomaticallyCodable, Equatable {
  var artistID: Int
  var myURLText: String
  var plain: Int?
  static var columnNaming: SQLColumnNaming { .snakeCase }
  static let table = SQLTable(
    "snake", SQLColumn<String>("my_url_text"), SQLColumn<Int64>("ARTIST_ID"), SQLColumn<Int64?>("plain"))
}

private struct CustomRecord: SQLAutomaticallyCodable, Equatable {
  var a: Int
  var b: Int
  static var columnNaming: SQLColumnNaming { .custom { "x_" + $0 } }
  static let table = SQLTable("custom", SQLColumn<Int>("x_b"), SQLColumn<Int>("x_a"))
}

private struct RenamedRecord: SQLAutomaticallyCodable, Equatable {
  var id: Int
  var title: String
  var note = "transient"
  enum CodingKeys: String, CodingKey {
    case id = "RecordId"
    case title = "order"
  }
  static let table = SQLTable("r", SQLColumn<String>("order"), SQLColumn<Int>("recordid"))
}

private struct OptionalsRecord: SQLAutomaticallyCodable, Equatable {
  var id: Int
  var extra: String?
  static let table = SQLTable("o", SQLColumn<Int>("id"), SQLColumn<Int>("counted", defaultValue: 3))
}

private struct GeneratedRecord: SQLAutomaticallyCodable, Equatable {
  var id: Int
  var twice: Int
  static let table = SQLTable("g", SQLColumn<Int>("id"), SQLColumn<Int>("twice", generated: .init("id * 2")))
}

private struct MismatchRecord: SQLAutomaticallyCodable {
  var when: Date
  static let table = SQLTable("m", SQLColumn<Int64>("when"))
}

private struct WideRecord: SQLAutomaticallyCodable, Equatable {
  var number: UInt64
  var count: Int
  static let table = SQLTable("w", SQLColumn<UInt64>("number"), SQLColumn<Int8>("count"))
}

private struct ListRecord: SQLAutomaticallyCodable {
  init() {}
  init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(1)
  }
  static let table = SQLTable("l", SQLColumn<Int>("id"))
}

private struct SingleRecord: SQLAutomaticallyCodable {
  init() {}
  init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer() }
  // Swallows the refusal, which must not be lost.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try? container.encode(1)
  }
  static let table = SQLTable("s", SQLColumn<Int>("id"))
}

private class Animal: Codable, @unchecked Sendable { var legs = 4 }
private final class Dog: Animal, SQLAutomaticallyCodable, @unchecked Sendable {
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try super.encode(to: container.superEncoder())
  }
  enum Keys: String, CodingKey { case name }
  static let table = SQLTable("dog", SQLColumn<String>("name"))
}

private final class Keeper: SQLAutomaticallyCodable, @unchecked Sendable {
  let decoder: (any Decoder)?
  init(from decoder: any Decoder) throws { self.decoder = decoder }
  func encode(to encoder: any Encoder) throws {}
  static let table = SQLTable("k", SQLColumn<Int>("id"))
}

private final class Point: SQLAutomaticallyCodable {
  let x: Int
  let y: Int
  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
  static let table = SQLTable("p", SQLColumn<Int>("x"), SQLColumn<Int>("y"))
}

@Suite struct AutomaticMappingFormsTests {
  private func written<Record: SQLEncodable>(_ record: Record) throws -> [SQLValue?] { try record.columnValues() }

  @Test func columnsAreFoundInAnyOrderAndNaming() throws {
    let snake = SnakeRecord(artistID: 1, myURLText: "u", plain: nil)
    #expect(try written(snake) == ["u", 1, .null])
    #expect(try Rows.decode(SnakeRecord.self, [["u", 1, .null], ["v", 2, 3]]).map(\.artistID) == [1, 2])
    #expect(try written(CustomRecord(a: 1, b: 2)) == [2, 1])
    #expect(try Rows.decode(CustomRecord.self, [[2, 1]]) == [CustomRecord(a: 1, b: 2)])
    #expect(try written(RenamedRecord(id: 1, title: "t")) == ["t", 1])
    #expect(try Rows.decode(RenamedRecord.self, [["t", 1]]) == [RenamedRecord(id: 1, title: "t")])
    #expect(try Rows.decode(Point.self, [[1, 2]]).map { [$0.x, $0.y] } == [[1, 2]])
  }

  @Test(arguments: [
    ("id", "id"), ("artistID", "artist_id"), ("artistId", "artist_id"), ("myURLText", "my_url_text"), ("URL", "url"),
    ("aB", "a_b"), ("a1B", "a1_b"), ("already_snake", "already_snake"), ("with_Upper", "with_upper"), ("", ""),
    ("größeX", "größe_x"),
  ])
  func snakeCase(key: String, column: String) {
    let naming = SQLColumnNaming.snakeCase
    #expect(naming.columnName(for: key) == column)
    #expect(naming.matches(key, column: column))
    #expect(!naming.matches(key, column: column + "_"))
    #expect(!naming.matches(key + "x", column: column))
  }

  @Test func columnsAndPropertiesNeedNotBeTheSame() throws {
    #expect(try written(OptionalsRecord(id: 1, extra: nil)) == [1, nil])
    #expect(try Rows.decode(OptionalsRecord.self, [[1, 3]]) == [OptionalsRecord(id: 1, extra: nil)])
    let failure = try #require(Rows.failure { _ = try written(OptionalsRecord(id: 1, extra: "s3cret")) })
    #expect(failure.code == .unknownColumn && failure.message.contains("\"extra\""))
    #expect(!failure.message.contains("s3cret"))
    #expect(try written(GeneratedRecord(id: 1, twice: 9)) == [1, nil])
    #expect(try Rows.decode(GeneratedRecord.self, [[1, 2]]) == [GeneratedRecord(id: 1, twice: 2)])
  }

  @Test func whatTheColumnCannotReadIsNotWritten() throws {
    let failure = try #require(Rows.failure { _ = try written(MismatchRecord(when: Date())) })
    #expect(failure.code == .valueOutOfRange && failure.message.contains("\"m\".\"when\""))
    #expect(try written(WideRecord(number: 5, count: 127)) == [5, 127])
    #expect(Rows.failure { _ = try written(WideRecord(number: .max, count: 1)) }?.code == .valueOutOfRange)
    #expect(Rows.failure { _ = try written(WideRecord(number: 1, count: 128)) }?.code == .valueOutOfRange)
  }

  @Test func otherShapesAreRefusedWithAnError() throws {
    let failures = [
      Rows.failure { _ = try written(ListRecord()) }, Rows.failure { _ = try Rows.decode(ListRecord.self, [[1]]) },
      Rows.failure { _ = try written(SingleRecord()) }, Rows.failure { _ = try Rows.decode(SingleRecord.self, [[1]]) },
      Rows.failure { _ = try written(Dog()) }, Rows.failure { _ = try Rows.decode(Dog.self, [["a"]]) },
    ]
    for failure in failures { #expect(failure?.code == .invalidQuery, "\(String(describing: failure))") }
  }

  @Test func aDecoderThatIsKeptReadsNothing() throws {
    let keeper = try #require(try Rows.decode(Keeper.self, [[1]]).first)
    let container = try #require(keeper.decoder).container(keyedBy: AnyKey.self)
    #expect(Rows.failure { _ = try container.decode(Int.self, forKey: AnyKey("id")) }?.code == .unknownColumn)
  }

  @Test func aRowThatIsTooShortIsRefused() {
    #expect(Rows.failure { _ = try Rows.decode(Point.self, [[1]]) }?.code == .unknownColumn)
  }
}

struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ stringValue: String) { self.stringValue = stringValue }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
