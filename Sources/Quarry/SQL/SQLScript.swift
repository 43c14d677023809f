/// Splits SQL text into its statements, without an engine.
///
/// Semicolons inside strings, quoted identifiers, comments and the bodies of triggers do not split.
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

  /// Walks over the statements. Blanks, comments and lone semicolons are no statements.
  public struct Iterator: IteratorProtocol {
    private var scanner: SQLScriptScanner
    private var index = 0

    fileprivate init(_ bytes: [UInt8]) { scanner = SQLScriptScanner(bytes: bytes) }

    /// The next statement, or nil at the end.
    public mutating func next() -> Statement? {
      guard let range = scanner.nextStatement() else { return nil }
      defer { index += 1 }
      return Statement(
        sql: String(decoding: scanner.bytes[range], as: UTF8.self), offset: range.lowerBound, index: index)
    }
  }

  /// An iterator over the statements.
  public func makeIterator() -> Iterator { Iterator(bytes) }
}

/// Finds where statements end: a scanner over tokens with the few states that triggers need.
private struct SQLScriptScanner {
  let bytes: [UInt8]
  var position = 0

  private enum State {
    /// Before the first token.
    case start
    /// After EXPLAIN or CREATE, where TRIGGER may follow.
    case explain, create
    /// In a statement that is no trigger.
    case plain
    /// In a trigger; after a semicolon in it; after END behind that semicolon.
    case trigger, triggerSemicolon, triggerEnd
  }

  /// The range of the next statement, its semicolon included.
  mutating func nextStatement() -> Range<Int>? {
    var state = State.start
    var start: Int?
    while let token = nextToken() {
      switch token {
      case .blank: continue
      case .semicolon:
        switch state {
        case .start: continue
        case .explain, .create, .plain, .triggerEnd: return (start ?? position)..<position
        case .trigger, .triggerSemicolon: state = .triggerSemicolon
        }
      case .word(let range):
        if start == nil { start = range.lowerBound }
        state = after(word: range, in: state)
      case .other(let range):
        if start == nil { start = range.lowerBound }
        state = afterOther(in: state)
      }
    }
    return start.map { $0..<bytes.count }
  }

  private func after(word: Range<Int>, in state: State) -> State {
    switch state {
    case .start:
      if matches(word, "explain") { return .explain }
      return matches(word, "create") ? .create : .plain
    case .explain:
      if matches(word, "create") { return .create }
      return matches(word, "query") || matches(word, "plan") ? .explain : .plain
    case .create:
      if matches(word, "temp") || matches(word, "temporary") { return .create }
      return matches(word, "trigger") ? .trigger : .plain
    case .triggerSemicolon: return matches(word, "end") ? .triggerEnd : .trigger
    case .triggerEnd, .trigger: return .trigger
    case .plain: return .plain
    }
  }

  private func afterOther(in state: State) -> State {
    switch state {
    case .trigger, .triggerSemicolon, .triggerEnd: .trigger
    default: .plain
    }
  }

  private func matches(_ range: Range<Int>, _ word: String) -> Bool {
    range.count == word.utf8.count
      && zip(bytes[range], word.utf8).allSatisfy { ((65...90).contains($0) ? $0 + 32 : $0) == $1 }
  }

  private enum Token {
    case blank
    case semicolon
    case word(Range<Int>)
    case other(Range<Int>)
  }

  private mutating func nextToken() -> Token? {
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[position]
    position += 1
    switch byte {
    case 0x20, 0x09...0x0D: return .blank
    case UInt8(ascii: ";"): return .semicolon
    case UInt8(ascii: "-") where peek == UInt8(ascii: "-"):
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      return .blank
    case UInt8(ascii: "/") where peek == UInt8(ascii: "*"):
      position += 1
      skipBlockComment()
      return .blank
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      skipQuoted(byte)
      return .other(start..<position)
    case UInt8(ascii: "["):
      while position < bytes.count, bytes[position] != UInt8(ascii: "]") { position += 1 }
      position = min(position + 1, bytes.count)
      return .other(start..<position)
    default:
      guard isWord(byte) else { return .other(start..<position) }
      while position < bytes.count, isWord(bytes[position]) { position += 1 }
      return .word(start..<position)
    }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlockComment() {
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*") && bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    position = bytes.count
  }

  private mutating func skipQuoted(_ mark: UInt8) {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == mark else { continue }
      if peek == mark { position += 1 } else { return }
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
  }
}
