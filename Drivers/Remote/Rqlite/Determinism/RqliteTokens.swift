internal import Quarry

/// The tokens of a statement, with their parentheses and clauses.
struct RqliteTokens {
  let tokens: [SQLToken]
  /// The index of each closing parenthesis, by that of the opening one.
  private(set) var partners: [Int: Int] = [:]
  /// The indexes of the parentheses around a token, the outermost first.
  private(set) var enclosing: [[Int]] = []
  /// The first word of a token's clause, on its level of parentheses.
  private(set) var clauses: [String] = []

  private static let beginnings: Set<String> = [
    "SELECT", "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "VALUES", "SET", "RETURNING",
  ]

  init(_ tokens: [SQLToken]) {
    self.tokens = tokens
    var open: [Int] = []
    var current = [""]
    for (index, token) in tokens.enumerated() {
      if token.isSymbol(")"), let opening = open.popLast() {
        partners[opening] = index
        current.removeLast()
      }
      if token.isSymbol(";") { current[current.count - 1] = "" }
      if token.kind == .word {
        let word = token.spelling.uppercased()
        let isComparison = word == "FROM" && index > 0 && tokens[index - 1].isWord("DISTINCT")
        if Self.beginnings.contains(word), !isComparison { current[current.count - 1] = word }
      }
      enclosing.append(open)
      clauses.append(current[current.count - 1])
      if token.isSymbol("(") {
        open.append(index)
        current.append("")
      }
    }
  }

  /// The token at an index; `nil` outside.
  subscript(index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// The parts between the commas of a range, outside inner parentheses.
  func split(_ range: Range<Int>) -> [Range<Int>] {
    guard let first = range.first else { return [] }
    let depth = enclosing[first].count
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where tokens[index].isSymbol(",") && enclosing[index].count == depth {
      parts.append(start..<index)
      start = index + 1
    }
    parts.append(start..<range.upperBound)
    return parts
  }

  /// The arguments of the call whose name is at an index.
  func arguments(ofCallAt index: Int) -> [Range<Int>] {
    guard let end = partners[index + 1], end > index + 2 else { return [] }
    return split(index + 2..<end)
  }

  /// Whether the token before an index, or before the schema's name there, is one of the words.
  func follows(_ words: [String], at index: Int) -> Bool {
    let before = self[index - 1]?.isSymbol(".") == true ? index - 3 : index - 1
    guard let token = self[before] else { return false }
    return words.contains { token.isWord($0) }
  }

  /// Whether a name is that of a table to read.
  func isTable(at index: Int) -> Bool {
    if follows(["FROM", "JOIN", "IN", "UPDATE"], at: index) { return true }
    let before = self[index - 1]?.isSymbol(".") == true ? index - 3 : index - 1
    return clauses[index] == "FROM" && self[before]?.isSymbol(",") == true
  }

  /// Whether a name before a parenthesis calls a function.
  func isCall(at index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .word || token.kind == .quotedIdentifier, self[index + 1]?.isSymbol("(") == true else {
      return false
    }
    if token.kind == .word, RqliteFunctions.words.contains(token.spelling.uppercased()) { return false }
    // Words that SQLite takes for no name: what is wrong with the statement is for the engine to say.
    if token.kind == .word, token.isWord("TABLE") || token.isWord("INDEX") { return false }
    // A table with its columns.
    if follows(["INTO", "TABLE", "EXISTS", "REFERENCES", "VIEW"], at: index), !isSelected(index) { return false }
    if self[index - 1]?.isWord("AS") == true { return false }
    if self[0]?.isWord("CREATE") == true, follows(["ON"], at: index),
      tokens.prefix(4).contains(where: { $0.isWord("INDEX") }),
      enclosing[index].isEmpty
    {
      return false
    }
    // A common table expression with its columns.
    if let end = partners[index + 1], self[end + 1]?.isWord("AS") == true,
      self[end + 2]?.isSymbol("(") == true || self[end + 2]?.isWord("MATERIALIZED") == true
        || self[end + 2]?.isWord("NOT") == true
    {
      return false
    }
    return !isType(index)
  }

  /// Whether `EXISTS` before a name isn't that of `IF NOT EXISTS`.
  private func isSelected(_ index: Int) -> Bool {
    let before = self[index - 1]?.isSymbol(".") == true ? index - 3 : index - 1
    return self[before]?.isWord("EXISTS") == true && self[before - 2]?.isWord("IF") != true
  }

  /// Whether a name is a type with its sizes, as in `VARCHAR(20)`: after another name, with numbers only.
  private func isType(_ index: Int) -> Bool {
    guard let before = self[index - 1], let end = partners[index + 1], end > index + 2 else { return false }
    let isName =
      before.kind == .quotedIdentifier
      || before.kind == .word && !RqliteFunctions.wordsBeforeExpressions.contains(before.spelling.uppercased())
    return isName
      && tokens[index + 2..<end].allSatisfy {
        $0.kind == .number || $0.isSymbol(",") || $0.isSymbol("-") || $0.isSymbol("+")
      }
  }
}
