/// Creates a table and its indexes, together or not at all.
///
/// ```swift
/// try context.run(SQLCreateTable(Artist.table, ifNotExists: true))
/// ```
///
/// A column is NOT NULL exactly when its Swift type isn't optional. With `ifNotExists`, the command throws if another
/// table has an index of the same name; SQLite would silently create none.
///
/// Source: <https://sqlite.org/lang_createtable.html>.
public struct SQLCreateTable: SQLCommand {
  private let table: SQLTable
  private let ifNotExists: Bool
  private let isTemporary: Bool
  private let withIndexes: Bool

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - ifNotExists: Whether to keep an existing table and existing indexes.
  ///   - temporary: Whether the table is in the temporary schema, which ends with the connection.
  ///   - indexes: Whether to create the table's indexes too.
  public init(_ table: SQLTable, ifNotExists: Bool = false, temporary: Bool = false, indexes: Bool = true) {
    self.table = table
    self.ifNotExists = ifNotExists
    isTemporary = temporary
    withIndexes = indexes
  }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    if isTemporary, let schema = table.schema, !SQLIdentifier.areEqual(schema, "temp") {
      throw DatabaseError(
        .invalidQuery, "the table \"\(table.name)\" can't be temporary and in the schema \"\(schema)\"")
    }
    let schema = isTemporary ? "temp" : table.schema
    let create = try SQLTableDefinition(table: table, context: context).createTable(
      ifNotExists: ifNotExists, temporary: isTemporary)
    var steps: [SQLStep<Never>] = []
    for (index, definition) in (withIndexes ? table.indexes : []).enumerated() {
      if table.indexes[..<index].contains(where: { SQLIdentifier.areEqual($0.name, definition.name) }) {
        throw DatabaseError(.invalidQuery, "the table \"\(table.name)\" has two indexes named \"\(definition.name)\"")
      }
      let index = SQLCreateIndex(definition, on: table.name, schema: schema, ifNotExists: ifNotExists)
      steps.append(try index.step(context))
    }
    return .sequence([SQLStep(create)] + steps, isAtomicGroup: !steps.isEmpty)
  }
}

/// Creates an index.
///
/// With `ifNotExists`, the command throws if another table has an index of the same name; SQLite would silently
/// create none.
///
/// Source: <https://sqlite.org/lang_createindex.html>.
public struct SQLCreateIndex: SQLCommand {
  private let index: SQLIndex
  private let table: String
  private let schema: String?
  private let ifNotExists: Bool

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - table: The name of its table.
  ///   - schema: The schema of both. If `nil`, `main`.
  ///   - ifNotExists: Whether to keep an index that the table already has.
  public init(_ index: SQLIndex, on table: String, schema: String? = nil, ifNotExists: Bool = false) {
    self.index = index
    self.table = table
    self.schema = schema
    self.ifNotExists = ifNotExists
  }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    .sequence([try step(context)], isAtomicGroup: ifNotExists)
  }

  func step(_ context: SQLGenerationContext) throws(DatabaseError) -> SQLStep<Never> {
    let create = SQLStep<Never>(
      try index.definition(on: table, schema: schema, ifNotExists: false, context: context))
    guard ifNotExists else { return create }
    let query = SQLFragment(
      raw: "SELECT \"tbl_name\" FROM \(SQLSchema.master(of: schema)) "
        + "WHERE \"type\" = 'index' AND \"name\" = ? COLLATE NOCASE",
      values: [.text(index.name)])
    return SQLStep(
      query, receive: { state, row in state.found.append(try row.values(1)) },
      finish: { (state, _) throws(DatabaseError) in
        defer { state.found = [] }
        guard case .text(let owner)? = state.found.first?.first else { return state.insert(create) }
        guard SQLIdentifier.areEqual(owner, table) else {
          throw DatabaseError(
            .invalidQuery,
            "the index \"\(index.name)\" of \"\(table)\" can't be created: the table \"\(owner)\" already has an "
              + "index of that name, and names of indexes are unique in a schema")
        }
      })
  }
}
