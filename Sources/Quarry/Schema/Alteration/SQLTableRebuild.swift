/// Rebuilds a table with another definition: the equivalent of ALTER TABLE if an engine lacks a form of it.
///
/// The rows are copied once, to a table that takes the old one's place and name. The rebuild keeps rowids, the
/// counter of AUTOINCREMENT, indexes, triggers and views. The new table is of the same schema, so that an encrypted
/// database never leaves its file.
///
/// Source: <https://sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>.
struct SQLTableRebuild {
  let facts: SQLAlterationFacts
  /// The text after the name in CREATE TABLE.
  let definition: String
  /// The columns that get values from the old table: an expression over its row, and the column.
  let columns: [(source: String, name: String)]
  /// The texts of the indexes.
  let indexes: [String]

  /// Throws if dropping the old table would change rows of other tables, or fail.
  func validate(_ refuse: (String) -> DatabaseError) throws(DatabaseError) {
    if facts.enforcesForeignKeys, let child = facts.children.first {
      throw refuse(
        "foreign keys are enforced and \"\(child.object.name)\" refers to the table; use a migration, or "
          + "Database.writeWithForeignKeysSuspended")
    }
  }

  /// The statements.
  ///
  /// - Parameter progress: A closure that gets the number of copied rows. If `nil`, one statement copies all rows.
  func steps(progress: TableRebuildProgress.Handler? = nil) throws(DatabaseError) -> [SQLStep<Never>] {
    let old = SQLSchema.qualified(facts.name, facts.schema)
    let new = SQLSchema.qualified(newName, facts.schema)
    let (table, dependents) = (try facts.table(), facts.allDependents)
    var steps = dependents.reversed().map { Self.step($0.drop(in: facts)) }
    steps.append(Self.step("CREATE TABLE \(new) \(definition)"))
    let rowID = rowIDName(table.text)
    let names = (columns.map { SQLIdentifier.quote($0.name) } + (rowID.map { [$0] } ?? [])).joined(separator: ", ")
    let sources = (columns.map(\.source) + (rowID.map { [$0] } ?? [])).joined(separator: ", ")
    let copy = "INSERT INTO \(new) (\(names)) SELECT \(sources) FROM \(old)"
    if let progress, let key = rowID ?? rowIDAlias(table.text) {
      steps.append(TableRebuildCopy(name: facts.name, table: old, key: key, copy: copy, progress: progress).firstStep)
    } else {
      steps.append(Self.step(copy))
    }
    steps += counterSteps(table.text)
    steps.append(Self.step("DROP TABLE \(old)"))
    steps.append(Self.step("ALTER TABLE \(new) RENAME TO \(SQLIdentifier.quote(facts.name))"))
    let triggers = facts.triggers.compactMap { $0.trigger.sql(in: $0.isTemporary ? "temp" : facts.schema) }
    return steps + (indexes + triggers + dependents.compactMap { $0.sql(in: facts) }).map { Self.step($0) }
  }

  private static func step(_ sql: String) -> SQLStep<Never> { SQLStep(SQLFragment(raw: sql)) }

  private var newName: String {
    var number = 0
    while facts.objects.contains(where: { SQLIdentifier.areEqual($0.name, "quarry_rebuild_\(number)") }) { number += 1 }
    return "quarry_rebuild_\(number)"
  }

  /// The name under which the rowid is copied, or `nil` if a column is the rowid, or no name reaches it.
  private func rowIDName(_ text: SQLTableText) -> String? {
    guard !text.isWithoutRowID, rowIDAlias(text) == nil else { return nil }
    let new = SQLTableText("CREATE TABLE t \(definition)")
    guard let new, !new.isWithoutRowID, new.rowIDAlias == nil else { return nil }
    return ["rowid", "_rowid_", "oid"].first { name in
      !text.columns.contains { SQLIdentifier.areEqual($0.name, name) }
        && !new.columns.contains { SQLIdentifier.areEqual($0.name, name) }
    }
  }

  private func rowIDAlias(_ text: SQLTableText) -> String? { text.rowIDAlias.map { SQLIdentifier.quote($0) } }

  /// Copies the counter of AUTOINCREMENT, which can be above all keys.
  private func counterSteps(_ text: SQLTableText) -> [SQLStep<Never>] {
    let isCounted = { (text: SQLTableText) in text.columns.contains { $0.primaryKey == .autoincrement } }
    guard isCounted(text), SQLTableText("CREATE TABLE t \(definition)").map(isCounted) ?? false else { return [] }
    let counters = SQLSchema.qualified("sqlite_sequence", facts.schema)
    return [
      SQLStep(SQLFragment(raw: "DELETE FROM \(counters) WHERE name = ?", values: [.text(newName)])),
      SQLStep(
        SQLFragment(
          raw: "INSERT INTO \(counters) (name, seq) SELECT ?, seq FROM \(counters) WHERE name = ? COLLATE NOCASE",
          values: [.text(newName), .text(facts.name)])),
    ]
  }
}

extension SQLTableText {
  /// The column that is the rowid: an INTEGER that alone is the primary key.
  var rowIDAlias: String? {
    guard !isWithoutRowID else { return nil }
    let key = columns.first { $0.primaryKey != nil }?.name ?? (primaryKey.count == 1 ? primaryKey[0] : "")
    let column = columns.first { SQLIdentifier.areEqual($0.name, key) }
    return column.flatMap { $0.typeName.uppercased() == "INTEGER" ? $0.name : nil }
  }
}

extension SQLAlterationFacts {
  /// A view or trigger that is dropped before the table, and created again.
  struct Dependent {
    let object: SQLSchemaObject
    let isTemporary: Bool

    func schema(_ facts: SQLAlterationFacts) -> String { isTemporary ? "temp" : facts.schema }

    func drop(in facts: SQLAlterationFacts) -> String {
      "DROP \(object.kind.rawValue.uppercased()) \(SQLSchema.qualified(object.name, schema(facts)))"
    }

    func sql(in facts: SQLAlterationFacts) -> String? { object.sql(in: schema(facts)) }
  }

  /// The views and triggers that mention the table, or a view that does, except the table's own triggers, in the
  /// order of creation.
  var allDependents: [Dependent] {
    var candidates = objects.map { Dependent(object: $0, isTemporary: false) }
    if schema != "temp" { candidates += temporary.map { Dependent(object: $0, isTemporary: true) } }
    candidates = candidates.filter { candidate in
      let isOwn = SQLIdentifier.areEqual(candidate.object.table, name)
      return candidate.object.kind == .view || candidate.object.kind == .trigger && !isOwn
    }
    let texts = candidates.map { SQLTokenReader($0.object.sql ?? "") }
    var names = [name]
    var count = 0
    while count != names.count {
      count = names.count
      for (candidate, text) in zip(candidates, texts) where candidate.object.kind == .view {
        guard !names.contains(where: { SQLIdentifier.areEqual($0, candidate.object.name) }),
          names.contains(where: { text.mentions($0) })
        else { continue }
        names.append(candidate.object.name)
      }
    }
    return zip(candidates, texts).compactMap { candidate, text in
      names.contains { text.mentions($0) } ? candidate : nil
    }
  }
}
