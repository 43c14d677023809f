/// Reads everything that the schema says about one table or view.
///
/// The command changes nothing, but runs several queries. The output is `nil` if there is no such table.
public struct SQLDescribeTable: SQLCommand {
  private let name: String
  private let schema: String?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - name: The table or view. The case of ASCII letters doesn't matter.
  ///   - schema: The schema. If `nil`, `main`.
  public init(_ name: String, schema: String? = nil) {
    self.name = name
    self.schema = schema
  }

  /// Renders the queries.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLTableInformation?> {
    let objects = SQLSchema.objects(ofTable: name, in: schema)
    let columns = SQLSchema.columns(of: name, in: schema ?? "main")
    let found = Findings()
    let second = SQLStep<Never>(
      try columns.statement(for: context), receive: { _, row in found.columns.append(try columns.decode(&row)) })
    let first = SQLStep<Never>(
      try objects.statement(for: context), receive: { _, row in found.objects.append(try objects.decode(&row)) },
      finish: { (state, _) throws(DatabaseError) in
        if found.objects.contains(where: { $0.kind == .table || $0.kind == .view }) { state.add(second) }
      })
    return SQLStepMachine(isAtomicGroup: false, first: first) { [schema] (_) throws(DatabaseError) in
      SQLTableInformation(schema: schema ?? "main", objects: found.objects, columns: found.columns)
    }
  }

  private final class Findings {
    var objects: [SQLSchemaObject] = []
    var columns: [SQLColumnInformation] = []
  }
}

/// Everything that the schema says about one table or view.
public struct SQLTableInformation: Sendable {
  /// The kinds of tables.
  public enum Kind: Sendable, Hashable {
    /// An ordinary table.
    case table
    /// A virtual table.
    case virtualTable
    /// A view.
    case view
  }

  /// The kind of table.
  public let kind: Kind
  /// The text that created it.
  public let sql: String
  /// The columns as the engine reports them.
  public let columns: [SQLColumnInformation]
  /// The triggers.
  public let triggers: [SQLSchemaObject]
  /// Name, columns, keys and indexes as a model, which can create the same table elsewhere.
  ///
  /// The model has no names of constraints and no conflict clauses.
  public let model: SQLTable

  /// - Returns: `nil` if there is no table or view among the objects.
  init?(schema: String, objects: [SQLSchemaObject], columns: [SQLColumnInformation]) {
    guard let object = objects.first(where: { $0.kind == .table || $0.kind == .view }), let sql = object.sql else {
      return nil
    }
    let text = SQLTableText(sql)
    kind = object.kind == .view ? .view : text == nil ? .virtualTable : .table
    self.sql = sql
    self.columns = columns
    triggers = objects.filter { $0.kind == .trigger }
    let key = columns.filter { $0.primaryKeyPosition > 0 }.sorted { $0.primaryKeyPosition < $1.primaryKeyPosition }
    model = SQLTable(
      object.name, schema: schema,
      definitions: columns.filter { $0.content != .hidden }.map { column in
        Self.definition(column, text?.columns.first { SQLIdentifier.areEqual($0.name, column.name) })
      },
      primaryKey: (text?.columns.contains { $0.primaryKey != nil } ?? false) ? [] : key.map(\.name),
      foreignKeys: text?.foreignKeys ?? [], uniqueKeys: text?.uniqueKeys ?? [],
      checks: (text?.checks ?? []).map { SQLFragment(raw: $0) },
      indexes: objects.filter { $0.kind == .index }.compactMap { index in
        index.sql.flatMap { SQLIndex(name: index.name, sql: $0) }
      },
      kind: kind == .view ? .view : text?.isWithoutRowID ?? false ? .withoutRowID : .table,
      strict: text?.isStrict ?? false)
  }

  private static func definition(
    _ column: SQLColumnInformation, _ text: SQLTableText.Column?
  ) -> SQLColumnDefinition {
    SQLColumnDefinition(
      name: column.name, type: text.map { SQLColumnType(rawValue: $0.typeName) } ?? column.type,
      isNullable: !(text?.isNotNull ?? !column.isNullable), primaryKey: text?.primaryKey,
      isUnique: text?.isUnique ?? false,
      defaultValue: text?.generated != nil ? nil : column.defaultText.map { SQLColumnDefault(text: $0) },
      check: text.flatMap { text in
        text.checks.isEmpty
          ? nil
          : SQLFragment(
            raw: text.checks.count == 1
              ? text.checks[0]
              : text.checks.map { "(\($0))" }.joined(separator: " AND "))
      },
      collation: text?.collation, references: text?.references, generated: text?.generated)
  }
}
