import Quarry
import TestSupport

/// The child of an item, with columns named as the parent's.
struct Part: SQLCodable, Equatable {
  var id: Int64
  var name: String?
  var item: Int64?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String?>("name")
  static let item = SQLColumn<Int64?>("item", references: .table("Item", "id", onDelete: .cascade))
  static let table = SQLTable("Part", id, name, item)

  init(_ id: Int64, _ name: String?, of item: Int64?) {
    self.id = id
    self.name = name
    self.item = item
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    item = try row[Self.item]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.item] = item
  }
}

/// Refers to the item, not to the part.
struct Note: SQLCodable, Equatable {
  var text: String
  var item: Int64

  static let text = SQLColumn<String>("text")
  static let item = SQLColumn<Int64>("item", references: .table("Item", "id"))
  static let table = SQLTable("Note", text, item)

  init(_ text: String, on item: Int64) {
    self.text = text
    self.item = item
  }

  init(row: inout SQLRowReader<Self>) throws {
    text = try row[Self.text]
    item = try row[Self.item]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.text] = text
    row[Self.item] = item
  }
}

/// A record all of whose columns may be NULL.
struct Blank: SQLCodable, Equatable {
  var a: Int64?
  var b: String?

  static let a = SQLColumn<Int64?>("a")
  static let b = SQLColumn<String?>("b")
  static let table = SQLTable("Blank", a, b)

  init(_ a: Int64? = nil, _ b: String? = nil) {
    self.a = a
    self.b = b
  }

  init(row: inout SQLRowReader<Self>) throws {
    a = try row[Self.a]
    b = try row[Self.b]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.a] = a
    row[Self.b] = b
  }
}

/// A record with a compound key.
struct Seat: SQLCodable, Equatable {
  var room: String
  var number: Int64
  var guest: String?

  static let room = SQLColumn<String>("room")
  static let number = SQLColumn<Int64>("number")
  static let guest = SQLColumn<String?>("guest")
  static let table = SQLTable("Seat", room, number, guest, primaryKey: ["room", "number"])

  init(_ room: String, _ number: Int64, _ guest: String?) {
    self.room = room
    self.number = number
    self.guest = guest
  }

  init(row: inout SQLRowReader<Self>) throws {
    room = try row[Self.room]
    number = try row[Self.number]
    guest = try row[Self.guest]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.room] = room
    row[Self.number] = number
    row[Self.guest] = guest
  }
}

/// A record whose only column is its key, a text that may be NULL; it can leave the column out.
struct Label: SQLCodable, Equatable {
  var code: String?
  var isWritten = true

  static let code = SQLColumn<String?>("code", primaryKey: .plain)
  static let table = SQLTable("Label", code)

  init(_ code: String?, isWritten: Bool = true) {
    self.code = code
    self.isWritten = isWritten
  }

  init(row: inout SQLRowReader<Self>) throws { code = try row[Self.code] }

  func encode(to row: inout SQLRowWriter<Self>) { if isWritten { row[Self.code] = code } }
}

/// A record that refers to its own table.
struct Worker: SQLCodable, Equatable {
  var id: Int64
  var manager: Int64?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let manager = SQLColumn<Int64?>("manager", references: .table("Employee", "id"))
  static let table = SQLTable("Employee", id, manager)

  init(_ id: Int64, manager: Int64?) {
    self.id = id
    self.manager = manager
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    manager = try row[Self.manager]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.manager] = manager
  }
}

/// A record whose names are words of SQL and hold quotes.
struct Order: SQLCodable, Equatable {
  var select: Int64
  var from: String

  static let select = SQLColumn<Int64>("select", primaryKey: .plain)
  static let from = SQLColumn<String>("a\"b'c")
  static let table = SQLTable("order \"by\"", select, from)

  init(_ select: Int64, _ from: String) {
    self.select = select
    self.from = from
  }

  init(row: inout SQLRowReader<Self>) throws {
    select = try row[Self.select]
    from = try row[Self.from]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.select] = select
    row[Self.from] = from
  }
}
