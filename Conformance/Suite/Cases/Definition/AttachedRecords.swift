internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A schema besides the main one.
protocol AttachedPlace: Sendable {
  static var columns: AttachedColumns { get }
}

enum MainPlace: AttachedPlace { static let columns = AttachedColumns(schema: nil) }
enum TemporaryPlace: AttachedPlace { static let columns = AttachedColumns(schema: "temp") }
enum OtherPlace: AttachedPlace { static let columns = AttachedColumns(schema: "other") }
enum QuotedPlace: AttachedPlace { static let columns = AttachedColumns(schema: "it's \"one\"") }

/// The columns of a table that every schema has under the same name.
struct AttachedColumns: Sendable {
  let id = SQLColumn<Int64>("id", primaryKey: .plain)
  let name = SQLColumn<String>("name", unique: true)
  let amount = SQLColumn<Decimal>("amount", coding: .scaled(2))
  let parent: SQLColumn<Int64?>
  let table: SQLTable

  init(schema: String?) {
    parent = SQLColumn("parent", references: .table("things"))
    table = SQLTable("things", schema: schema, id, name, amount, parent)
  }
}

/// A row of the table in one of the schemas.
struct AttachedThing<Place: AttachedPlace>: SQLCodable, Hashable {
  var id: Int64
  var name: String
  var amount: Decimal
  var parent: Int64?

  static var id: SQLColumn<Int64> { Place.columns.id }
  static var name: SQLColumn<String> { Place.columns.name }
  static var amount: SQLColumn<Decimal> { Place.columns.amount }
  static var parent: SQLColumn<Int64?> { Place.columns.parent }
  static var table: SQLTable { Place.columns.table }

  init(_ id: Int64, _ name: String, _ amount: Decimal, parent: Int64? = nil) {
    self.id = id
    self.name = name
    self.amount = amount
    self.parent = parent
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    amount = try row[Self.amount]
    parent = try row[Self.parent]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.amount] = amount
    row[Self.parent] = parent
  }
}
