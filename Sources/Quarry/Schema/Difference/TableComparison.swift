/// The changes of a table that both schemas have.
struct TableComparison {
  let old: SQLSchemaObject
  let new: SQLSchemaObject
  let oldText: SQLTableText
  let newText: SQLTableText
  /// The new names of columns, each with its old one, in lower case.
  let renamed: [String: String]
  let engine: DatabaseEngine

  /// The way in which the table gets its new definition.
  enum Way {
    case nothing
    /// Columns are added after the others.
    case adding([SQLTableText.Column])
    /// The table is rebuilt.
    case rebuild
  }

  let way: Way
  let danger: SchemaChange.Danger
  let effects: [String]

  init?(_ old: SQLSchemaObject, _ new: SQLSchemaObject, renamed: [String: String], engine: DatabaseEngine) {
    guard let oldText = old.sql.flatMap(SQLTableText.init), let newText = new.sql.flatMap(SQLTableText.init) else {
      return nil
    }
    (self.old, self.new, self.oldText, self.newText, self.engine) = (old, new, oldText, newText, engine)
    self.renamed = renamed.filter { name in oldText.columns.contains { SQLIdentifier.areEqual($0.name, name.value) } }
    let (before, after) = (ComparedTable(oldText), ComparedTable(newText))
    let (oldNames, newNames) = (Set(before.columns.keys), Set(after.columns.keys))
    let added = newNames.subtracting(oldNames).subtracting(self.renamed.keys)
    let dropped = oldNames.subtracting(newNames).subtracting(self.renamed.values)
    let changed = newNames.intersection(oldNames).filter { before.columns[$0] != after.columns[$0] }
    let addedColumns = newText.columns.filter { added.contains($0.name.lowercased()) }
    var (rest, wanted) = (before.without(dropped), after.without(added))
    (rest.columns, wanted.columns) = ([:], [:])
    let differsElsewhere = rest != wanted

    var effects: [String] = []
    for column in newText.columns {
      guard let former = self.renamed[column.name.lowercased()] else { continue }
      effects.append("renames the column \(former) to \(column.name)")
    }
    for column in addedColumns {
      let lacksValue = column.isNotNull && !column.hasDefault && column.generated == nil
      effects.append(
        "adds the column \(column.name)" + (lacksValue ? ", for which rows that are there have no value" : ""))
    }
    for column in oldText.columns where dropped.contains(column.name.lowercased()) {
      effects.append("drops the column \(column.name) with its values")
    }
    for column in newText.columns where changed.contains(column.name.lowercased()) {
      effects.append("changes the column \(column.name)")
    }
    if differsElsewhere { effects.append("changes keys, constraints or options") }
    self.effects = effects
    if effects.isEmpty {
      way = .nothing
      danger = .safe
    } else if dropped.isEmpty, changed.isEmpty, self.renamed.isEmpty, !differsElsewhere,
      addedColumns.allSatisfy({ $0.canBeAdded(to: newText, engine) })
    {
      way = .adding(addedColumns)
      danger = .safe
    } else {
      way = .rebuild
      danger = dropped.isEmpty ? .rewrites : .losesData
    }
  }

  /// The columns that get values from the old table.
  var copiedColumns: [(source: String, name: String)] {
    newText.columns.compactMap { column in
      guard column.generated == nil else { return nil }
      let former = renamed[column.name.lowercased()] ?? column.name
      guard let source = oldText.columns.first(where: { SQLIdentifier.areEqual($0.name, former) }) else { return nil }
      return (SQLIdentifier.quote(source.name), column.name)
    }
  }
}

extension SQLTableText.Column {
  /// Whether existing rows get a value other than NULL.
  fileprivate var hasDefault: Bool { defaultText.map { $0.uppercased() != "NULL" } ?? false }

  /// Whether ALTER TABLE can add the column to a table with rows.
  ///
  /// Source: <https://sqlite.org/lang_altertable.html#alter_table_add_column>.
  fileprivate func canBeAdded(to table: SQLTableText, _ engine: DatabaseEngine) -> Bool {
    let key = table.primaryKey + table.uniqueKeys.filter { $0.count == 1 }.joined()
    if primaryKey != nil || isUnique || key.contains(where: { SQLIdentifier.areEqual($0, name) }) { return false }
    if let generated { return !generated.isStored && engine.supports(.addGeneratedColumn) }
    if isNotNull && !hasDefault || references != nil && hasDefault { return false }
    if !checks.isEmpty && !engine.supports(.addColumnChecksRows) { return false }
    // An expression, or a time that differs from row to row.
    return defaultText.map { !$0.hasPrefix("(") && !$0.uppercased().hasPrefix("CURRENT_") } ?? true
  }
}
