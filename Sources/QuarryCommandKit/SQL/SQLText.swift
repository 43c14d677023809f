#if Command
internal import Quarry

/// The source of SQL text.
enum SQLTextSource: Sendable {
  case text(String)
  /// Standard input, read as it comes.
  case input(@Sendable () throws -> [UInt8])
}

/// SQL text that is read statement by statement.
struct SQLText {
  /// One statement, or a part that looks like one.
  struct Statement {
    /// The text, or `nil` if it is not UTF-8.
    var sql: String?
    /// The line on which it begins, from 1.
    var line: Int
  }

  private let source: SQLTextSource
  private let buffered: BufferedOutput
  private var reader = SQLStatementReader()
  private var isAtEnd = false

  init(source: SQLTextSource, buffered: BufferedOutput) {
    self.source = source
    self.buffered = buffered
  }

  /// Returns the next statement, or `nil` at the end of the text.
  ///
  /// Earlier output is shown before waiting for standard input.
  mutating func next() throws -> Statement? {
    while true {
      if let statement = reader.next() { return Statement(sql: statement.sql, line: statement.lineBreaks + 1) }
      guard !isAtEnd else { return nil }
      switch source {
      case .text(let text):
        reader.append(text.utf8)
        isAtEnd = true
      case .input(let read):
        buffered.flush()
        let part = try read()
        try Task.checkCancellation()
        if part.isEmpty { isAtEnd = true } else { reader.append(part) }
      }
      if isAtEnd { reader.finish() }
    }
  }
}
#endif
