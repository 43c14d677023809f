/// A query that yields rows of one Swift type: a select of any shape, or SQL text with a row type.
///
/// The query is a value. It is rendered for the engine of the connection that runs it.
public protocol SQLFetchable<Row>: Sendable {
  /// The type of a row.
  associatedtype Row: Sendable

  /// Whether the query only reads, so that it can run on a reader.
  var isReadOnly: Bool { get }

  /// Renders the query as one statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` or `.invalidQuery`, before any SQL is sent.
  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment

  /// Renders a statement that counts the rows of the query. It has one row with one column.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` or `.invalidQuery`, before any SQL is sent.
  func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment

  /// Renders a statement for the first row of the query only.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` or `.invalidQuery`, before any SQL is sent.
  func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment

  /// Reads one row.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row can't be read.
  func decode(_ row: inout SQLRowDecoder) throws -> Row

  /// Reads all rows of a batch and appends them. The default implementation reads them one by one.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row can't be read.
  func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws

  /// Reads the only row of a batch. The default implementation calls ``decodeRows(_:into:)``.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row can't be read.
  func decodeOnlyRow(_ batch: SQLRowBatch) throws -> Row?
}

extension SQLFetchable {
  /// Reads the rows one by one.
  ///
  /// - Throws: The error of ``decode(_:)``.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    try batch.decodeRows(into: &rows) { try decode(&$0) }
  }

  /// Reads the only row as the first one of all.
  ///
  /// - Throws: The error of ``decodeRows(_:into:)``.
  @inlinable public func decodeOnlyRow(_ batch: SQLRowBatch) throws -> Row? {
    var rows: [Row] = []
    try decodeRows(batch, into: &rows)
    return rows.first
  }

  /// `true`: a query only reads, unless its type says otherwise.
  public var isReadOnly: Bool { true }

  /// Renders the query itself. Queries that can add `LIMIT 1` do so in their own implementation.
  ///
  /// - Throws: The error of ``statement(for:)``.
  @inlinable public func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try statement(for: context)
  }

  /// Renders a statement that counts the rows of the query as a subquery.
  ///
  /// - Throws: The error of ``statement(for:)``.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    var fragment = SQLFragment(raw: "SELECT count(*) FROM (")
    fragment.append(try statement(for: context))
    fragment.append(raw: ")")
    return fragment
  }
}
