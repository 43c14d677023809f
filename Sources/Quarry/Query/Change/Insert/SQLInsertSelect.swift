/// Inserts the rows of a query.
///
/// ```swift
/// SQLInsertSelect(into: Archive.self, Archive.title, Archive.year, from: Album.select { ($0.title, $0.year) })
/// ```
///
/// Source: <https://sqlite.org/lang_insert.html>.
public struct SQLInsertSelect<Record: SQLMapped>: SQLCommand {
  private let columns: [SQLColumnDefinition]
  private let query: @Sendable (SQLGenerationContext) throws(DatabaseError) -> SQLFragment
  private let algorithm: SQLConflictAlgorithm?
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  /// Creates an insert whose columns match the query's values in number and types.
  ///
  /// - Parameters:
  ///   - record: The mapped type of the table.
  ///   - columns: The columns that get the values of the query. Other columns get their defaults.
  ///   - query: The query.
  ///   - algorithm: The action if a row breaks a constraint. If `nil`, the insert fails.
  public init<each Value: SQLValueConvertible>(
    into record: Record.Type, _ columns: repeat SQLColumn<each Value>, from query: SQLProjection<(repeat each Value)>,
    or algorithm: SQLConflictAlgorithm? = nil
  ) {
    var definitions: [SQLColumnDefinition] = []
    for column in repeat each columns { definitions.append(column.definition) }
    self.init(into: record, columns: definitions, from: query, or: algorithm)
  }

  /// Creates an insert from any query. The engine checks the number of its columns.
  ///
  /// - Parameters:
  ///   - record: The mapped type of the table.
  ///   - columns: The columns that get the values of the query. Other columns get their defaults.
  ///   - query: The query.
  ///   - algorithm: The action if a row breaks a constraint. If `nil`, the insert fails.
  public init(
    into record: Record.Type, columns: [SQLColumnDefinition], from query: some SQLFetchable,
    or algorithm: SQLConflictAlgorithm? = nil
  ) {
    self.columns = columns
    if let subquery = query as? any SQLSubquery {
      let reading = subquery.query.reading(subquery.resultForms, as: columns, isStored: true)
      self.query = { (context) throws(DatabaseError) in try reading.get().statement(for: context) }
    } else {
      self.query = { (context) throws(DatabaseError) in try query.statement(for: context) }
    }
    self.algorithm = algorithm
  }

  /// Renders the insert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    SQLStepMachine(isAtomicGroup: false, first: SQLStep(try statement(context), changesRows: true)) { $0.result }
  }

  func statement(_ context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    let table = table
    var names: [String] = []
    for column in columns {
      let column = try table.require(column)
      if column.generated != nil {
        throw DatabaseError(
          .invalidQuery, "an insert into \"\(table.name)\" gives a value to the generated column \"\(column.name)\"")
      }
      names.append(column.name)
    }
    guard !names.isEmpty else {
      throw DatabaseError(.invalidQuery, "an insert into \"\(table.name)\" from a query names no columns")
    }
    let verb = algorithm.map { "INSERT OR \($0.rawValue)" } ?? "INSERT"
    var text = SQLFragment(raw: "\(verb) INTO \(table.target) \(SQLTableDefinition.list(names)) ")
    text.append(try query(context))
    return text
  }
}

/// Inserts the rows of a query and returns values of each inserted row.
///
/// > Note: This needs an engine with RETURNING. On other engines, running the command throws `.unsupportedFeature`.
public struct SQLInsertSelectReturning<Record: SQLMapped, Row: Sendable>: SQLCommand {
  let insert: SQLInsertSelect<Record>
  let returning: SQLReturning<Row>

  /// Renders the insert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try context.require(.returning, for: "an insert into \"\(insert.table.name)\" from a query that returns rows")
    var statement = try insert.statement(context)
    statement.append(raw: " RETURNING ")
    statement.append(returning.columns)
    let decode = returning.decode
    let step = SQLStep<Row>(
      statement, changesRows: true, receive: { state, row in state.rows.append(try decode(&row)) })
    return SQLStepMachine(isAtomicGroup: false, first: step) { $0.rows }
  }
}

extension SQLInsertSelect {
  /// Returns the same insert, which also returns values of each inserted row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLInsertSelectReturning<Record, Row> {
    SQLInsertSelectReturning(insert: self, returning: returning)
  }
}
