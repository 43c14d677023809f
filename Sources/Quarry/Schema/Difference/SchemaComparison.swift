/// Finds the changes that turn one schema into another.
struct SchemaComparison {
  let old: SchemaObjects
  let new: SchemaObjects
  /// Whether objects that the new schema lacks are dropped.
  let drops: Bool
  /// By table, the new names of columns, each with its old one, in lower case.
  let renames: [String: [String: String]]
  let engine: DatabaseEngine

  func changes() throws(DatabaseError) -> SchemaChanges {
    var changes: [SchemaChange] = []
    for kind in [SQLSchemaObject.Kind.trigger, .view] {
      for object in old.all(kind).reversed() where hasGone(object) || hasChanged(object) {
        changes.append(drop(object, isReplaced: hasChanged(object)))
      }
    }
    for object in old.all(.table).reversed() where hasGone(object) { changes.append(drop(object)) }
    var rebuilt: Set<String> = []
    for object in new.all(.table) {
      guard let former = old[object] else {
        changes.append(create(object))
        continue
      }
      guard let change = try self.change(of: former, to: object) else { continue }
      if change.danger > .safe { rebuilt.insert(object.name.lowercased()) }
      changes.append(change)
    }
    changes += indexChanges(rebuilt)
    for kind in [SQLSchemaObject.Kind.view, .trigger] {
      for object in new.all(kind) where old[object] == nil || hasChanged(object) {
        changes.append(create(object))
      }
    }
    return SchemaChanges(changes: changes)
  }

  private func hasGone(_ object: SQLSchemaObject) -> Bool { drops && new[object] == nil }

  private func hasChanged(_ object: SQLSchemaObject) -> Bool {
    guard let (before, after) = old[object].flatMap({ before in new[object].map { (before, $0) } }) else {
      return false
    }
    return before.comparableSQL != after.comparableSQL
  }

  private func drop(_ object: SQLSchemaObject, isReplaced: Bool = false) -> SchemaChange {
    let losesRows = object.kind == .table
    return SchemaChange(
      action: .drop, kind: object.kind, name: object.name, danger: losesRows ? .losesData : .safe,
      effects: losesRows ? ["deletes all its rows"] : isReplaced ? ["its definition changes"] : [],
      statements: [SQLFragment(raw: "DROP \(object.kind.rawValue.uppercased()) \(SQLIdentifier.quote(object.name))")])
  }

  private func create(_ object: SQLSchemaObject) -> SchemaChange {
    SchemaChange(
      action: .create, kind: object.kind, name: object.name, danger: .safe, effects: [],
      statements: [SQLFragment(raw: object.sql ?? "")])
  }

  // MARK: Tables

  private func change(of before: SQLSchemaObject, to after: SQLSchemaObject) throws(DatabaseError) -> SchemaChange? {
    let renamed = renames[after.name.lowercased()] ?? [:]
    guard let comparison = TableComparison(before, after, renamed: renamed, engine: engine) else {
      // A virtual table has no other form of change.
      guard before.comparableSQL != after.comparableSQL else { return nil }
      return SchemaChange(
        action: .alter, kind: .table, name: after.name, danger: .losesData,
        effects: ["creates the virtual table again, without rows"],
        statements: [
          SQLFragment(raw: "DROP TABLE \(SQLIdentifier.quote(before.name))"), SQLFragment(raw: after.sql ?? ""),
        ])
    }
    let statements: [SQLFragment]
    switch comparison.way {
    case .nothing: return nil
    case .adding(let columns):
      statements = columns.map {
        SQLFragment(raw: "ALTER TABLE \(SQLIdentifier.quote(before.name)) ADD COLUMN \($0.definition.text)")
      }
    case .rebuild: statements = try rebuild(comparison)
    }
    return SchemaChange(
      action: .alter, kind: .table, name: after.name, danger: comparison.danger, effects: comparison.effects,
      statements: statements)
  }

  private func rebuild(_ comparison: TableComparison) throws(DatabaseError) -> [SQLFragment] {
    let facts = SQLAlterationFacts(name: comparison.old.name, schema: "main")
    // Views and triggers that change are gone by then, and come later.
    facts.objects = old.objects.filter { object in
      guard object.kind == .view || object.kind == .trigger else { return true }
      return !hasGone(object) && !hasChanged(object)
    }
    let text = comparison.newText
    let rebuild = SQLTableRebuild(
      facts: facts,
      definition: text.definition(text.columns.map(\.definition.text) + text.constraints.map(\.text)),
      columns: comparison.copiedColumns, indexes: [])
    return try rebuild.steps().compactMap(\.statement)
  }

  // MARK: Indexes

  private func indexChanges(_ rebuilt: Set<String>) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    for index in old.all(.index) where !rebuilt.contains(index.table.lowercased()) {
      // Those of a table that goes, go with it.
      guard hasChanged(index) || hasGone(index) && new.table(of: index) != nil else { continue }
      changes.append(drop(index, isReplaced: hasChanged(index)))
    }
    for index in new.all(.index)
    where old[index] == nil || hasChanged(index) || rebuilt.contains(index.table.lowercased()) {
      changes.append(create(index))
    }
    // An index that the new schema does not name, of a table that was made anew, comes again if its columns are there.
    for index in old.all(.index) where !drops && new[index] == nil && rebuilt.contains(index.table.lowercased()) {
      guard let table = new.table(of: index)?.sql.flatMap(SQLTableText.init), let before = old.table(of: index)?.sql,
        let columns = SQLTableText(before)?.columns
      else { continue }
      let reader = SQLTokenReader(index.sql ?? "")
      let isWhole = columns.allSatisfy { column in
        !reader.namesColumn(column.name) || table.columns.contains { SQLIdentifier.areEqual($0.name, column.name) }
      }
      if isWhole { changes.append(create(index)) }
    }
    return changes
  }
}

extension SQLSchemaObject {
  /// The significant words of its definition.
  fileprivate var comparableSQL: [String] { (sql ?? "").comparableSQL }
}
