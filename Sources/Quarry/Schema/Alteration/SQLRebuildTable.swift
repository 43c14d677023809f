/// Changes the definition of a table and keeps its rows, for changes that ALTER TABLE doesn't support.
///
/// ```swift
/// try session.run(SQLRebuildTable(Price.table, values: ["cents": "CAST(round(amount * 100) AS INTEGER)"]))
/// ```
///
/// Columns with the same name are copied. Other columns get the given value or their default. The command keeps rowids, the
/// AUTOINCREMENT counter, triggers, the views that use the table, and indexes that the new definition doesn't name. If a row
/// violates a constraint of the new definition, the command throws and the table doesn't change.
///
/// If other tables refer to this one, run the command in a step of ``DatabaseMigrator`` or in
/// ``Database/writeWithForeignKeysSuspended(_:)``. Both check all foreign keys afterwards. With foreign keys enforced, dropping the
/// old table would delete rows of the other tables, so the command throws `.invalidQuery` before anything changes.
///
/// Source: <https://sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>.
public struct SQLRebuildTable: SQLCommand {
  private let table: SQLTable
  private let values: [String: SQLFragment]
  private let progress: TableRebuildProgress.Handler?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - table: The new definition of the table with this name.
  ///   - values: Expressions over a row of the old table as SQL text, by the column that gets the value.
  ///   - progress: A closure that gets the number of copied rows, every 20,000 rows, on the thread that copies.
  public init(
    _ table: SQLTable, values: [String: SQLFragment] = [:],
    progress: (@Sendable (TableRebuildProgress) -> Void)? = nil
  ) {
    self.table = table
    self.values = values
    self.progress = progress
  }

  private var purpose: String { "rebuilding the table \"\(table.name)\"" }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the definition or the values aren't valid, or
  ///   `.unsupportedFeature` if the engine lacks a needed feature. Running it throws `.noSuchObject` if the table
  ///   doesn't exist.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    let definition = try SQLTableDefinition(table: table, context: context).behindName()
    for name in values.keys where table.column(named: name) == nil {
      throw DatabaseError(.invalidQuery, "\(purpose): a value is given for \"\(name)\", which is no column of it")
    }
    var indexes: [String] = []
    for index in table.indexes {
      indexes.append(
        try index.definition(on: table.name, schema: table.schema, ifNotExists: false, context: context).sql)
    }
    let facts = SQLAlterationFacts(name: table.name, schema: table.schema)
    let handler = progress ?? TableRebuildProgress.observer?.handler
    return .sequence(
      facts.steps { [indexes] (state) throws(DatabaseError) in
        let rebuild = SQLTableRebuild(
          facts: facts, definition: definition, columns: try columns(facts.table().text),
          indexes: indexes + keptIndexes(facts))
        try rebuild.validate { DatabaseError(.invalidQuery, "\(purpose) would delete rows: \($0)") }
        for step in try rebuild.steps(progress: handler) { state.add(step) }
      }, isAtomicGroup: true)
  }

  private func columns(_ old: SQLTableText) throws(DatabaseError) -> [(source: String, name: String)] {
    var columns: [(source: String, name: String)] = []
    for column in table.columns where column.generated == nil {
      if let value = values.first(where: { SQLIdentifier.areEqual($0.key, column.name) })?.value {
        columns.append((try SQLTableDefinition.parenthesized(value), column.name))
      } else if let same = old.columns.first(where: { SQLIdentifier.areEqual($0.name, column.name) }) {
        columns.append((SQLIdentifier.quote(same.name), column.name))
      }
    }
    guard !columns.isEmpty else {
      throw DatabaseError(.invalidQuery, "\(purpose): no column of the new definition gets a value from the old table")
    }
    return columns
  }

  private func keptIndexes(_ facts: SQLAlterationFacts) -> [String] {
    facts.indexes.filter { index in !table.indexes.contains { SQLIdentifier.areEqual($0.name, index.name) } }
      .compactMap { $0.sql(in: facts.schema) }
  }
}
