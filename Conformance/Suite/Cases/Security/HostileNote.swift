import Quarry

/// A record whose text is hostile.
struct HostileNote: SQLCodable, Equatable {
  var id: Int64
  var body: String
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let body = SQLColumn<String>("body")
  static let table = SQLTable("Hostile", id, body)

  init(id: Int64, body: String) {
    self.id = id
    self.body = body
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    body = try row[Self.body]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.body] = body
  }

  /// The texts as records, numbered from 1.
  static func records(_ texts: [String]) -> [HostileNote] {
    texts.enumerated().map { HostileNote(id: Int64($0.offset + 1), body: $0.element) }
  }
}
