#if Command
internal import Quarry

/// What was typed, line by line, and the statements in it.
struct ShellInput {
  /// A complete statement.
  struct Statement: Sendable, Hashable {
    var sql: String
    /// The line on which it begins, from 1.
    var line: Int
  }

  private var reader = SQLStatementReader()
  /// The lines since the last complete statement.
  private(set) var text = ""

  /// Whether no statement and no comment is open.
  var isEmpty: Bool { reader.isBetweenStatements }

  /// Counts a line that is no SQL.
  mutating func skipLine() {
    reader.append(CollectionOfOne(UInt8(ascii: "\n")))
    _ = reader.next()
  }

  /// Takes a line. Returns the statements that it completes.
  mutating func take(_ line: String) -> [Statement] {
    text += line + "\n"
    reader.append((line + "\n").utf8)
    return statements()
  }

  /// Ends the text. Returns the statement that has no semicolon, if there is one.
  mutating func finish() -> [Statement] {
    reader.finish()
    return statements()
  }

  private mutating func statements() -> [Statement] {
    var found: [Statement] = []
    while let statement = reader.next() {
      guard let sql = statement.sql else { continue }
      found.append(Statement(sql: sql, line: statement.lineBreaks + 1))
    }
    if reader.isBetweenStatements { text = "" }
    return found
  }
}
#endif
