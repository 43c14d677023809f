internal import Quarry

/// A record with JSON text in one column.
struct JSONNote: SQLCodable, Equatable {
  var id: Int64
  var body: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let body = SQLColumn<String?>("body")
  static let table = SQLTable("Note", id, body)

  init(id: Int64, body: String?) {
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
}

extension JSONCases {
  /// Creates the notes that cases of the typed interface read.
  static func prepare(_ database: Database) async throws {
    try await database.run(SQLCreateTable(JSONNote.table))
    try await database.insert([
      JSONNote(id: 1, body: #"{"name":"Ann","age":31,"tags":["a","b"],"ok":true}"#),
      JSONNote(id: 2, body: #"{"name":"Bob","age":null,"tags":[],"ok":false}"#), JSONNote(id: 3, body: "[1,2,3]"),
      JSONNote(id: 4, body: nil), JSONNote(id: 5, body: #"{"name":"Cy","age":4.5,"nested":{"deep":[{"x":"y"}]}}"#),
      JSONNote(id: 6, body: "not JSON"),
    ])
  }
}
