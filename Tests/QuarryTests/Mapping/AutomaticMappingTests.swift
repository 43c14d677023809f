import Foundation
import Testing
import TestSupport

@testable import Quarry

enum Grade: String, Codable, CaseIterable { case low, high }

struct Place: Codable, Hashable, Sendable {
  var city: String
  var zip: Int?
}

/// The columns that the hand-written and the automatic form share.
enum RecordColumns {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let small = SQLColumn<Int16?>("small")
  static let ratio = SQLColumn<Double>("ratio")
  static let flag = SQLColumn<Bool>("flag")
  static let created = SQLColumn<Date>("created", coding: .unixSeconds)
  static let changed = SQLColumn<Date?>("changed")
  static let token = SQLColumn<UUID>("token", coding: .blob)
  static let data = SQLColumn<Data?>("data")
  static let link = SQLColumn<URL?>("link")
  static let price = SQLColumn<Decimal>("price")
  static let place = SQLColumn<SQLJSON<Place>>("place")
  static let tags = SQLColumn<SQLJSON<[String]>?>("tags")
  static let counts = SQLColumn<SQLJSON<[String: Int]>>("counts")
  static let grade = SQLColumn<String>("grade")
  static func table() -> SQLTable {
    SQLTable(
      "Record", id, name, small, ratio, flag, created, changed, token, data, link, price, place, tags, counts, grade)
  }
}

struct AutomaticRecord: SQLAutomaticallyCodable, Equatable {
  var id: Int64
  var name: String
  var small: Int16?
  var ratio: Double
  var flag: Bool
  var created: Date
  var changed: Date?
  var token: UUID
  var data: Data?
  var link: URL?
  var price: Decimal
  var place: Place
  var tags: [String]?
  var counts: [String: Int]
  var grade: Grade
  static let table = RecordColumns.table()
}

struct HandWrittenRecord: SQLCodable {
  var value: AutomaticRecord
  typealias Columns = RecordColumns
  static let table = RecordColumns.table()

  init(_ value: AutomaticRecord) { self.value = value }

  init(row: inout SQLRowReader<Self>) throws {
    value = AutomaticRecord(
      id: try row[Columns.id], name: try row[Columns.name], small: try row[Columns.small],
      ratio: try row[Columns.ratio], flag: try row[Columns.flag], created: try row[Columns.created],
      changed: try row[Columns.changed], token: try row[Columns.token], data: try row[Columns.data],
      link: try row[Columns.link], price: try row[Columns.price], place: try row[Columns.place].value,
      tags: try row[Columns.tags]?.value, counts: try row[Columns.counts].value,
      grade: Grade(rawValue: try row[Columns.grade]) ?? .low)
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Columns.id] = value.id
    row[Columns.name] = value.name
    row[Columns.small] = value.small
    row[Columns.ratio] = value.ratio
    row[Columns.flag] = value.flag
    row[Columns.created] = value.created
    row[Columns.changed] = value.changed
    row[Columns.token] = value.token
    row[Columns.data] = value.data
    row[Columns.link] = value.link
    row[Columns.price] = value.price
    row[Columns.place] = SQLJSON(value.place)
    row[Columns.tags] = value.tags.map { SQLJSON($0) }
    row[Columns.counts] = SQLJSON(value.counts)
    row[Columns.grade] = value.grade.rawValue
  }
}

@Suite struct AutomaticMappingTests {
  static func records() throws -> [AutomaticRecord] {
    let full = AutomaticRecord(
      id: 7, name: "Ni\u{0}na é", small: -3, ratio: -0.0, flag: true,
      created: try Date(sqlValue: "2024-01-01T07:00:00.123Z"), changed: try Date(sqlValue: "1969-12-31T23:59:59.999Z"),
      token: try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")), data: Data([0, 255]),
      link: URL(string: "https://example.org/a"), price: try Decimal(sqlValue: "12.50"),
      place: Place(city: "Köln", zip: 50667), tags: ["b", "a"], counts: ["z": 1, "a": 2], grade: .high)
    var sparse = full
    sparse.small = nil
    sparse.changed = nil
    sparse.data = Data()
    sparse.link = nil
    sparse.tags = nil
    sparse.place.zip = nil
    sparse.counts = [:]
    return [full, sparse]
  }

