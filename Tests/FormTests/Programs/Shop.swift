// The tables of the programs beside this file.
import Foundation
import Quarry

struct Customer: SQLCodable, Sendable {
  var id: Int64
  var name: String
  var email: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let email = SQLColumn<String?>("email")
  static let table = SQLTable("Customer", id, name, email)
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    email = try row[Self.email]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.email] = email
  }
}

struct Order: SQLCodable, Sendable {
  var id: Int64
  var customerID: Int64
  var count: Int
  var isPaid: Bool
  var date: Date
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let customerID = SQLColumn<Int64>("customerID", references: .table("Customer"))
  static let count = SQLColumn<Int>("count")
  static let isPaid = SQLColumn<Bool>("isPaid")
  static let date = SQLColumn<Date>("date")
  static let table = SQLTable("Order", id, customerID, count, isPaid, date)
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    customerID = try row[Self.customerID]
    count = try row[Self.count]
    isPaid = try row[Self.isPaid]
    date = try row[Self.date]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.customerID] = customerID
    row[Self.count] = count
    row[Self.isPaid] = isPaid
    row[Self.date] = date
  }
}
