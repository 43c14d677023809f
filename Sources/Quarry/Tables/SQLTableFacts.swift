/// Facts about a table that every statement needs, computed once.
struct SQLTableFacts: Sendable {
  /// The columns of the primary key, in key order. Empty if the table has none.
  let primaryKey: [SQLColumnDefinition]
  /// Whether the primary key is one column that stores its Swift type without a coding.
  let hasPlainKey: Bool
  /// The position of the column that is another name of the rowid, if there is one.
  let rowIDPosition: Int?
  /// The quoted name, with its schema if it has one.
  let target: String
  /// All columns, quoted and in order.
  let allColumns: SQLFragment
  /// The positions of all columns.
  let allPositions: [Int]
  /// The positions of all columns but the rowid, which inserts often leave to the engine.
  let positionsWithoutRowID: [Int]
  /// The positions of the columns into which typed changes write the time.
  let stampPositions: [Int]
  /// Whether any column is generated.
  let hasGeneratedColumns: Bool
  /// The condition that finds a row by its primary key, with one `?` for each column of the key. `nil` without a key.
  let findByKey: String?
  /// The insert of one row that gives a value to every column.
  let insertOfAll: String
  /// The insert of one row that gives a value to every column but the rowid.
  let insertWithoutRowID: String

  init(
    name: String, schema: String?, columns: [SQLColumnDefinition], compoundPrimaryKey: [String], kind: SQLTable.Kind
  ) {
    let key =
      compoundPrimaryKey.isEmpty
      ? columns.filter { $0.primaryKey != nil }
      : compoundPrimaryKey.compactMap { SQLTableFacts.column(named: $0, in: columns) }
    primaryKey = key
    hasPlainKey = key.count == 1 && (key[0].conversion == nil || key[0].plainType != nil)
    if kind == .table, compoundPrimaryKey.count < 2, key.count == 1, key[0].type.rawValue.uppercased() == "INTEGER" {
      rowIDPosition = columns.firstIndex { $0 === key[0] }
    } else {
      rowIDPosition = nil
    }
    let quoted = SQLIdentifier.quote(name)
    target = schema.map { SQLIdentifier.quote($0) + "." + quoted } ?? quoted
    allColumns = SQLFragment(raw: columns.map(\.quotedName).joined(separator: ", "))
    allPositions = Array(columns.indices)
    positionsWithoutRowID = allPositions.filter { [rowIDPosition] in $0 != rowIDPosition }
    stampPositions = columns.indices.filter { columns[$0].stamp != nil }
    hasGeneratedColumns = columns.contains { $0.generated != nil }
    let condition = key.map { $0.quotedName + " = ?" }.joined(separator: " AND ")
    insertOfAll = SQLTableFacts.insert(columns.map(\.quotedName), into: target)
    insertWithoutRowID = SQLTableFacts.insert(positionsWithoutRowID.map { columns[$0].quotedName }, into: target)
    findByKey = key.isEmpty ? nil : "SELECT \(allColumns.sql) FROM \(target) WHERE \(condition)"
  }

  /// The column with a name, compared as SQLite compares names.
  static func column(named name: String, in columns: [SQLColumnDefinition]) -> SQLColumnDefinition? {
    columns.first { $0.name == name } ?? columns.first { SQLIdentifier.areEqual($0.name, name) }
  }
}
