internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Amounts with two and four digits, and as text.
struct Amount: SQLCodable, Hashable {
  var id: Int64
  var two: Decimal
  var four: Decimal
  var plain: Decimal

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let two = SQLColumn<Decimal>("two", coding: .scaled(2))
  static let four = SQLColumn<Decimal>("four", coding: .scaled(4))
  static let plain = SQLColumn<Decimal>("plain")
  static let table = SQLTable("Amount", id, two, four, plain)

  init(id: Int64, two: Decimal, four: Decimal, plain: Decimal) {
    self.id = id
    self.two = two
    self.four = four
    self.plain = plain
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    two = try row[Self.two]
    four = try row[Self.four]
    plain = try row[Self.plain]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.two] = two
    row[Self.four] = four
    row[Self.plain] = plain
  }
}

/// The same values in different codings.
struct Pairs: SQLCodable {
  var id: Int64
  var date: Date
  var identifier: UUID

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let text = SQLColumn<Date>("text")
  static let seconds = SQLColumn<Date>("seconds", coding: .unixSeconds)
  static let whole = SQLColumn<Date>("whole", coding: .unixInteger)
  static let milliseconds = SQLColumn<Date>("milliseconds", coding: .unixMilliseconds)
  static let julian = SQLColumn<Date>("julian", coding: .julianDay)
  static let upper = SQLColumn<UUID>("upper")
  static let lower = SQLColumn<UUID>("lower", coding: .lowercaseText)
  static let blob = SQLColumn<UUID?>("blob", coding: .blob)
  static let marked = SQLColumn<String>("marked", coding: .marked)
  static let again = SQLColumn<String>("again", coding: .marked)
  static let secret = SQLColumn<Decimal>("secret", coding: .secret)
  static let other = SQLColumn<Decimal>(
    "other",
    coding: SQLValueCoding(
      columnType: .integer, encode: { try SQLValueCoding.scaled(2).encode($0) },
      decode: { try SQLValueCoding.scaled(2).decode($0) }))
  static let json = SQLColumn<[UInt8]?>("json", coding: .json)
  static let bytes = SQLColumn<[UInt8]?>("bytes")
  static let table = SQLTable(
    "Pairs", id, text, seconds, whole, milliseconds, julian, upper, lower, blob, marked, again, secret, other, json,
    bytes)

  init(id: Int64, date: Date, identifier: UUID) {
    self.id = id
    self.date = date
    self.identifier = identifier
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    date = try row[Self.text]
    identifier = try row[Self.upper]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = date
    row[Self.seconds] = date
    row[Self.whole] = date
    row[Self.milliseconds] = date
    row[Self.julian] = date
    row[Self.upper] = identifier
    row[Self.lower] = identifier
    row[Self.marked] = "x"
    row[Self.again] = "x"
    row[Self.secret] = 1
    row[Self.other] = 1
    row[Self.json] = [1]
  }
}
