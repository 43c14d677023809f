extension SQLTable {
  /// Whether the declaration makes the combination of columns unique: they are a unique key, or contain one.
  func isUnique(by columns: [SQLColumnDefinition]) -> Bool {
    func covers(_ names: [String]) -> Bool {
      !names.isEmpty && names.allSatisfy { name in columns.contains { SQLIdentifier.areEqual($0.name, name) } }
    }
    return columns.contains { $0.isUnique || ($0.primaryKey != nil && compoundPrimaryKey.isEmpty) }
      || covers(compoundPrimaryKey) || uniqueKeys.contains(where: covers)
      || indexes.contains { index in index.uniqueColumns(of: self).map(covers) ?? false }
  }
}

extension SQLIndex {
  /// The columns that the index makes unique under their own collations, or `nil` if it doesn't.
  fileprivate func uniqueColumns(of table: SQLTable) -> [String]? {
    guard isUnique, condition == nil else { return nil }
    var names: [String] = []
    for term in terms {
      guard case .column(let name, let collation, _) = term, let column = table.column(named: name) else { return nil }
      // Values that an index takes for different may be equal in a coarser collation of the column.
      let own = column.collation ?? .binary
      guard collation == nil || collation == own || own == .binary else { return nil }
      names.append(name)
    }
    return names
  }
}
