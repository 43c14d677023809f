import Foundation
import Quarry

/// A record with unique columns of several kinds.
struct Member: SQLCodable, Hashable {
  var id: Int64
  var name: String
  var email: String?
  var token: UUID
  var score: Decimal
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name", unique: true, collation: .nocase)
  static let email = SQLColumn<String?>("email")
  static let token = SQLColumn<UUID>("token", coding: .blob)
  static let score = SQLColumn<Decimal>("score", coding: .scaled(2))
  static let table = SQLTable(
    "Member", id, name, email, token, score,
    uniqueKeys: [[email, score]], indexes: [SQLIndex("member_token", on: token, unique: true)])
  init(_ id: Int64, _ name: String, email: String? = nil, token: UInt8 = 0, score: Decimal = 0) {
    self.id = id
    self.name = name
    self.email = email
    self.token = someUUID(token)
    self.score = score
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    email = try row[Self.email]
    token = try row[Self.token]
    score = try row[Self.score]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.email] = email
    row[Self.token] = token
    row[Self.score] = score
  }
}

/// A record with nothing but its compound key.
struct Seat: SQLCodable, Hashable {
  var hall: String
  var number: Int
  static let hall = SQLColumn<String>("hall")
  static let number = SQLColumn<Int>("number")
  static let table = SQLTable("Seat", hall, number, primaryKey: [hall, number], kind: .withoutRowID)
  init(_ hall: String, _ number: Int) {
    self.hall = hall
    self.number = number
  }
  init(row: inout SQLRowReader<Self>) throws {
    hall = try row[Self.hall]
    number = try row[Self.number]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.hall] = hall
    row[Self.number] = number
  }
}

/// A record whose key is optional and assigned by the engine, with time stamps.
struct Entry: SQLCodable, Hashable {
  var id: Int64?
  var text: String
  var createdAt: Date?
  var updatedAt: Date
  static let id = SQLColumn<Int64?>("id", primaryKey: .autoincrement)
  static let text = SQLColumn<String>("text", unique: true)
  static let createdAt = SQLColumn<Date?>("createdAt", stamp: .created)
  static let updatedAt = SQLColumn<Date>("updatedAt", stamp: .updated, coding: .unixMilliseconds)
  static let table = SQLTable("Entry", id, text, createdAt, updatedAt)
  init(_ text: String, id: Int64? = nil) {
    self.id = id
    self.text = text
    updatedAt = .distantPast
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
    createdAt = try row[Self.createdAt]
    updatedAt = try row[Self.updatedAt]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = text
    row[Self.createdAt] = createdAt
    row[Self.updatedAt] = updatedAt
  }
}

/// Everything that can be NULL, in several codings, to be ordered by.
struct Sample: SQLCodable, Hashable {
  var id: UUID
  var number: Int?
  var text: String?
  var date: Date?
  var real: Double
  static let id = SQLColumn<UUID>("id", primaryKey: .plain)
  static let number = SQLColumn<Int?>("number")
  static let text = SQLColumn<String?>("text", collation: .nocase)
  static let date = SQLColumn<Date?>("date", coding: .unixMilliseconds)
  static let real = SQLColumn<Double>("real")
  static let table = SQLTable("Sample", id, number, text, date, real)
  init(id: UUID, number: Int?, text: String?, date: Date?, real: Double) {
    self.id = id
    self.number = number
    self.text = text
    self.date = date
    self.real = real
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    number = try row[Self.number]
    text = try row[Self.text]
    date = try row[Self.date]
    real = try row[Self.real]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.number] = number
    row[Self.text] = text
    row[Self.date] = date
    row[Self.real] = real
  }
}

extension FormEngine {
  /// Opens a database with the tables of the records for a body.
  nonisolated(nonsending) func withRecords(_ body: (Database) async throws -> Void) async throws {
    try await withDatabase { database in
      try await database.createTable(Member.self)
      try await database.createTable(Seat.self)
      try await database.createTable(Entry.self)
      try await database.createTable(Sample.self)
      try await body(database)
    }
  }
}
