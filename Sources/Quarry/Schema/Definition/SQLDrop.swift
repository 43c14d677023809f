/// Drops a table, index, view or trigger.
///
/// Source: <https://sqlite.org/lang_droptable.html>.
public struct SQLDrop: SQLCommand {
  private let kind: String
  private let name: String
  private let schema: String?
  private let ifExists: Bool

  /// Drops a table with its indexes and triggers.
  ///
  /// If foreign keys are enforced, SQLite first deletes the rows, with all effects on rows that refer to them.
  public static func table(_ name: String, schema: String? = nil, ifExists: Bool = false) -> SQLDrop {
    SQLDrop(kind: "TABLE", name: name, schema: schema, ifExists: ifExists)
  }

  /// Drops the table of a record's type.
  public static func table(_ table: SQLTable, ifExists: Bool = false) -> SQLDrop {
    SQLDrop(kind: table.kind == .view ? "VIEW" : "TABLE", name: table.name, schema: table.schema, ifExists: ifExists)
  }

  /// Drops an index.
  public static func index(_ name: String, schema: String? = nil, ifExists: Bool = false) -> SQLDrop {
    SQLDrop(kind: "INDEX", name: name, schema: schema, ifExists: ifExists)
  }

  /// Drops a view.
  public static func view(_ name: String, schema: String? = nil, ifExists: Bool = false) -> SQLDrop {
    SQLDrop(kind: "VIEW", name: name, schema: schema, ifExists: ifExists)
  }

  /// Drops a trigger.
  public static func trigger(_ name: String, schema: String? = nil, ifExists: Bool = false) -> SQLDrop {
    SQLDrop(kind: "TRIGGER", name: name, schema: schema, ifExists: ifExists)
  }

  /// Renders the statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    .single(
      SQLFragment(raw: "DROP \(kind) \(ifExists ? "IF EXISTS " : "")\(SQLSchema.qualified(name, schema))"))
  }
}
