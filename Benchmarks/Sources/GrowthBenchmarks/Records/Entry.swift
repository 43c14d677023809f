import CSQLite
import Foundation
import Quarry

/// A row of `entry`, mapped by hand.
struct Entry: SQLCodable {
  var id: Int64
  var name: String
  var score: Double?
  var count: Int64
  var weight: Double

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let score = SQLColumn<Double?>("score")
  static let count = SQLColumn<Int64>("count")
  static let weight = SQLColumn<Double>("weight")
  static let table = SQLTable("entry", id, name, score, count, weight)

  init(id: Int64) {
    self.id = id
    name = "the entry \(id)"
    score = id % 5 == 0 ? nil : Double(id) / 7
    count = id % 100
    weight = Double(id) / 3
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    score = try row[Self.score]
    count = try row[Self.count]
    weight = try row[Self.weight]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.score] = score
    row[Self.count] = count
    row[Self.weight] = weight
  }

  @inline(__always)
  init(raw statement: OpaquePointer, at offset: Int32 = 0) {
    id = sqlite3_column_int64(statement, offset)
    name = rawText(statement, offset + 1)
    score =
      sqlite3_column_type(statement, offset + 2) == SQLITE_NULL ? nil : sqlite3_column_double(statement, offset + 2)
    count = sqlite3_column_int64(statement, offset + 3)
    weight = sqlite3_column_double(statement, offset + 4)
  }

  static let make = """
    CREATE TABLE IF NOT EXISTS entry (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL, count INTEGER NOT NULL, weight REAL NOT NULL)
    """
}

/// The same row through `Codable`: no column is written down.
struct CodableEntry: SQLAutomaticallyCodable {
  var id: Int64
  var name: String
  var score: Double?
  var count: Int64
  var weight: Double

  static let table = SQLTable("entry", derivedFrom: CodableEntry.self, primaryKey: ["id"])

  init(id: Int64) {
    let entry = Entry(id: id)
    self.id = id
    (name, score, count, weight) = (entry.name, entry.score, entry.count, entry.weight)
  }
}
