/// Reads tokens of SQL text, one after the other.
struct SQLTokenReader {
  /// The text that the tokens were cut from.
  let source: [UInt8]
  /// The remaining tokens.
  private(set) var rest: ArraySlice<SQLToken>

  init(_ text: String) {
    source = Array(text.utf8)
    rest = SQLTokens.all(in: text)[...]
  }

  init(source: [UInt8], tokens: ArraySlice<SQLToken>) {
    self.source = source
    rest = tokens
  }

  /// The next token, without taking it.
  var next: SQLToken? { rest.first }

  /// Whether nothing is left.
  var isAtEnd: Bool { rest.isEmpty }

  /// Takes the next token.
  @discardableResult
  mutating func take() -> SQLToken? { rest.popFirst() }

  /// Takes the words if all of them come next.
  mutating func take(_ words: String...) -> Bool {
    let candidates = rest.prefix(words.count)
    guard candidates.count == words.count, zip(candidates, words).allSatisfy({ $0.isWord($1) }) else { return false }
    rest = rest.dropFirst(words.count)
    return true
  }

  /// Takes the character if it comes next.
  mutating func take(symbol: String) -> Bool {
    guard let token = rest.first, token.isSymbol(symbol) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Takes a name if one comes next.
  mutating func takeName() -> String? {
    guard let name = rest.first?.name else { return nil }
    rest = rest.dropFirst()
    return name
  }

  /// Takes everything between a pair of parentheses, if one opens next.
  mutating func takeParenthesized() -> SQLTokenReader? {
    guard let first = rest.first, first.isSymbol("(") else { return nil }
    var depth = 0
    for (index, token) in zip(rest.indices, rest) {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0 {
        let inner = SQLTokenReader(source: source, tokens: rest[(rest.startIndex + 1)..<index])
        rest = rest[(index + 1)...]
        return inner
      }
    }
    return nil
  }

  /// Takes a list of names in parentheses, or returns an empty list if there is none.
  mutating func takeNames() -> [String] {
    guard let inner = takeParenthesized() else { return [] }
    return inner.split().compactMap { $0.next?.name }
  }

  /// The parts between the commas outside any parentheses.
  func split() -> [SQLTokenReader] {
    var parts: [SQLTokenReader] = []
    var depth = 0
    var start = rest.startIndex
    for (index, token) in zip(rest.indices, rest) {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0, token.isSymbol(",") {
        parts.append(SQLTokenReader(source: source, tokens: rest[start..<index]))
        start = index + 1
      }
    }
    if start < rest.endIndex { parts.append(SQLTokenReader(source: source, tokens: rest[start...])) }
    return parts
  }

  /// The bytes of the text that the rest takes.
  var range: Range<Int> {
    guard let first = rest.first, let last = rest.last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// The rest as written, including comments and blanks.
  var text: String { String(decoding: source[range], as: UTF8.self) }
}
