extension SQLTable {
  /// The quoted name, with its schema if it has one.
  var target: String { facts.target }

  /// The column that is another name of the rowid, if there is one.
  var rowIDColumn: SQLColumnDefinition? { facts.rowIDPosition.map { columns[$0] } }

  /// The quoted columns that identify a row: the rowid, or the key of a table without rowid. `nil` for a view, and
  /// for a table whose columns hide every name of the rowid.
  var identity: [String]? {
    switch kind {
    case .view: return nil
    case .withoutRowID:
      let key = primaryKeyColumns
      return key.isEmpty ? nil : key.map { SQLIdentifier.quote($0.name) }
    case .table:
      if let column = rowIDColumn { return [SQLIdentifier.quote(column.name)] }
      return ["rowid", "_rowid_", "oid"].first { name in column(named: name) == nil }.map { [$0] }
    }
  }

  /// The condition that a row has the given identity.
  static func condition(identity: [String], is values: [SQLValue]) -> SQLFragment {
    SQLFragment(raw: identity.map { "\($0) = ?" }.joined(separator: " AND "), values: values)
  }

  /// The position of a column, by identity or by name.
  func position(of column: SQLColumnDefinition) -> Int? {
    columns.firstIndex { $0 === column } ?? columns.firstIndex { SQLIdentifier.areEqual($0.name, column.name) }
  }

  /// The same column in this table's list.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn` if the table doesn't have it.
  func require(_ column: SQLColumnDefinition) throws(DatabaseError) -> SQLColumnDefinition {
    guard let position = position(of: column) else {
      throw DatabaseError(
        .unknownColumn, "the table \"\(name)\" doesn't list the column \"\(column.name)\"; add it to its columns")
    }
    return columns[position]
  }
}
