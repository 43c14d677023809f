import Foundation
import Quarry
import QuarrySQLite

/// A row of the databases that are opened.
struct Record: SQLCodable {
  let id: Int64
  let name: String

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let table = SQLTable("record", id, name)

  init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
  }
}

/// The database that is opened: a file of ten tables, as a small application has it.
enum Model {
  static func path(in folder: String) -> String { folder + "/model.db" }

  static func write(in folder: String) throws {
    let context = try SQLContext(path: path(in: folder))
    defer { context.close() }
    try context.createTable(Record.self)
    for number in 0..<9 {
      try context.execute(
        SQLFragment(raw: "CREATE TABLE other\(number) (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b REAL, c BLOB)"))
    }
    for number in 1...100 { try context.insert(Record(id: Int64(number), name: "number \(number)")) }
  }
}
