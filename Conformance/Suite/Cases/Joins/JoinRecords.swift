import Quarry

/// A row of `a`.
struct Alpha: SQLCodable {
  var id: Int64
  var key: Int64?
  var text: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let key = SQLColumn<Int64?>("k")
  static let text = SQLColumn<String?>("s")
  static let table = SQLTable("a", id, key, text)
  init(_ id: Int64, _ key: Int64?, _ text: String?) {
    self.id = id
    self.key = key
    self.text = text
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    key = try row[Self.key]
    text = try row[Self.text]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.key] = key
    row[Self.text] = text
  }
}

/// A row of `b`.
struct Beta: SQLCodable {
  var id: Int64
  var key: Int64?
  var text: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let key = SQLColumn<Int64?>("k")
  static let text = SQLColumn<String?>("t")
  static let table = SQLTable("b", id, key, text)
  init(_ id: Int64, _ key: Int64?, _ text: String?) {
    self.id = id
    self.key = key
    self.text = text
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    key = try row[Self.key]
    text = try row[Self.text]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.key] = key
    row[Self.text] = text
  }
}

/// A row of `c`.
struct Gamma: SQLCodable {
  var id: Int64
  var beta: Int64?
  var text: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let beta = SQLColumn<Int64?>("b")
  static let text = SQLColumn<String?>("u")
  static let table = SQLTable("c", id, beta, text)
  init(_ id: Int64, _ beta: Int64?, _ text: String?) {
    self.id = id
    self.beta = beta
    self.text = text
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    beta = try row[Self.beta]
    text = try row[Self.text]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.beta] = beta
    row[Self.text] = text
  }
}

/// A row of `e`.
struct Hollow: SQLCodable {
  var id: Int64
  var key: Int64?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let key = SQLColumn<Int64?>("k")
  static let table = SQLTable("e", id, key)
  init(_ id: Int64, _ key: Int64?) {
    self.id = id
    self.key = key
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    key = try row[Self.key]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.key] = key
  }
}

/// A row of `seen`.
struct Seen: SQLCodable {
  var id: Int64
  var key: Int64?
  var text: String?
  static let id = SQLColumn<Int64>("id")
  static let key = SQLColumn<Int64?>("k")
  static let text = SQLColumn<String?>("t")
  static let table = SQLTable("seen", id, key, text, kind: .view)
  init(_ id: Int64, _ key: Int64?, _ text: String?) {
    self.id = id
    self.key = key
    self.text = text
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    key = try row[Self.key]
    text = try row[Self.text]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.key] = key
    row[Self.text] = text
  }
}

/// A row of `node`.
struct Node: SQLCodable {
  var id: Int64
  var parent: Int64?
  var name: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let parent = SQLColumn<Int64?>("parent")
  static let name = SQLColumn<String?>("name")
  static let table = SQLTable("node", id, parent, name)
  init(_ id: Int64, _ parent: Int64?, _ name: String?) {
    self.id = id
    self.parent = parent
    self.name = name
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    parent = try row[Self.parent]
    name = try row[Self.name]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.parent] = parent
    row[Self.name] = name
  }
}
