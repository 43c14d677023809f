internal import Quarry

/// A row whose key refers to the values of a sample's table, with another coding.
struct CodedKey<Own: CodedSample, Parent: CodedSample>: SQLCodable, Hashable {
  var id: Int64
  var key: Own.Value?

  private static var columns: CodedKeyColumns<Own.Value> { .shared(Own.columns, Parent.columns.table) }

  static var id: SQLColumn<Int64> { columns.id }
  static var key: SQLColumn<Own.Value?> { columns.key }
  static var table: SQLTable { columns.table }
  /// The table without its foreign key, which would compare stored values with different codings.
  static var unrelatedTable: SQLTable { columns.unrelatedTable }

  /// Every value of the sample, and `nil`.
  static var rows: [Self] {
    Own.values.enumerated().map { Self(id: Int64($0.offset + 1), key: $0.element) } + [Self(id: 9, key: nil)]
  }

  init(id: Int64, key: Own.Value?) {
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

/// The columns of a table of keys.
struct CodedKeyColumns<Value: SQLValueConvertible>: Sendable where Value.Unwrapped == Value {
  let id = SQLColumn<Int64>("id", primaryKey: .plain)
  let key: SQLColumn<Value?>
  let table: SQLTable
  let unrelatedTable: SQLTable

  private init(_ own: CodedColumns<Value>, _ parent: SQLTable) {
    let name = "key_\(own.name)_to_\(parent.name)"
    key = SQLColumn("key", references: .table(parent.name, "value"), coding: own.coding)
    table = SQLTable(name, id, key)
    unrelatedTable = SQLTable(name, id, SQLColumn<Value?>("key", coding: own.coding))
  }

  /// Returns the columns for a coding and the table that its keys refer to. They are always the same objects.
  static func shared(_ own: CodedColumns<Value>, _ parent: SQLTable) -> Self {
    codedKeyColumns.withLock { known in
      let name = "\(own.name) \(parent.name)"
      if let columns = known[name] as? Self { return columns }
      let columns = Self(own, parent)
      known[name] = columns
      return columns
    }
  }
}

private let codedKeyColumns = Protected<[String: any Sendable]>([:])
