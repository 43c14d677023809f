/// A query that yields rows of one Swift type: a select of any shape, or SQL text with a row type.
///
/// The query is a value. It is rendered for the engine of the connection that runs it.
public protocol SQLFetchable<Row>: Sendable {
  /// What each row becomes.
  associatedtype Row: Sendable

  /// Whether running the query changes nothing, so that it may use a reader.
  var isReadOnly: Bool { get }

  /// Renders the query as one statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` or `.invalidQuery`, before any SQL is sent.
  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment

  /// Renders a statement of one column and one row: the number of rows that the query would yield.
  func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment

  /// Renders the query for its first row only.
  func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment

  /// Reads one row.
  func decode(_ row: inout SQLRowDecoder) throws -> Row

  /// Reads all rows of a batch and appends them. The default reads them one by one.
  func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws
}

extension SQLFetchable {
  /// Reads the rows one by one.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    try batch.decodeRows(into: &rows) { try decode(&$0) }
  }

  /// Selects change nothing.
  public var isReadOnly: Bool { true }

  /// The query itself; a query that knows how adds `LIMIT 1`.
  public func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try statement(for: context)
  }

  /// Counts the rows of the query as a subquery.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    var fragment = SQLFragment(raw: "SELECT count(*) FROM (")
    fragment.append(try statement(for: context))
    fragment.append(raw: ")")
    return fragment
  }
}
