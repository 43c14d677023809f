import Quarry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueCases {
  static let mappings: [ConformanceCase] = [
    ConformanceCase(
      "VAL-48", "UUID, Date, Decimal, URL and enumerations are stored in the same way everywhere", .core,
      "Quarry: SQLValueConvertible",
      "A Swift value MUST become the same stored bytes on every driver, and read back as the same value."
    ) { test in
      let database = try await test.database()
      let uuid = try test.require(UUID(uuidString: "0f8fad5b-d9cb-469f-a165-70867728950e"), "an identifier")
      let url = try test.require(URL(string: "https://example.com/a%20b?q=1#f"), "a URL")
      // 2024-02-29T12:34:56.789Z
      let date = Date(timeIntervalSince1970: 1_709_210_096.789)
      let record = Mapped(
        uuid: uuid, lowerUUID: uuid, text: date, seconds: date, whole: date, milliseconds: date,
        decimal: Decimal(string: "-12345678901234567890.0123") ?? 0, url: url, suit: .hearts, level: .high,
        flag: true, float: 0.1)
      try await database.createTable(Mapped.self)
      try await database.insert([record])
      let stored: [SQLValue] = [
        "0F8FAD5B-D9CB-469F-A165-70867728950E", "0f8fad5b-d9cb-469f-a165-70867728950e",
        "2024-02-29T12:34:56.789Z", 1_709_210_096.789, 1_709_210_096, 1_709_210_096_789,
        "-12345678901234567890.0123", "https://example.com/a%20b?q=1#f", "hearts", 3, 1,
        .real(Double(Float(0.1))),
      ]
      let rows = try await test.rows(database, "SELECT * FROM Mapped")
      for (index, value) in stored.enumerated() {
        test.expectIdentical(
          rows.first.flatMap { $0.indices.contains(index) ? $0[index] : nil }, value,
          "column \(Mapped.table.columns[index].name) as it is stored")
      }
      let read = try await database.fetchAll(("SELECT * FROM Mapped" as SQLFragment).as(Mapped.self))
      test.expectEqual(read, [record], "the record as it is read")
      await test.expectRows(
        database, "SELECT \(uuid), \(date), \(Decimal(5) / 2), \(url), \(Mapped.Suit.clubs), \(Mapped.Level.low)",
        [[stored[0], stored[2], "2.5", stored[7], "clubs", 1]], "bound without a column")
      await test.expectError(.decoding, "an unknown case is refused") {
        try await database.fetchAll(("SELECT 'stars'" as SQLFragment).values(Mapped.Suit.self))
      }
      await test.expectError(.decoding, "a text that is no identifier is refused") {
        try await database.fetchAll(("SELECT '0f8fad5b'" as SQLFragment).values(UUID.self))
      }
      await test.expectError(.decoding, "a number is no date without a coding") {
        try await database.fetchAll(("SELECT 1709210096" as SQLFragment).values(Date.self))
      }
      await test.expectError(.valueOutOfRange, database, "SELECT \(Decimal.nan)", "NaN is no decimal number")
      guard test.section("bytes", requires: .capability(.blobs)) else { return }
      let bytes = MappedBytes(uuid: uuid, data: Data([0, 255]))
      try await database.createTable(MappedBytes.self)
      try await database.insert([bytes])
      await test.expectRows(
        database, "SELECT * FROM MappedBytes",
        [
          [
            .blob([0x0f, 0x8f, 0xad, 0x5b, 0xd9, 0xcb, 0x46, 0x9f, 0xa1, 0x65, 0x70, 0x86, 0x77, 0x28, 0x95, 0x0e]),
            .blob([0, 255]),
          ]
        ], "bytes as they are stored")
      let readBytes = try await database.fetchAll(("SELECT * FROM MappedBytes" as SQLFragment).as(MappedBytes.self))
      test.expectEqual(readBytes, [bytes], "the record of bytes as it is read")
    }
  ]
}

