/// Renames a column of a table.
///
/// On an engine without RENAME COLUMN, Quarry rebuilds the table in a savepoint. The rebuild renames the column in
/// the table's own constraints and indexes. If a view, a trigger or another table's foreign key uses the column, the
/// command throws `.unsupportedFeature`.
///
/// Source: <https://sqlite.org/lang_altertable.html>, section 3.
public struct SQLRenameColumn: SQLCommand {
  private let oldName: String
  private let newName: String
  private let table: String
  private let schema: String?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - oldName: The name of the column.
  ///   - newName: The new name.
  ///   - table: The name of its table.
  ///   - schema: The table's schema. If `nil`, `main`.
  public init(_ oldName: String, to newName: String, of table: String, schema: String? = nil) {
    self.oldName = oldName
    self.newName = newName
    self.table = table
    self.schema = schema
  }

  private var purpose: String { "renaming the column \"\(oldName)\" of \"\(table)\"" }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature. Running it
  ///   throws `.noSuchObject` if the column doesn't exist, or `.statementFailed` if the new name is taken.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    if try context.isNative(.renameColumn, for: purpose) {
      let target = SQLSchema.qualified(table, schema ?? "main")
      let names = "\(SQLIdentifier.quote(oldName)) TO \(SQLIdentifier.quote(newName))"
      return .single(SQLFragment(raw: "ALTER TABLE \(target) RENAME COLUMN \(names)"))
    }
    let facts = SQLAlterationFacts(name: table, schema: schema)
    return .sequence(
      facts.steps { (state) throws(DatabaseError) in
        for step in try rebuild(facts, context) { state.add(step) }
      }, isAtomicGroup: true)
  }

  private func rebuild(
    _ facts: SQLAlterationFacts, _ context: SQLGenerationContext
  ) throws(DatabaseError) -> [SQLStep<Never>] {
    let text = try facts.table().text
    guard let found = text.columns.first(where: { SQLIdentifier.areEqual($0.name, oldName) }) else {
      throw DatabaseError(.noSuchObject, "\(purpose) failed: there is no such column", engineCode: .error)
    }
    if text.columns.contains(where: { $0.name != found.name && SQLIdentifier.areEqual($0.name, newName) }) {
      throw DatabaseError(
        .statementFailed, "\(purpose) failed: there is a column \"\(newName)\" already", engineCode: .error)
    }
    if let dependent = facts.dependents.first {
      throw refusal(
        context, "the \(dependent.object.kind.rawValue) \"\(dependent.object.name)\" would have to be rewritten")
    }
    for child in facts.children where !SQLIdentifier.areEqual(child.object.name, table) {
      let names = child.keys.flatMap(\.references.columns)
      if names.contains(where: { SQLIdentifier.areEqual($0, oldName) }) {
        throw refusal(context, "a foreign key of \"\(child.object.name)\" would have to be rewritten")
      }
    }
    let rebuild = SQLTableRebuild(
      facts: facts,
      definition: text.definition(
        text.columns.map { definition($0) } + text.constraints.map { renamed($0, from: $0.rest.startIndex) }),
      columns: text.columns.filter { $0.generated == nil }.map {
        (SQLIdentifier.quote($0.name), $0.name == found.name ? newName : $0.name)
      },
      indexes: facts.indexes.compactMap { index in index.sql(in: facts.schema).map { renamedIndex($0) } })
    try rebuild.validate { refusal(context, $0) }
    return try rebuild.steps()
  }

  private func refusal(_ context: SQLGenerationContext, _ why: String) -> DatabaseError {
    context.unsupported(.renameColumn, for: purpose, because: why)
  }

  /// The definition of a column: its name, then its constraints. A type with the same name as the column isn't
  /// renamed.
  private func definition(_ column: SQLTableText.Column) -> String {
    var constraints = column.definition
    constraints.take()
    let keywords = ["CONSTRAINT", "CHECK", "REFERENCES", "AS", "DEFAULT", "GENERATED"]
    let start =
      constraints.rest.firstIndex { token in keywords.contains { token.isWord($0) } } ?? constraints.rest.endIndex
    let isRenamed = SQLIdentifier.areEqual(column.name, oldName)
    return renamed(column.definition, from: start, name: isRenamed)
  }

  private func renamed(_ part: SQLTokenReader, from start: Int, name isRenamed: Bool = false) -> String {
    let own = part.indicesOfOwnColumns(table: table)
    let quoted = SQLIdentifier.quote(newName)
    return part.text { index, _ in
      if isRenamed, index == part.rest.startIndex { return quoted }
      return index >= start && own.contains(index) && part.isColumn(oldName, at: index) ? quoted : nil
    }
  }

  private func renamedIndex(_ sql: String) -> String {
    let reader = SQLTokenReader(sql)
    let on = reader.rest.firstIndex { $0.isWord("ON") } ?? reader.rest.startIndex
    return renamed(reader, from: on + 2)
  }
}
