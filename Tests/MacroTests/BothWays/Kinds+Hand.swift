#if Macros
import Foundation
import Quarry

extension ByHand {
  struct Kinds: SQLCodable {
    var key: UUID
    var level: Level
    var maybeLevel: Level?
    var point: Point
    var maybePoint: Point?
    var real: Double
    var flag: Bool
    var bytes: Data
    var maybeBytes: [UInt8]?
    var date: Date
    var maybeDate: Date?
    var maybeID: UUID?
    var price: Decimal
    var maybePrice: Decimal?
    var words: [String]
    var maybeCounts: [String: Int]?
    let next: Int
    let maybeNext: Int?
    static let key = SQLColumn<UUID>("key", primaryKey: .plain, coding: .blob)
    static let level = SQLColumn<Level>("level")
    static let maybeLevel = SQLColumn<Level?>("maybeLevel")
    static let point = SQLColumn<Point>("point")
    static let maybePoint = SQLColumn<Point?>("maybePoint")
    static let real = SQLColumn<Double>("real", defaultValue: 2.5)
    static let flag = SQLColumn<Bool>("flag")
    static let bytes = SQLColumn<Data>("bytes")
    static let maybeBytes = SQLColumn<[UInt8]?>("maybeBytes", type: "BLOB")
    static let date = SQLColumn<Date>("at", type: "REAL", coding: .julianDay)
    static let maybeDate = SQLColumn<Date?>("maybeDate", coding: .unixMilliseconds)
    static let maybeID = SQLColumn<UUID?>("maybeID", unique: true, collation: .nocase, coding: .lowercaseText)
    static let price = SQLColumn<Decimal>("price", defaultValue: 100, coding: .scaled(2))
    static let maybePrice = SQLColumn<Decimal?>("maybePrice", coding: .text)
    static let words = SQLColumn<Comma>("words", defaultValue: "")
    static let maybeCounts = SQLColumn<SQLJSON<[String: Int]>?>("json", check: "length(json) > 1")
    static let next = SQLColumn<Wrapped>("next", generated: SQLGeneratedColumn("level + 1"))
    static let maybeNext = SQLColumn<Wrapped?>("maybeNext", generated: SQLGeneratedColumn("maybeLevel + 1"))
    static let table = SQLTable(
      "Kinds", key, level, maybeLevel, point, maybePoint, real, flag, bytes, maybeBytes, date, maybeDate, maybeID,
      price, maybePrice, words, maybeCounts, next, maybeNext)
    init(row: inout SQLRowReader<Self>) throws {
      key = try row[Self.key]
      level = try row[Self.level]
      maybeLevel = try row[Self.maybeLevel]
      point = try row[Self.point]
      maybePoint = try row[Self.maybePoint]
      real = try row[Self.real]
      flag = try row[Self.flag]
      bytes = try row[Self.bytes]
      maybeBytes = try row[Self.maybeBytes]
      date = try row[Self.date]
      maybeDate = try row[Self.maybeDate]
      maybeID = try row[Self.maybeID]
      price = try row[Self.price]
      maybePrice = try row[Self.maybePrice]
      words = try row[Self.words].value
      maybeCounts = try row[Self.maybeCounts]?.value
      next = try row[Self.next].value
      maybeNext = try row[Self.maybeNext]?.value
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.key] = key
      row[Self.level] = level
      row[Self.maybeLevel] = maybeLevel
      row[Self.point] = point
      row[Self.maybePoint] = maybePoint
      row[Self.real] = real
      row[Self.flag] = flag
      row[Self.bytes] = bytes
      row[Self.maybeBytes] = maybeBytes
      row[Self.date] = date
      row[Self.maybeDate] = maybeDate
      row[Self.maybeID] = maybeID
      row[Self.price] = price
      row[Self.maybePrice] = maybePrice
      row[Self.words] = Comma(words)
      row[Self.maybeCounts] = maybeCounts.map { SQLJSON($0) }
    }
  }
}
#endif
