/// Adds a column to a table.
///
/// The column can refer to another table. It can't be a key, unique, or stored and generated. A column that isn't
/// nullable needs a default. A CHECK is tested on existing rows, even on engines that don't test it.
///
/// Source: <https://sqlite.org/lang_altertable.html>, section 4.
public struct SQLAddColumn: SQLCommand {
  private let column: SQLColumnDefinition
  private let table: String
  private let schema: String?
  private let ifNotExists: Bool

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: The name of the table that gets it.
  ///   - schema: The table's schema. If `nil`, `main`.
  ///   - ifNotExists: Whether to keep an existing column of that name, in any case.
  public init(_ column: SQLColumnDefinition, to table: String, schema: String? = nil, ifNotExists: Bool = false) {
    self.column = column
    self.table = table
    self.schema = schema
    self.ifNotExists = ifNotExists
  }

  /// Creates the command from a typed column and its table.
  public init<Value>(_ column: SQLColumn<Value>, to table: SQLTable, ifNotExists: Bool = false) {
    self.init(column.definition, to: table.name, schema: table.schema, ifNotExists: ifNotExists)
  }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if ALTER TABLE can't add such a column, or
  ///   `.unsupportedFeature` if the engine lacks a needed feature. Running it throws `.noSuchObject` if the table
  ///   doesn't exist.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    let add = try steps(context)
    guard ifNotExists else { return .sequence(add) }
    let columns = SQLSchema.columns(of: table, in: schema ?? "main")
    var exists = false
    let find = SQLStep<Never>(
      try columns.statement(for: context),
      receive: { _, row in
        if SQLIdentifier.areEqual(try columns.decode(&row).name, column.name) { exists = true }
      },
      finish: { (state, _) throws(DatabaseError) in if !exists { for step in add { state.add(step) } } })
    return .sequence([find], isAtomicGroup: true)
  }

  private func steps(_ context: SQLGenerationContext) throws(DatabaseError) -> [SQLStep<Never>] {
    if column.primaryKey != nil { throw invalid("cannot be a primary key; rebuild the table") }
    if column.isUnique { throw invalid("cannot be unique; add it and create a unique index") }
    if column.generated?.isStored == true { throw invalid("cannot be generated and stored; make it virtual") }
    let isDefaultNull = column.defaultValue == nil || column.defaultValue == .value(.null)
    if column.generated == nil, !column.isNullable, isDefaultNull {
      throw invalid("is never NULL and has no default; give it one, or make it optional")
    }
    if column.generated != nil { try context.require(.addGeneratedColumn, for: "the column \"\(column.name)\"") }
    let model = SQLTable(table, schema: schema ?? "main", definitions: [column])
    let definition = try SQLTableDefinition(table: model, context: context).definition(of: column)
    var steps = [SQLStep<Never>(SQLFragment(raw: "ALTER TABLE \(model.target) ADD COLUMN \(definition)"))]
    if let check = column.check, !context.engine.supports(.addColumnChecksRows) {
      let condition = try SQLTableDefinition.parenthesized(check)
      var isBroken = false
      let failure = DatabaseError(
        .statementFailed,
        "the column \"\(column.name)\" can't be added to \"\(table)\": existing rows break its CHECK constraint",
        engineCode: .error)
      steps.append(
        SQLStep(
          SQLFragment(raw: "SELECT 1 FROM \(model.target) WHERE NOT \(condition) LIMIT 1"),
          receive: { _, _ in isBroken = true },
          finish: { (_, _) throws(DatabaseError) in if isBroken { throw failure } }))
    }
    return steps
  }

  private func invalid(_ what: String) -> DatabaseError {
    DatabaseError(.invalidQuery, "the column \"\(column.name)\" that is added to \"\(table)\" \(what)")
  }
}
