/// The meaning of a table's definition, for comparison. The places of constraints, the spelling of names and the
/// order of columns don't count.
struct ComparedTable: Equatable {
  /// One column, without the keys that it is part of.
  struct Column: Equatable {
    var type: String
    var isNotNull: Bool
    var defaultValue: [String]
    var checks: [[String]]
    var collation: String
    var generated: [String]
    var isStored: Bool
  }

  struct ForeignKey: Hashable {
    var columns: [String]
    var parent: String
    var parentColumns: [String]
    var onDelete: SQLReference.Action
    var onUpdate: SQLReference.Action
    var isDeferred: Bool
  }

  var columns: [String: Column] = [:]
  var primaryKey: [String]
  var isCounted: Bool
  var uniqueKeys: Set<[String]>
  var checks: Set<[String]>
  var foreignKeys: Set<ForeignKey>
  var isWithoutRowID: Bool
  var isStrict: Bool
  /// The words of the whole text, if a constraint has a conflict clause. Such texts are compared as written.
  var conflictWords: [String]

  init(_ text: SQLTableText) {
    let lowercased = { (names: [String]) in names.map { $0.lowercased() } }
    let key = text.columns.filter { $0.primaryKey != nil }.map(\.name)
    primaryKey = lowercased(key.isEmpty ? text.primaryKey : key)
    isCounted = text.columns.contains { $0.primaryKey == .autoincrement }
    uniqueKeys = Set(text.uniqueKeys.map(lowercased) + text.columns.filter(\.isUnique).map { [$0.name.lowercased()] })
    checks = Set(text.checks.map(\.comparableSQL))
    let single = text.columns.compactMap { column in
      column.references.map { SQLForeignKey([column.name], references: $0) }
    }
    foreignKeys = Set((single + text.foreignKeys).map(ForeignKey.init))
    isWithoutRowID = text.isWithoutRowID
    isStrict = text.isStrict
    conflictWords = text.hasConflictClause ? text.body.text.comparableSQL : []
    let rowID = text.rowIDAlias?.lowercased()
    for column in text.columns {
      let name = column.name.lowercased()
      columns[name] = Column(
        type: column.typeName.uppercased(),
        // The rowid is never NULL, whatever is written.
        isNotNull: column.isNotNull || name == rowID || isWithoutRowID && primaryKey.contains(name),
        defaultValue: column.defaultText.map { $0.uppercased() == "NULL" ? [] : $0.comparableSQL } ?? [],
        checks: column.checks.map(\.comparableSQL), collation: (column.collation?.rawValue ?? "BINARY").uppercased(),
        generated: column.generated?.expression.sql.comparableSQL ?? [], isStored: column.generated?.isStored ?? false)
    }
  }

  /// The same table without some columns and the keys that consist of one of them.
  func without(_ names: Set<String>) -> Self {
    var rest = self
    for name in names {
      rest.columns[name] = nil
      rest.uniqueKeys.remove([name])
      rest.foreignKeys = rest.foreignKeys.filter { $0.columns != [name] }
    }
    return rest
  }
}

extension ComparedTable.ForeignKey {
  init(_ key: SQLForeignKey) {
    columns = key.columns.map { $0.lowercased() }
    parent = key.references.table.lowercased()
    parentColumns = key.references.columns.map { $0.lowercased() }
    onDelete = key.references.onDelete ?? .noAction
    onUpdate = key.references.onUpdate ?? .noAction
    isDeferred = key.references.isDeferred
  }
}
