import Foundation
import Quarry

// The mapping as Quarry's documentation writes it by hand.

extension Item: SQLCodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let score = SQLColumn<Double?>("score")
  static let count = SQLColumn<Int64>("count")
  static let weight = SQLColumn<Double>("weight")
  static let payload = SQLColumn<Data>("payload")
  static let table = SQLTable("item", id, name, score, count, weight, payload)

  init(row: inout SQLRowReader<Self>) throws {
    (id, name, score, count, weight, payload) = try (
      row[Self.id], row[Self.name], row[Self.score], row[Self.count], row[Self.weight], row[Self.payload]
    )
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.score] = score
    row[Self.count] = count
    row[Self.weight] = weight
    row[Self.payload] = payload
  }
}

extension Parent: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let rank = SQLColumn<Int64>("rank")
  static let table = SQLTable("parent", id, name, rank)

  init(row: inout SQLRowReader<Self>) throws {
    (id, name, rank) = try (row[Self.id], row[Self.name], row[Self.rank])
  }
}

extension Child: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let parentId = SQLColumn<Int64>("parentId", references: .table("parent"))
  static let title = SQLColumn<String>("title")
  static let value = SQLColumn<Double>("value")
  static let table = SQLTable("child", id, parentId, title, value)

  init(row: inout SQLRowReader<Self>) throws {
    (id, parentId, title, value) = try (row[Self.id], row[Self.parentId], row[Self.title], row[Self.value])
  }
}

extension Words: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let a = SQLColumn<String>("a")
  static let b = SQLColumn<String>("b")
  static let c = SQLColumn<String>("c")
  static let d = SQLColumn<String>("d")
  static let table = SQLTable("words", id, a, b, c, d)

  init(row: inout SQLRowReader<Self>) throws {
    (id, a, b, c, d) = try (row[Self.id], row[Self.a], row[Self.b], row[Self.c], row[Self.d])
  }
}
