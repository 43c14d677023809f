/// Deletes the rows that a query selects.
///
/// ```swift
/// SQLDelete(Album.where { $0.artistID == 7 })
/// SQLDelete(Album.all)                            // every row
/// ```
///
/// If the query has an order and a limit, only those rows are deleted. On engines without LIMIT for DELETE, Quarry
/// uses an equivalent subquery.
///
/// Source: <https://sqlite.org/lang_delete.html>.
public struct SQLDelete<Record: SQLMapped>: SQLCommand {
  private let select: SQLSyntax.Select

  init(_ select: SQLSyntax.Select) { self.select = select }

  /// Renders the delete.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    try statement(context).machine(for: context)
  }

  func statement(_ context: SQLGenerationContext) throws(DatabaseError) -> SQLDeleteStatement {
    let table = try SQLChangeRendering.table(of: select, "a delete")
    let parts = try SQLChangeRendering(select, purpose: "a delete from \"\(table.name)\"", context: context)
    return SQLDeleteStatement(table: table, condition: parts.condition, limit: parts.limit, prefix: parts.prefix)
  }
}

/// Deletes the rows that a query selects and returns their values from before the delete.
///
/// The order of the rows is undefined. On an engine without RETURNING, Quarry reads the rows first and then deletes
/// them. If that wouldn't be exact, running the delete throws `.unsupportedFeature`.
public struct SQLDeleteReturning<Record: SQLMapped, Row: Sendable>: SQLCommand {
  let delete: SQLDelete<Record>
  let returning: SQLReturning<Row>

  /// Renders the delete.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try delete.statement(context).machine(for: context, returning: returning)
  }
}

extension SQLDelete where Record: SQLDecodable {
  /// Creates a delete of the rows that a query selects.
  ///
  /// A query with joins or groups throws `.invalidQuery` when the delete runs.
  public init(_ query: SQLQuery<Record>) { self.init(query.select) }
}

extension SQLDelete {
  /// Returns the same delete, which also returns values of each deleted row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLDeleteReturning<Record, Row> {
    SQLDeleteReturning(delete: self, returning: returning)
  }

  /// Returns the same delete, which also returns one column of each deleted row.
  public func returning<Value: SQLValueConvertible>(
    _ column: SQLColumn<Value>
  ) -> SQLDeleteReturning<Record, Value> {
    SQLDeleteReturning(delete: self, returning: .column(column))
  }

  /// Returns the same delete, which also returns columns of each deleted row.
  public func returning<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLDeleteReturning<Record, (repeat each Value)> {
    SQLDeleteReturning(delete: self, returning: .columns(repeat each columns))
  }
}

extension SQLDelete where Record: SQLDecodable {
  /// Returns the same delete, which also returns the deleted records.
  public func returningRecords() -> SQLDeleteReturning<Record, Record> { returning(.records) }
}