  @Test func storesWhatTheHandWrittenFormStores() throws {
    for record in try Self.records() {
      var automatic = SQLRowWriter<AutomaticRecord>()
      record.encode(to: &automatic)
      var byHand = SQLRowWriter<HandWrittenRecord>()
      HandWrittenRecord(record).encode(to: &byHand)
      #expect(automatic.error == nil && byHand.error == nil, "\(String(describing: automatic.error))")
      #expect(automatic.values.count == 15)
      for (index, pair) in zip(automatic.values, byHand.values).enumerated() {
        let first = try #require(pair.0)
        let second = try #require(pair.1)
        #expect(first.isIdentical(to: second), "\(AutomaticRecord.table.columns[index].name): \(first) \(second)")
      }
    }
  }

  @Test func readsWhatItWrote() throws {
    for record in try Self.records() {
      var writer = SQLRowWriter<AutomaticRecord>()
      record.encode(to: &writer)
      let row = try writer.values.map { try #require($0) }
      #expect(try Rows.decode(AutomaticRecord.self, [row, row]) == [record, record])
      #expect(try Rows.decode(HandWrittenRecord.self, [row]).map(\.value) == [record])
    }
  }

  @Test func theSQLIsThatOfTheHandWrittenForm() throws {
    let record = try #require(try Self.records().first)
    #expect(try record.columnValues() == HandWrittenRecord(record).columnValues())
    let context = SQLGenerationContext(capabilities: Self.capabilities, policy: .lower)
    let first = try SQLTableDefinition(table: AutomaticRecord.table, context: context)
      .createTable(ifNotExists: false, temporary: false)
    let second = try SQLTableDefinition(table: HandWrittenRecord.table, context: context)
      .createTable(ifNotExists: false, temporary: false)
    #expect(first == second)
  }

  @Test func errorsAreThoseOfTheHandWrittenForm() throws {
    var writer = SQLRowWriter<AutomaticRecord>()
    try #require(try Self.records().first).encode(to: &writer)
    let row = try writer.values.map { try #require($0) }
    let faults: [(Int, SQLValue)] = [
      (0, .null), (0, "s3cret"), (1, .blob([1])), (2, 40_000), (3, .null), (4, "s3cret"), (5, "2024-01-01"), (5, .null),
      (6, 5), (7, .blob([1])), (9, "http://["), (10, "s3cret"), (11, "{}"), (11, .null), (12, 5), (13, "s3cret"),
    ]
    for (index, value) in faults {
      var broken = row
      broken[index] = value
      let automatic = try #require(Rows.failure { _ = try Rows.decode(AutomaticRecord.self, [broken]) })
      let byHand = try #require(Rows.failure { _ = try Rows.decode(HandWrittenRecord.self, [broken]) })
      #expect(automatic.code == byHand.code, "\(index) \(value): \(automatic.message)")
      let column = AutomaticRecord.table.columns[index].name
      for message in [automatic.message, byHand.message] {
        #expect(message.contains("\"Record\".\"\(column)\" at index \(index)"), "\(message)")
        #expect(!message.contains("s3cret"), "\(message)")
      }
    }
    var broken = row
    broken[14] = "s3cret"
    let unknown = try #require(Rows.failure { _ = try Rows.decode(AutomaticRecord.self, [broken]) })
    #expect(unknown.code == .decoding && unknown.message.contains("Grade"))
    #expect(!unknown.message.contains("s3cret"))
  }

  static let capabilities = DriverCapabilities(
    engine: DatabaseEngine(
      product: .sqlite, version: EngineVersion(3, 40, 1), compileOptions: nil, features: FeatureSet(), absence: [:]),
    transactions: .interactive, limits: EngineLimits())
}
