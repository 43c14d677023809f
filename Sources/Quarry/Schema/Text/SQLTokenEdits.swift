extension SQLTokenReader {
  /// The rest as written, with some tokens replaced.
  ///
  /// - Parameter replacement: Returns the new spelling of the token at an index of ``rest``, or `nil` to keep it.
  func text(replacing replacement: (Int, SQLToken) -> String?) -> String {
    var result: [UInt8] = []
    var copied = range.lowerBound
    for (index, token) in zip(rest.indices, rest) {
      guard let spelling = replacement(index, token) else { continue }
      result += source[copied..<token.range.lowerBound]
      result += spelling.utf8
      copied = token.range.upperBound
    }
    result += source[copied..<max(range.upperBound, copied)]
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a token can be the name of a column, rather than a function, a collation or a text.
  func isColumn(_ name: String, at index: Int) -> Bool {
    let token = rest[index]
    guard token.kind == .word || token.kind == .quotedIdentifier, token.isName(name) else { return false }
    if index + 1 < rest.endIndex, rest[index + 1].isSymbol("(") { return false }
    return index == rest.startIndex || !rest[index - 1].isWord("COLLATE")
  }

  /// Whether any token can be the name of the column.
  func namesColumn(_ name: String) -> Bool { rest.indices.contains { isColumn(name, at: $0) } }

  /// Whether any token can be read as the name.
  func mentions(_ name: String) -> Bool { rest.contains { $0.isName(name) } }

  /// The parts of the rest that name columns of this table. Names after REFERENCES belong to another table, unless it
  /// is the same one.
  func indicesOfOwnColumns(table: String) -> Set<Int> {
    var own = Set(rest.indices)
    for (index, token) in zip(rest.indices, rest) where token.isWord("REFERENCES") {
      var next = index + 1
      guard next < rest.endIndex else { continue }
      let isSame = rest[next].isName(table)
      own.remove(next)
      next += 1
      guard !isSame, next < rest.endIndex, rest[next].isSymbol("(") else { continue }
      while next < rest.endIndex, !rest[next].isSymbol(")") {
        own.remove(next)
        next += 1
      }
    }
    return own
  }
}

extension String {
  /// The significant words of SQL text, without blanks, comments, the case of words, and the quotes around names. A
  /// text keeps its quotes, since it may be a value.
  var comparableSQL: [String] {
    SQLTokens.all(in: self).map { token in
      switch token.kind {
      case .word: token.spelling.lowercased()
      case .quotedIdentifier: (token.name ?? String(token.spelling)).lowercased()
      default: String(token.spelling)
      }
    }
  }
}

extension SQLSchemaObject {
  /// The text that creates the object, with its name qualified by a schema.
  func sql(in schema: String) -> String? {
    guard let sql else { return nil }
    var reader = SQLTokenReader(sql)
    while let token = reader.take(), !token.isWord("INDEX"), !token.isWord("TRIGGER"), !token.isWord("VIEW") {}
    _ = reader.take("IF", "NOT", "EXISTS")
    guard let name = reader.next else { return nil }
    let bytes = Array(sql.utf8)
    let start = String(decoding: bytes[..<name.range.lowerBound], as: UTF8.self)
    return start + SQLIdentifier.quote(schema) + "." + String(decoding: bytes[name.range.lowerBound...], as: UTF8.self)
  }
}
