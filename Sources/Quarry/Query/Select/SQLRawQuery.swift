/// A query from SQL text whose rows become values of a Swift type.
///
/// ```swift
/// let query: SQLFragment = "SELECT * FROM Album WHERE Year > \(1990)"
/// query.as(Album.self)             // records; columns are found by name
/// query.values(Int.self, String.self)   // tuples; columns are taken in order
/// query.rows()                     // SQLRow, for columns that are known at run time only
/// ```
///
/// The text goes to the engine unchanged. Interpolated values are bound.
public struct SQLRawQuery<Row: Sendable>: SQLFetchable {
  let fragment: SQLFragment
  /// Whether the statement only reads, so that it may use a reader.
  public let isReadOnly: Bool
  let reader: @Sendable (inout SQLRowDecoder) throws -> Row
  let batchReader: (@Sendable (SQLRowBatch, inout [Row]) throws -> Void)?
  private(set) var features: [SQLFeature] = []

  init(
    _ fragment: SQLFragment, isReadOnly: Bool?, reader: @escaping @Sendable (inout SQLRowDecoder) throws -> Row,
    batchReader: (@Sendable (SQLRowBatch, inout [Row]) throws -> Void)? = nil
  ) {
    self.fragment = fragment
    self.isReadOnly = isReadOnly ?? SQLStatementKind.isReadOnly(fragment.sql)
    self.reader = reader
    self.batchReader = batchReader
  }

  /// Returns the text with its values.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if let error = fragment.conversionError { throw .unstorable(SQLFragment.self, error) }
    for feature in features { try context.require(feature, for: "the SQL text") }
    return fragment
  }

  /// Returns the same query, which throws on an engine that lacks a feature of its text.
  ///
  /// SQL text goes to the engine unchanged. Without this requirement, an older engine reports a syntax error, or
  /// silently returns other rows.
  ///
  /// - Parameter features: The features that the text needs.
  /// - Returns: A query that throws ``DatabaseError`` with code `.unsupportedFeature` before any SQL is sent to an
  ///   engine without a feature. The error names the feature.
  public func requiring(_ features: SQLFeature...) -> Self { requiring(features) }

  /// Returns the same query, which throws on an engine that lacks a feature of its text.
  ///
  /// - Parameter features: The features that the text needs.
  public func requiring(_ features: [SQLFeature]) -> Self {
    var copy = self
    copy.features += features
    return copy
  }

  /// Reads one row, its columns in order.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  public func decode(_ row: inout SQLRowDecoder) throws -> Row { try reader(&row) }

  /// Reads all rows of a batch.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row doesn't fit
  ///   the type.
  public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    if let batchReader { try batchReader(batch, &rows) } else { try batch.decodeRows(into: &rows, reader) }
  }
}

extension SQLFragment {
  /// Returns a query that reads the rows of the statement as records. Columns are found by name; other columns are
  /// ignored.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - readOnly: Whether the statement only reads. If `nil`, Quarry decides from the statement's text.
  public func `as`<Record: SQLDecodable>(_ type: Record.Type, readOnly: Bool? = nil) -> SQLRawQuery<Record> {
    SQLRawQuery(
      self, isReadOnly: readOnly, reader: { try $0.decode(Record.self) },
      batchReader: { batch, rows in try batch.decodeRecords(Record.self, into: &rows) })
  }

  /// Returns a query that decodes the rows of the statement as a `Decodable` type, whose coding keys name columns.
  ///
  /// ```swift
  /// struct Summary: Decodable { var artist: String, albums: Int }
  /// let query: SQLFragment = "SELECT Name AS artist, count(*) AS albums FROM Artist JOIN Album USING (ArtistId) GROUP BY 1"
  /// let summaries = try await database.fetchAll(query.decoded(as: Summary.self))
  /// ```
  ///
  /// Columns without a key are ignored. A nested type is read from JSON text. A single value, such as an `Int` or an
  /// enumeration, is read from a result with one column.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - naming: How coding keys and columns correspond.
  ///   - readOnly: Whether the statement only reads. If `nil`, Quarry decides from the statement's text.
  /// - Returns: The query. Reading it throws ``DatabaseError`` with code `.unknownColumn`, `.unexpectedNull` or
  ///   `.decoding` if the columns don't fit the type.
  public func decoded<Value: Decodable & Sendable>(
    as type: Value.Type, naming: SQLColumnNaming = .identical, readOnly: Bool? = nil
  ) -> SQLRawQuery<Value> {
    SQLRawQuery(
      self, isReadOnly: readOnly,
      reader: { try ResultDecoder<Value>(columns: [], naming: naming).decode($0) },
      batchReader: { batch, rows in
        let decoder = ResultDecoder<Value>(columns: batch.columns.map(\.name), naming: naming)
        try batch.decodeRows(into: &rows) { try decoder.decode($0) }
      })
  }

  /// Returns a query that reads the first columns of the statement, in order.
  ///
  /// - Parameters:
  ///   - types: The types of the columns.
  ///   - readOnly: Whether the statement only reads. If `nil`, Quarry decides from the statement's text.
  public func values<each Value: SQLValueConvertible>(
    _ types: repeat (each Value).Type, readOnly: Bool? = nil
  ) -> SQLRawQuery<(repeat each Value)> {
    SQLRawQuery(self, isReadOnly: readOnly) { row in
      (repeat try row.decode((each Value).self, coding: nil))
    }
  }

  /// Returns a query that reads rows of named values, for columns that are known only at run time.
  ///
  /// - Parameter readOnly: Whether the statement only reads. If `nil`, Quarry decides from the statement's text.
  public func rows(readOnly: Bool? = nil) -> SQLRawQuery<SQLRow> {
    SQLRawQuery(
      self, isReadOnly: readOnly,
      reader: { row in SQLRow(columns: SQLRow.Columns([]), values: try row.remainingValues()) },
      batchReader: { batch, rows in try batch.decodeDynamicRows(into: &rows) })
  }
}
