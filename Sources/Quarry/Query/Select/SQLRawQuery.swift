/// SQL text whose rows become values of a Swift type.
///
/// ```swift
/// let query: SQLFragment = "SELECT * FROM Album WHERE Year > \(1990)"
/// query.as(Album.self)             // records; columns are found by name
/// query.values(Int.self, String.self)   // tuples; columns are taken in order
/// query.rows()                     // SQLRow, for columns that are known at run time only
/// ```
///
/// The text is the program's own and goes to the engine as it is; interpolated values are bound.
public struct SQLRawQuery<Row: Sendable>: SQLFetchable {
  let fragment: SQLFragment
  /// Whether running the text changes nothing, so that it may use a reader.
  public let isReadOnly: Bool
  let reader: @Sendable (inout SQLRowDecoder) throws -> Row
  let batchReader: (@Sendable (SQLRowBatch, inout [Row]) throws -> Void)?
  private(set) var features: [SQLFeature] = []

  init(
    _ fragment: SQLFragment, isReadOnly: Bool?, reader: @escaping @Sendable (inout SQLRowDecoder) throws -> Row,
    batchReader: (@Sendable (SQLRowBatch, inout [Row]) throws -> Void)? = nil
  ) {
    self.fragment = fragment
    self.isReadOnly = isReadOnly ?? SQLStatementKind(fragment.sql).isReadOnly
    self.reader = reader
    self.batchReader = batchReader
  }

  /// The text with its values.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if let error = fragment.conversionError { throw .unstorable(SQLFragment.self, error) }
    for feature in features { try context.require(feature, for: "the SQL text") }
    return fragment
  }

  /// The same query, refused by type where the engine lacks a feature that its text uses.
  ///
  /// SQL text goes to the engine as it is: without this, an engine that lacks the feature answers a syntax error or,
  /// for features that older engines ignore silently, other rows.
  ///
  /// - Returns: a query that throws ``DatabaseError`` with code `.unsupportedFeature`, naming the feature, before any
  ///   SQL is sent to an engine without it.
  public func requiring(_ features: SQLFeature...) -> Self { requiring(features) }

  /// The same query, refused by type where the engine lacks one of these features.
  public func requiring(_ features: [SQLFeature]) -> Self {
    var copy = self
    copy.features += features
    return copy
  }

  /// Reads one row, its columns in order.
  public func decode(_ row: inout SQLRowDecoder) throws -> Row { try reader(&row) }

  /// Reads all rows of a batch.
  public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    if let batchReader { try batchReader(batch, &rows) } else { try batch.decodeRows(into: &rows, reader) }
  }
}

extension SQLFragment {
  /// The statement with its rows as records. The columns are found by name; others are ignored.
  ///
  /// - Parameters:
  ///   - type: the type of the records.
  ///   - readOnly: whether running the statement changes nothing; by default told by its first word.
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

  /// The statement with its first columns as values, in order.
  public func values<each Value: SQLValueConvertible>(
    _ types: repeat (each Value).Type, readOnly: Bool? = nil
  ) -> SQLRawQuery<(repeat each Value)> {
    SQLRawQuery(self, isReadOnly: readOnly) { row in
      (repeat try row.decode((each Value).self, coding: nil))
    }
  }

  /// The statement with rows of values under their names, for columns that are known at run time only.
  public func rows(readOnly: Bool? = nil) -> SQLRawQuery<SQLRow> {
    SQLRawQuery(
      self, isReadOnly: readOnly,
      reader: { row in SQLRow(columns: SQLRow.Columns([]), values: try row.remainingValues()) },
      batchReader: { batch, rows in try batch.decodeDynamicRows(into: &rows) })
  }
}
