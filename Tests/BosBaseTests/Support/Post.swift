#if Identity
import Foundation
import Quarry

/// A record of a collection, whose columns are named as the fields are.
struct Post: SQLCodable, Sendable {
  var id: String
  var title: String

  static let id = SQLColumn<String>("id", primaryKey: .plain)
  static let title = SQLColumn<String>("title")
  static let slug = SQLColumn<String?>("slug")
  static let count = SQLColumn<Int>("count")
  static let score = SQLColumn<Double>("score")
  static let isOn = SQLColumn<Bool>("on")
  static let at = SQLColumn<Date>("at")
  static let price = SQLColumn<Decimal>("price")
  static let seconds = SQLColumn<Date>("seconds", coding: .unixSeconds)
  static let data = SQLColumn<String>("data")
  static let bytes = SQLColumn<[UInt8]>("bytes")
  static let odd = SQLColumn<String>("od d")
  static let table = SQLTable("posts", id, title, slug, count, score, isOn, at, price, seconds, data, bytes, odd)

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    title = try row[Self.title]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.title] = title
  }
}
#endif
