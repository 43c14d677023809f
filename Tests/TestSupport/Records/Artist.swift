package import Quarry

/// A record whose key the engine makes.
package struct Artist: SQLCodable, Equatable {
  package var id: Int64
  package var name: String
  package static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)
  package static let name = SQLColumn<String>("Name")
  package static let table = SQLTable("Artist", id, name)
  package init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
  package init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
  }
  package func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
  }
}
