#if Command
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

struct Customer: SQLCodable, Hashable {
  var id: Int64
  var name: String
  var email: String?
  var city: String
  var country: String
  var balance: Double
  /// The customer who brought this one.
  var referrerID: Int64?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let email = SQLColumn<String?>("email")
  static let city = SQLColumn<String>("city")
  static let country = SQLColumn<String>("country")
  static let balance = SQLColumn<Double>("balance")
  static let referrerID = SQLColumn<Int64?>("referrer_id", references: .table("customer"))
  static let table = SQLTable(
    "customer", id, name, email, city, country, balance, referrerID,
    indexes: [SQLIndex("customer_referrer", on: referrerID)])

  init(
    id: Int64, name: String, email: String?, city: String, country: String, balance: Double, referrerID: Int64?
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.city = city
    self.country = country
    self.balance = balance
    self.referrerID = referrerID
  }

  init(row: inout SQLRowReader<Self>) throws {
    (id, name, email, city, country, balance, referrerID) = try (
      row[Self.id], row[Self.name], row[Self.email], row[Self.city], row[Self.country], row[Self.balance],
      row[Self.referrerID]
    )
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.email] = email
    row[Self.city] = city
    row[Self.country] = country
    row[Self.balance] = balance
    row[Self.referrerID] = referrerID
  }
}

struct Sale: SQLCodable, Hashable {
  var id: Int64
  /// Nil for a sale over the counter.
  var customerID: Int64?
  var soldAt: Date
  var total: Double

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let customerID = SQLColumn<Int64?>("customer_id", references: .table("customer"))
  static let soldAt = SQLColumn<Date>("sold_at", coding: .unixInteger)
  static let total = SQLColumn<Double>("total")
  static let table = SQLTable(
    "sale", id, customerID, soldAt, total, indexes: [SQLIndex("sale_customer", on: customerID)])

  init(id: Int64, customerID: Int64?, soldAt: Date, total: Double) {
    self.id = id
    self.customerID = customerID
    self.soldAt = soldAt
    self.total = total
  }

  init(row: inout SQLRowReader<Self>) throws {
    (id, customerID, soldAt, total) = try (row[Self.id], row[Self.customerID], row[Self.soldAt], row[Self.total])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.customerID] = customerID
    row[Self.soldAt] = soldAt
    row[Self.total] = total
  }
}

struct SaleLine: SQLCodable, Hashable {
  var id: Int64
  var saleID: Int64
  var trackID: Int64
  var quantity: Int
  var price: Double

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let saleID = SQLColumn<Int64>("sale_id", references: .table("sale", onDelete: .cascade))
  static let trackID = SQLColumn<Int64>("track_id", references: .table("track"))
  static let quantity = SQLColumn<Int>("quantity", check: "quantity > 0")
  static let price = SQLColumn<Double>("price")
  static let table = SQLTable(
    "sale_line", id, saleID, trackID, quantity, price,
    indexes: [SQLIndex("sale_line_sale", on: saleID), SQLIndex("sale_line_track", on: trackID)])

  init(id: Int64, saleID: Int64, trackID: Int64, quantity: Int, price: Double) {
    self.id = id
    self.saleID = saleID
    self.trackID = trackID
    self.quantity = quantity
    self.price = price
  }

  init(row: inout SQLRowReader<Self>) throws {
    (id, saleID, trackID, quantity, price) = try (
      row[Self.id], row[Self.saleID], row[Self.trackID], row[Self.quantity], row[Self.price]
    )
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.saleID] = saleID
    row[Self.trackID] = trackID
    row[Self.quantity] = quantity
    row[Self.price] = price
  }
}

/// What a customer thinks of a track: the table with a key of two columns.
struct Rating: SQLCodable, Hashable {
  var customerID: Int64
  var trackID: Int64
  var stars: Int
  var comment: String?

  static let customerID = SQLColumn<Int64>("customer_id", references: .table("customer"))
  static let trackID = SQLColumn<Int64>("track_id", references: .table("track"))
  static let stars = SQLColumn<Int>("stars")
  static let comment = SQLColumn<String?>("comment")
  static let table = SQLTable(
    "rating", customerID, trackID, stars, comment, primaryKey: [customerID, trackID],
    indexes: [SQLIndex("rating_track", on: trackID)])

  init(customerID: Int64, trackID: Int64, stars: Int, comment: String?) {
    self.customerID = customerID
    self.trackID = trackID
    self.stars = stars
    self.comment = comment
  }

  init(row: inout SQLRowReader<Self>) throws {
    (customerID, trackID, stars, comment) = try (
      row[Self.customerID], row[Self.trackID], row[Self.stars], row[Self.comment]
    )
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.customerID] = customerID
    row[Self.trackID] = trackID
    row[Self.stars] = stars
    row[Self.comment] = comment
  }
}
#endif
