import Quarry

/// A way in which keys are stored, with the values that the cases use.
protocol RelatedKeys: Sendable {
  associatedtype Key: SQLValueConvertible, Hashable where Key.Unwrapped == Key

  static var tables: RelatedTables<Key> { get }
  /// The keys of the parents. All differ in the collation of the column.
  static var keys: [Key] { get }
  /// What children refer to: keys, also in another spelling that the column takes for equal, some of them missing.
  static var references: [Key] { get }
}

/// The tables of a way to store keys: parents, children with a reference that may be missing, and pairs.
struct RelatedTables<Key: SQLValueConvertible & Hashable>: Sendable where Key.Unwrapped == Key {
  let name: String
  let declared: String
  let key: SQLColumn<Key>
  let rank = SQLColumn<Int64>("rank")
  let id = SQLColumn<Int64>("id", primaryKey: .plain)
  let owner: SQLColumn<Key>
  let guest: SQLColumn<Key?>
  let near: SQLColumn<Key>
  let far: SQLColumn<Int64>
  let parents: SQLTable
  let children: SQLTable
  let pairs: SQLTable

  init(
    _ name: String, _ declared: String, collation: SQLCollation? = nil, coding: SQLValueCoding<Key>? = nil,
    type: SQLColumnType? = nil
  ) {
    self.name = name
    self.declared = declared
    key = SQLColumn("key", type: type, primaryKey: .plain, collation: collation, coding: coding)
    owner = SQLColumn("owner", type: type, references: .table("\(name)_parent"), coding: coding)
    guest = SQLColumn("guest", type: type, references: .table("\(name)_parent", "key"), coding: coding)
    near = SQLColumn("near", type: type, references: .table("\(name)_parent"), coding: coding)
    far = SQLColumn("far", references: .table("\(name)_child"))
    parents = SQLTable("\(name)_parent", key, rank)
    children = SQLTable("\(name)_child", id, owner, guest)
    pairs = SQLTable("\(name)_pair", near, far)
  }

  /// The statements that make the tables. No foreign key is declared, so that references can miss.
  var statements: [String] {
    let plain = declared.split(separator: " ")[0]
    return [
      "CREATE TABLE \(name)_parent (key \(declared) PRIMARY KEY, rank INTEGER)",
      "CREATE TABLE \(name)_child (id INTEGER PRIMARY KEY, owner \(plain) NOT NULL, guest \(plain))",
      "CREATE TABLE \(name)_pair (near \(plain), far INTEGER)",
    ]
  }
}

struct RelatedParent<Keys: RelatedKeys>: SQLCodable, Hashable {
  var key: Keys.Key
  var rank: Int64
  static var key: SQLColumn<Keys.Key> { Keys.tables.key }
  static var rank: SQLColumn<Int64> { Keys.tables.rank }
  static var table: SQLTable { Keys.tables.parents }

  init(_ key: Keys.Key, _ rank: Int64) {
    self.key = key
    self.rank = rank
  }
  init(row: inout SQLRowReader<Self>) throws {
    key = try row[Self.key]
    rank = try row[Self.rank]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.key] = key
    row[Self.rank] = rank
  }
}

struct RelatedChild<Keys: RelatedKeys>: SQLCodable, Hashable {
  var id: Int64
  var owner: Keys.Key
  var guest: Keys.Key?
  static var id: SQLColumn<Int64> { Keys.tables.id }
  static var owner: SQLColumn<Keys.Key> { Keys.tables.owner }
  static var guest: SQLColumn<Keys.Key?> { Keys.tables.guest }
  static var table: SQLTable { Keys.tables.children }

  init(_ id: Int64, _ owner: Keys.Key, _ guest: Keys.Key?) {
    self.id = id
    self.owner = owner
    self.guest = guest
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    owner = try row[Self.owner]
    guest = try row[Self.guest]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.owner] = owner
    row[Self.guest] = guest
  }
}

struct RelatedPair<Keys: RelatedKeys>: SQLCodable, Hashable {
  var near: Keys.Key
  var far: Int64
  static var near: SQLColumn<Keys.Key> { Keys.tables.near }
  static var far: SQLColumn<Int64> { Keys.tables.far }
  static var table: SQLTable { Keys.tables.pairs }

  init(_ near: Keys.Key, _ far: Int64) {
    self.near = near
    self.far = far
  }
  init(row: inout SQLRowReader<Self>) throws {
    near = try row[Self.near]
    far = try row[Self.far]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.near] = near
    row[Self.far] = far
  }
}
