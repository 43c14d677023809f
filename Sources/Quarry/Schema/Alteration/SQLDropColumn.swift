/// Drops a column of a table.
///
/// On an engine without DROP COLUMN, Quarry rebuilds the table in a savepoint. As with the engine's own form, the
/// command throws if the column is a key, unique, indexed or used by a constraint, view or trigger.
///
/// Source: <https://sqlite.org/lang_altertable.html>, section 5.
public struct SQLDropColumn: SQLCommand {
  private let column: String
  private let table: String
  private let schema: String?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - column: The name of the column.
  ///   - table: The name of its table.
  ///   - schema: The table's schema. If `nil`, `main`.
  public init(_ column: String, of table: String, schema: String? = nil) {
    self.column = column
    self.table = table
    self.schema = schema
  }

  private var purpose: String { "dropping the column \"\(column)\" of \"\(table)\"" }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature. Running it
  ///   throws `.noSuchObject` if the column doesn't exist, or `.statementFailed` if it's in use.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    if try context.isNative(.dropColumn, for: purpose) {
      let target = SQLSchema.qualified(table, schema ?? "main")
      return .single(SQLFragment(raw: "ALTER TABLE \(target) DROP COLUMN \(SQLIdentifier.quote(column))"))
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
    guard let position = text.columns.firstIndex(where: { SQLIdentifier.areEqual($0.name, column) }) else {
      throw DatabaseError(
        .noSuchObject, "\(purpose) failed: there is no such column", engineCode: .error)
    }
    try validate(text.columns[position], text, facts, context)
    let kept = text.columns.enumerated().filter { $0.offset != position }.map(\.element)
    let rebuild = SQLTableRebuild(
      facts: facts,
      definition: text.definition(kept.map(\.definition.text) + text.constraints.map(\.text)),
      columns: kept.filter { $0.generated == nil }.map { (SQLIdentifier.quote($0.name), $0.name) },
      indexes: facts.indexes.compactMap { $0.sql(in: facts.schema) })
    try rebuild.validate { context.unsupported(.dropColumn, for: purpose, because: $0) }
    return try rebuild.steps()
  }

  /// Throws where the engine's own form would throw.
  private func validate(
    _ found: SQLTableText.Column, _ text: SQLTableText, _ facts: SQLAlterationFacts, _ context: SQLGenerationContext
  ) throws(DatabaseError) {
    func failure(_ why: String) -> DatabaseError {
      DatabaseError(.statementFailed, "\(purpose) failed: \(why)", engineCode: .error)
    }
    if text.columns.count == 1 { throw failure("the table has no other column") }
    if found.primaryKey != nil { throw failure("it is the primary key") }
    if found.isUnique { throw failure("it is unique") }
    if text.constraints.contains(where: { $0.mentions(column) }) { throw failure("a constraint of the table uses it") }
    for other in text.columns where other.name != found.name {
      let expressions = other.checks + [other.generated?.expression.sql ?? ""]
      if expressions.contains(where: { SQLTokenReader($0).namesColumn(column) }) {
        throw failure("a constraint of \"\(other.name)\" uses it")
      }
      if let reference = other.references, SQLIdentifier.areEqual(reference.table, table),
        reference.columns.contains(where: { SQLIdentifier.areEqual($0, column) })
      {
        throw failure("a foreign key refers to it")
      }
    }
    for index in facts.indexes {
      var reader = SQLTokenReader(index.sql ?? "")
      while let token = reader.take(), !token.isWord("ON") {}
      reader.take()
      if reader.namesColumn(column) { throw failure("the index \"\(index.name)\" uses it") }
    }
    if let dependent = facts.dependents.first(where: { $0.text.mentions(column) }) {
      throw context.unsupported(
        .dropColumn, for: purpose,
        because: "the \(dependent.object.kind.rawValue) \"\(dependent.object.name)\" may use it; drop that first")
    }
  }
}
