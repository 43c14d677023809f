extension SQLIndex {
  /// Reads `CREATE INDEX`, as `sqlite_master` keeps it.
  ///
  /// - Returns: `nil` if the text is something else.
  init?(name: String, sql: String) {
    var reader = SQLTokenReader(sql)
    guard reader.take("CREATE") else { return nil }
    let isUnique = reader.take("UNIQUE")
    guard reader.take("INDEX") else { return nil }
    while let token = reader.take(), !token.isWord("ON") {}
    guard reader.takeName() != nil, let inner = reader.takeParenthesized() else { return nil }
    var condition: SQLFragment?
    if reader.take("WHERE") { condition = SQLFragment(raw: reader.text) }
    self.init(name, terms: inner.split().map { Self.term($0) }, unique: isUnique, where: condition)
  }

  private static func term(_ part: SQLTokenReader) -> Term {
    var tokens = part.rest
    let isDescending = tokens.last?.isWord("DESC") ?? false
    if isDescending || (tokens.count > 1 && tokens.last?.isWord("ASC") ?? false) { tokens = tokens.dropLast() }
    var collation: SQLCollation?
    if tokens.count > 2, tokens[tokens.endIndex - 2].isWord("COLLATE"), let name = tokens.last?.name {
      collation = SQLCollation(rawValue: name)
      tokens = tokens.dropLast(2)
    }
    if tokens.count == 1, let token = tokens.first, let name = token.name, token.kind != .text {
      return .column(name, collation: collation, descending: isDescending)
    }
    var reader = SQLTokenReader(source: part.source, tokens: tokens)
    let whole = reader
    let inner = reader.takeParenthesized()
    let expression = inner != nil && reader.isAtEnd ? inner ?? whole : whole
    return .expression(SQLFragment(raw: expression.text), collation: collation, descending: isDescending)
  }
}

extension SQLColumnDefault {
  /// Reads the text of a default. A literal becomes a value; anything else becomes an expression.
  init(text: String) {
    self = Self.value(of: text).map { .value($0) } ?? .expression(SQLFragment(raw: text))
  }

  private static func value(of text: String) -> SQLValue? {
    var tokens = SQLTokens.all(in: text)[...]
    while tokens.count > 2, tokens.first?.isSymbol("(") ?? false, tokens.last?.isSymbol(")") ?? false {
      tokens = tokens.dropFirst().dropLast()
    }
    var isNegative = false
    if tokens.count == 2, let sign = tokens.first, sign.isSymbol("-") || sign.isSymbol("+") {
      isNegative = sign.isSymbol("-")
      tokens = tokens.dropFirst()
      guard tokens.first?.kind == .number else { return nil }
    }
    guard tokens.count == 1, let token = tokens.first else { return nil }
    switch token.kind {
    case .number: return number(String(token.spelling), isNegative)
    case .text: return .text(SQLToken.unquote(token.spelling))
    case .word: return token.isWord("NULL") ? .null : nil
    case .blob: return blob(String(token.spelling))
    default: return nil
    }
  }

  private static func number(_ spelling: String, _ isNegative: Bool) -> SQLValue? {
    if let integer = Int64((isNegative ? "-" : "") + spelling) { return .integer(integer) }
    if spelling.lowercased().hasPrefix("0x") { return nil }
    return Double(spelling).map { .real(isNegative ? -$0 : $0) }
  }

  private static func blob(_ spelling: String) -> SQLValue? {
    let digits = Array(spelling.utf8.dropFirst(2).dropLast())
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count - 1, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return .blob(bytes)
  }
}
