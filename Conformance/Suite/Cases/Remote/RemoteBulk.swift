import Quarry

/// One of many rows.
struct RemoteBulk: SQLCodable {
  var id: Int64
  var x: String
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let x = SQLColumn<String>("x")
  static let table = SQLTable("bulk", id, x)

  init(id: Int64, x: String) {
    self.id = id
    self.x = x
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    x = try row[Self.x]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.x] = x
  }
}
