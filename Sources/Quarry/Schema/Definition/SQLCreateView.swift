/// Creates a view from a query or from SQL text.
///
/// Values in the query become literals, because a view can't have parameters.
///
/// Source: <https://sqlite.org/lang_createview.html>.
public struct SQLCreateView: SQLCommand {
  private let name: String
  private let schema: String?
  private let columns: [String]
  private let ifNotExists: Bool
  private let isTemporary: Bool
  private let query: @Sendable (SQLGenerationContext) throws(DatabaseError) -> SQLFragment

  /// Creates a view from SQL text.
  ///
  /// - Parameters:
  ///   - name: The name of the view.
  ///   - schema: The view's schema. If `nil`, `main`.
  ///   - columns: The names of the view's columns. If empty, those of the query.
  ///   - select: The text of the query.
  ///   - ifNotExists: Whether to keep an existing view.
  ///   - temporary: Whether the view is in the temporary schema.
  public init(
    _ name: String, schema: String? = nil, columns: [String] = [], as select: SQLFragment, ifNotExists: Bool = false,
    temporary: Bool = false
  ) {
    self.name = name
    self.schema = schema
    self.columns = columns
    self.ifNotExists = ifNotExists
    isTemporary = temporary
    query = { _ in select }
  }

  /// Creates a view from a query.
  public init(
    _ name: String, schema: String? = nil, columns: [String] = [], as select: some SQLFetchable,
    ifNotExists: Bool = false, temporary: Bool = false
  ) {
    self.name = name
    self.schema = schema
    self.columns = columns
    self.ifNotExists = ifNotExists
    isTemporary = temporary
    query = { (context) throws(DatabaseError) in try select.statement(for: context) }
  }

  /// Renders the statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    var text = "CREATE \(isTemporary ? "TEMP " : "")VIEW \(ifNotExists ? "IF NOT EXISTS " : "")"
    text += SQLSchema.qualified(name, schema)
    if !columns.isEmpty {
      try context.require(.viewColumnList, for: "the view \"\(name)\" with named columns")
      text += " " + SQLTableDefinition.list(columns)
    }
    return .single(SQLFragment(raw: text + " AS " + (try SQLLiteral.inline(try query(context)))))
  }
}
