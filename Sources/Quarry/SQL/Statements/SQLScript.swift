/// The statements of an SQL text, found without an engine.
///
/// Semicolons in strings, quoted identifiers, comments and the bodies of triggers don't end a statement.
///
/// Source: the rules of <https://sqlite.org/c3ref/complete.html>.
public struct SQLScript: Sequence {
  private let bytes: [UInt8]

  /// Creates a script from its text.
  public init(_ sql: String) { bytes = Array(sql.utf8) }

  /// One statement of a script.
  public struct Statement: Sendable, Hashable {
    /// The text, from the first token to the semicolon.
    public var sql: String
    /// The byte offset of the text in the script.
    public var offset: Int
    /// The number of the statement, from 0.
    public var index: Int
  }

  /// Iterates over the statements. White space, comments and lone semicolons aren't statements.
  public struct Iterator: IteratorProtocol {
    private let bytes: [UInt8]
    private var scanner = SQLStatementScanner()
    private var index = 0

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next statement, or `nil` at the end.
    public mutating func next() -> Statement? {
      let range = bytes.withUnsafeBufferPointer { scanner.next(in: $0, isWhole: true) }
      guard let range else { return nil }
      defer { index += 1 }
      return Statement(sql: String(decoding: bytes[range], as: UTF8.self), offset: range.lowerBound, index: index)
    }
  }

  /// Returns an iterator over the statements.
  public func makeIterator() -> Iterator { Iterator(bytes) }
}