/// A record of everything that is mapped to numbers and texts.
private struct Mapped: SQLCodable, Equatable {
  enum Suit: String, SQLValueConvertible { case clubs, hearts }
  enum Level: Int, SQLValueConvertible {
    case low = 1
    case high = 3
  }

  var uuid: UUID
  var lowerUUID: UUID
  var text: Date
  var seconds: Date
  var whole: Date
  var milliseconds: Date
  var decimal: Decimal
  var url: URL
  var suit: Suit
  var level: Level
  var flag: Bool
  var float: Float

  enum Columns {
    static let uuid = SQLColumn<UUID>("uuid")
    static let lowerUUID = SQLColumn<UUID>("lowerUUID", coding: .lowercaseText)
    static let text = SQLColumn<Date>("text")
    static let seconds = SQLColumn<Date>("seconds", coding: .unixSeconds)
    static let whole = SQLColumn<Date>("whole", coding: .unixInteger)
    static let milliseconds = SQLColumn<Date>("milliseconds", coding: .unixMilliseconds)
    static let decimal = SQLColumn<Decimal>("decimal")
    static let url = SQLColumn<URL>("url")
    static let suit = SQLColumn<Suit>("suit")
    static let level = SQLColumn<Level>("level")
    static let flag = SQLColumn<Bool>("flag")
    static let float = SQLColumn<Float>("float")
  }

  static let table = SQLTable(
    "Mapped", Columns.uuid, Columns.lowerUUID, Columns.text, Columns.seconds, Columns.whole,
    Columns.milliseconds, Columns.decimal, Columns.url, Columns.suit, Columns.level, Columns.flag,
    Columns.float)

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Columns.uuid] = uuid
    row[Columns.lowerUUID] = lowerUUID
    row[Columns.text] = text
    row[Columns.seconds] = seconds
    row[Columns.whole] = whole
    row[Columns.milliseconds] = milliseconds
    row[Columns.decimal] = decimal
    row[Columns.url] = url
    row[Columns.suit] = suit
    row[Columns.level] = level
    row[Columns.flag] = flag
    row[Columns.float] = float
  }
}

extension Mapped {
  init(row: inout SQLRowReader<Self>) throws {
    uuid = try row[Columns.uuid]
    lowerUUID = try row[Columns.lowerUUID]
    text = try row[Columns.text]
    seconds = try row[Columns.seconds]
    whole = try row[Columns.whole]
    milliseconds = try row[Columns.milliseconds]
    decimal = try row[Columns.decimal]
    url = try row[Columns.url]
    suit = try row[Columns.suit]
    level = try row[Columns.level]
    flag = try row[Columns.flag]
    float = try row[Columns.float]
  }

  /// Whether both are equal, with dates in the precision of their columns.
  static func == (left: Mapped, right: Mapped) -> Bool {
    left.uuid == right.uuid && left.lowerUUID == right.lowerUUID
      && left.text.isWithinMillisecond(of: right.text) && left.seconds == right.seconds
      && left.whole.timeIntervalSince1970 == right.whole.timeIntervalSince1970.rounded(.down)
      && left.milliseconds.isWithinMillisecond(of: right.milliseconds) && left.decimal == right.decimal
      && left.url == right.url && left.suit == right.suit && left.level == right.level
      && left.flag == right.flag && left.float == right.float
  }
}

extension Date {
  fileprivate func isWithinMillisecond(of other: Date) -> Bool {
    abs(timeIntervalSince1970 - other.timeIntervalSince1970) < 0.000_5
  }
}

/// The types that are mapped to bytes, which not every driver supports.
private struct MappedBytes: SQLCodable, Equatable {
  var uuid: UUID
  var data: Data

  enum Columns {
    static let uuid = SQLColumn<UUID>("uuid", coding: .blob)
    static let data = SQLColumn<Data>("data")
  }

  static let table = SQLTable("MappedBytes", Columns.uuid, Columns.data)

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Columns.uuid] = uuid
    row[Columns.data] = data
  }
}

extension MappedBytes {
  init(row: inout SQLRowReader<Self>) throws {
    uuid = try row[Columns.uuid]
    data = try row[Columns.data]
  }
}
