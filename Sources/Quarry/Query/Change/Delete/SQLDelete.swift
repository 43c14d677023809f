/// Deletes the rows that a query chooses.
///
/// ```swift
/// SQLDelete(Album.where { $0.artistID == 7 })
/// SQLDelete(Album.all)                            // every row
/// ```
///
/// An order and a limit choose among the rows; engines without LIMIT for deletes get an equal subquery.
///
/// Source: <https://sqlite.org/lang_delete.html>.
public struct SQLDelete<Record: SQLMapped>: SQLCommand {
  private let select: SQLSyntax.Select

  init(_ select: SQLSyntax.Select) { self.select = select }

  /// Renders the delete.
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

/// Deletes the rows that a query chooses and gives back values of each, as they were.
///
/// The order of the rows is not defined. On an engine without RETURNING the rows are read first and then deleted; where
/// that would not be exact, the delete is refused.
public struct SQLDeleteReturning<Record: SQLMapped, Row: Sendable>: SQLCommand {
  let delete: SQLDelete<Record>
  let returning: SQLReturning<Row>

  /// Renders the delete.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try delete.statement(context).machine(for: context, returning: returning)
  }
}

extension SQLDelete where Record: SQLDecodable {
  /// Creates a delete of the rows that a query chooses; a query with joins or groups is refused when it runs.
  public init(_ query: SQLQuery<Record>) { self.init(query.select) }
}

extension SQLDelete {
  /// Returns the same delete, returning values of each deleted row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLDeleteReturning<Record, Row> {
    SQLDeleteReturning(delete: self, returning: returning)
  }

  /// Returns the same delete, returning one column of each deleted row.
  public func returning<Value: SQLValueConvertible>(
    _ column: SQLColumn<Value>
  ) -> SQLDeleteReturning<Record, Value> {
    SQLDeleteReturning(delete: self, returning: .column(column))
  }

  /// Returns the same delete, returning columns of each deleted row.
  public func returning<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLDeleteReturning<Record, (repeat each Value)> {
    SQLDeleteReturning(delete: self, returning: .columns(repeat each columns))
  }
}

extension SQLDelete where Record: SQLDecodable {
  /// Returns the same delete, returning the deleted records.
  public func returningRecords() -> SQLDeleteReturning<Record, Record> { returning(.records) }
}
