import Quarry

/// A record with an assigned key, a default and a column that can be NULL.
struct Guest: SQLCodable, Equatable {
  var id: Int64
  var name: String?
  var age: Int64?
  var score: Double

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String?>("name", unique: true, defaultValue: "nobody")
  static let age = SQLColumn<Int64?>("age")
  static let score = SQLColumn<Double>("score", defaultValue: 1.5)
  static let table = SQLTable("Person", id, name, age, score)

  init(id: Int64 = 0, name: String?, age: Int64? = nil, score: Double = 0) {
    self.id = id
    self.name = name
    self.age = age
    self.score = score
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    age = try row[Self.age]
    score = try row[Self.score]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.age] = age
    if score != 0 { row[Self.score] = score }
  }
}

/// A record of a table without rowid, with a compound key.
struct Chair: SQLCodable, Equatable {
  var room: String
  var number: Int64
  var note: String?

  static let room = SQLColumn<String>("room")
  static let number = SQLColumn<Int64>("number")
  static let note = SQLColumn<String?>("note")
  static let table = SQLTable("Seat", room, number, note, primaryKey: ["room", "number"], kind: .withoutRowID)

  init(_ room: String, _ number: Int64, _ note: String? = nil) {
    self.room = room
    self.number = number
    self.note = note
  }

  init(row: inout SQLRowReader<Self>) throws {
    room = try row[Self.room]
    number = try row[Self.number]
    note = try row[Self.note]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.room] = room
    row[Self.number] = number
    row[Self.note] = note
  }
}
