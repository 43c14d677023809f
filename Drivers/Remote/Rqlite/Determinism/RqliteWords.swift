internal import Quarry

/// Whether an expression can be one of some words that the date functions look for in their arguments.
///
/// SQLite uses the text, or the bytes, of a value up to a zero byte, and ignores the case of letters.
struct RqliteWords {
  /// Whether a value is one of the words.
  enum Judgement: Hashable {
    case never
    case always
    /// It depends on the data.
    case open
  }

  let tokens: RqliteTokens
  let edits: RqliteEdits
  /// The words, in lower case.
  let words: [String]

  /// Judges the expression of a range.
  func judge(_ whole: Range<Int>) -> Judgement {
    var range = whole
    while let first = range.first {
      if tokens[first]?.isSymbol("+") == true, range.count > 1 {
        range = first + 1..<range.upperBound
      } else if tokens[first]?.isSymbol("(") == true, tokens.partners[first] == range.upperBound - 1, range.count > 2,
        tokens[first + 1]?.isWord("SELECT") != true
      {
        range = first + 1..<range.upperBound - 1
      } else {
        break
      }
    }
    guard let first = range.first, let token = tokens[first] else { return .never }
    if range.count == 1 { return judge(token, at: first) }
    if isNumber(range) || isGuarded(range) { return .never }
    return beginsUnlike(range) ? .never : .open
  }

  private func judge(_ token: SQLToken, at index: Int) -> Judgement {
    switch token.kind {
    case .number: return .never
    case .text: return judge(Array((token.name ?? "").utf8))
    case .blob: return .open
    case .parameter:
      switch edits.value(at: index) {
      case .text(let text): return judge(Array(text.utf8))
      case .blob(let bytes): return judge(bytes)
      default: return .never
      }
    case .word:
      return ["NULL", "TRUE", "FALSE", "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"].contains {
        token.isWord($0)
      } ? .never : .open
    case .quotedIdentifier, .symbol, .illegal, .blank, .comment: return .open
    }
  }

  private func judge(_ bytes: [UInt8]) -> Judgement {
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).lowercased()
    return words.contains(text) ? .always : .never
  }

  /// Whether the value is a number, or a text that begins as one.
  private func isNumber(_ range: Range<Int>) -> Bool {
    let first = range.lowerBound
    if let name = tokens[first]?.name?.lowercased(), tokens.partners[first + 1] == range.upperBound - 1 {
      if tokens[first]?.isWord("CAST") == true { return isCastToNumber(first + 2..<range.upperBound - 1) }
      if tokens.isCall(at: first), RqliteFunctions.numbers.contains(name) { return true }
    }
    let own = range.filter { tokens.enclosing[$0].count == tokens.enclosing[first].count }
    // Only operators between operands, none of which is a keyword of its own.
    let keywords = RqliteFunctions.wordsBeforeExpressions.union(["END", "IS", "NULL"])
    for index in own {
      guard let token = tokens[index] else { return false }
      if token.kind == .word, keywords.contains(token.spelling.uppercased()), !token.isWord("CAST") { return false }
    }
    return own.contains { index in
      guard let token = tokens[index], token.kind == .symbol else { return false }
      let next = tokens[index + 1]
      switch token.spelling {
      // JSON's arrows take a part out of a text.
      case "-": return next?.isSymbol(">") != true
      case ">": return tokens[index - 1]?.isSymbol("-") != true && tokens[index - 1]?.isSymbol(">") != true
      case "*", "/", "%", "&", "~", "<": return true
      case "+": return index > range.lowerBound
      default: return false
      }
    }
  }

  private func isCastToNumber(_ range: Range<Int>) -> Bool {
    let depth = tokens.enclosing[range.lowerBound].count
    guard let word = range.last(where: { tokens[$0]?.isWord("AS") == true && tokens.enclosing[$0].count == depth })
    else { return false }
    let type = range[(word + 1)...].compactMap { tokens[$0]?.name }.joined(separator: " ").lowercased()
    if type.contains("int") { return true }
    if ["char", "clob", "text", "blob"].contains(where: type.contains) || type.isEmpty { return false }
    return true
  }

  /// Whether it is `CASE WHEN x GLOB '[0-9]*' THEN x END`, with a pattern whose first character isn't a letter.
  private func isGuarded(_ range: Range<Int>) -> Bool {
    guard let first = range.first, tokens[first]?.isWord("CASE") == true, tokens[first + 1]?.isWord("WHEN") == true,
      tokens[range.upperBound - 1]?.isWord("END") == true,
      let glob = range.first(where: { tokens[$0]?.isWord("GLOB") == true }),
      let pattern = tokens[glob + 1], pattern.kind == .text, tokens[glob + 2]?.isWord("THEN") == true
    else { return false }
    let subject = first + 2..<glob
    let outcome = glob + 3..<range.upperBound - 1
    guard !subject.isEmpty, subject.count == outcome.count,
      zip(subject, outcome).allSatisfy({ tokens[$0]?.spelling == tokens[$1]?.spelling })
    else { return false }
    let text = pattern.name ?? ""
    if let digit = text.utf8.first, (48...57).contains(digit) { return true }
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return false }
    let set = text[text.index(after: text.startIndex)..<end]
    return !set.isEmpty && set.utf8.allSatisfy { (48...57).contains($0) || $0 == 43 || $0 == 45 }
  }

  /// Whether it is a concatenation that begins with a text with which no word begins.
  private func beginsUnlike(_ range: Range<Int>) -> Bool {
    guard let first = tokens[range.lowerBound], first.kind == .text, let text = first.name?.lowercased(), !text.isEmpty,
      !text.utf8.contains(0), tokens[range.lowerBound + 1]?.isSymbol("|") == true,
      tokens[range.lowerBound + 2]?.isSymbol("|") == true
    else { return false }
    let depth = tokens.enclosing[range.lowerBound].count
    let isConcatenation = range.filter { tokens.enclosing[$0].count == depth }.allSatisfy { index in
      guard let token = tokens[index] else { return false }
      switch token.kind {
      case .symbol: return ["|", "(", ")", "."].contains(token.spelling)
      case .word: return !RqliteFunctions.wordsBeforeExpressions.contains(token.spelling.uppercased())
      default: return true
      }
    }
    return isConcatenation && !words.contains { $0.hasPrefix(text) }
  }
}
