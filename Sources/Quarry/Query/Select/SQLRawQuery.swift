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
  private(set) var features: [Feature] = []

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
  public func requiring(_ features: Feature...) -> Self { requiring(features) }

  /// The same query, refused by type where the engine lacks one of these features.
  public func requiring(_ features: [Feature]) -> Self {
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

  /// Whether the statement, to judge by its words, may run on a connection that only reads.
  ///
  /// A statement that explains a change counts as one that makes it
  /// (<https://sqlite.org/c3ref/stmt_readonly.html>), and so do some PRAGMAs that may change the file without a value.
  var looksReadOnly: Bool {
    // Most texts tell with their first word; a long one is not read to its end for that.
    var words = SQLWords(sql.utf8.prefix(80))
    var first = words.next()
    if first == "explain" {
      first = words.next()
      if first == "query" {
        _ = words.next()
        first = words.next()
      }
    }
    switch first {
    case "select", "values": return true
    case "with": return !SQLWords(sql.utf8[...]).contains { ["insert", "update", "delete", "replace"].contains($0) }
    case "pragma": return pragmaLooksReadOnly(Array(words))
    default: return false
    }
  }

  private func pragmaLooksReadOnly(_ words: [String]) -> Bool {
    if sql.contains("=") || words.contains(where: Self.changingPragmas.contains) { return false }
    return !sql.contains("(") || words.contains(where: Self.askingPragmas.contains)
  }

  /// PRAGMAs that take what they ask about in parentheses, where all others take a new value.
  private static let askingPragmas: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check",
    "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// PRAGMAs that the engine does not count as reading even where they only tell a value.
  private static let changingPragmas: Set<String> = [
    "incremental_vacuum", "journal_mode", "optimize", "wal_checkpoint",
  ]
}

/// The words of a text in small letters, one after the other.
private struct SQLWords: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View

  init(_ text: Substring.UTF8View) { rest = text }

  mutating func next() -> String? {
    rest = rest.drop { SQLWords.letter($0) == nil }
    guard !rest.isEmpty else { return nil }
    var word: [UInt8] = []
    var end = rest.startIndex
    while end < rest.endIndex, let letter = SQLWords.letter(rest[end]) {
      word.append(letter)
      end = rest.index(after: end)
    }
    rest = rest[end...]
    return String(decoding: word, as: UTF8.self)
  }

  /// The small letter of a byte that belongs to a word.
  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "="), 0x80...: byte
    default: nil
    }
  }
}
