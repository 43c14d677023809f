/// Reads SQL text that arrives in parts, statement by statement. It needs memory for one statement and one part.
package struct SQLStatementReader: Sendable {
  /// One statement of the text.
  package struct Statement: Sendable {
    /// The text, from the first token to the semicolon; `nil` if it isn't UTF-8.
    package var sql: String?
    /// The number of line breaks before it.
    package var lineBreaks: Int
  }

  private var buffer: [UInt8] = []
  private var scanner = SQLStatementScanner()
  private var isWhole = false

  /// Creates a reader without any text.
  package init() {}

  /// Whether neither a statement nor a comment is open at the end of the text so far.
  package var isBetweenStatements: Bool { scanner.isBetweenStatements }

  /// Adds the next part of the text.
  package mutating func append(_ part: some Collection<UInt8>) {
    let used = min(scanner.start ?? scanner.position, buffer.count)
    if used > 0 {
      buffer.removeFirst(used)
      scanner.drop(used)
    }
    buffer.append(contentsOf: part)
  }

  /// Marks the end of the text.
  package mutating func finish() { isWhole = true }

  /// Returns the next statement, or `nil` if it needs more text or there is none.
  package mutating func next() -> Statement? {
    let isWhole = isWhole
    let found = buffer.withUnsafeBufferPointer { bytes -> Statement? in
      guard let range = scanner.next(in: bytes, isWhole: isWhole) else { return nil }
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      return Statement(sql: String(validating: text, as: UTF8.self), lineBreaks: scanner.lineBreaksBeforeStart)
    }
    return found
  }
}
