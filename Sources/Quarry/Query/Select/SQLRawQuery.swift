/// SQL text whose rows become values of a Swift type.
///
/// ```swift
/// let query: SQLFragment = "SELECT * FROM Album WHERE Year > \(1990)"
/// query.as(Album.self)             // records; columns are found by name
/// query.values(Int.self, String.self)   // tuples; columns are taken in order
/// query.rows                       // SQLRow, for columns that are known at run time only
/// ```
///
/// The text is the program's own and goes to the engine as it is; interpolated values are bound.
public struct SQLRawQuery<Row: Sendable>: SQLFetchable {
  let fragment: SQLFragment
  /// Whether running the text changes nothing, so that it may use a reader.
  public let isReadOnly: Bool
  let reader: @Sendable (inout SQLRowDecoder) throws -> Row
  let batchReader: (@Sendable (SQLRowBatch, inout [Row]) throws -> Void)?

  init(
    _ fragment: SQLFragment, isReadOnly: Bool?, reader: @escaping @Sendable (inout SQLRowDecoder) throws -> Row,
    batchReader: (@Sendable (SQLRowBatch, inout [Row]) throws -> Void)? = nil
  ) {
    self.fragment = fragment
    self.isReadOnly = isReadOnly ?? fragment.looksReadOnly
    self.reader = reader
    self.batchReader = batchReader
  }

  /// The text with its values.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if let error = fragment.conversionError { throw .unstorable(SQLFragment.self, error) }
    return fragment
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

  /// Whether the statement, to judge by its words, changes nothing.
  var looksReadOnly: Bool {
    let words = sql.lowercased().split { !$0.isLetter && $0 != "_" && $0 != "=" }
    switch words.first {
    case "select", "values", "explain": return true
    case "with": return !words.contains { ["insert", "update", "delete", "replace"].contains($0) }
    case "pragma": return !sql.contains("=")
    default: return false
    }
  }
}
