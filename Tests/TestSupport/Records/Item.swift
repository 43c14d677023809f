package import Quarry

/// A record with an integer key and columns that can be NULL; one of them has a default.
package struct Item: SQLCodable, Equatable {
  package var id: Int64
  package var name: String?
  package var score: Int64?

  package static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  package static let name = SQLColumn<String?>("name", defaultValue: "nobody")
  package static let score = SQLColumn<Int64?>("score")
  package static let table = SQLTable("Item", id, name, score)

  package init(_ id: Int64, _ name: String? = nil, _ score: Int64? = nil) {
    self.id = id
    self.name = name
    self.score = score
  }

  package init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    score = try row[Self.score]
  }

  package func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.score] = score
  }
}
