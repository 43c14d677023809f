/// One token of SQL text, as SQLite's own tokenizer would cut it; an operator of two characters is two tokens.
package struct SQLToken: Hashable {
  /// What kind of token it is.
  package let kind: SQLLexer.Kind
  /// Where the token stands, in UTF-8 bytes of the text.
  package let range: Range<Int>
  /// The token as it is written.
  package let spelling: Substring

  /// The name, when the token may be an identifier: without its quotes. A text counts too, because SQLite takes a text
  /// for an identifier where only an identifier can stand.
  package var name: String? {
    switch kind {
    case .word: String(spelling)
    case .quotedIdentifier, .text: Self.unquote(spelling)
    default: nil
    }
  }

  /// Whether the token is the bare word, in whatever case.
  package func isWord(_ word: String) -> Bool { kind == .word && SQLIdentifier.areEqual(spelling, word) }

  /// Whether the token can be read as the identifier.
  package func isName(_ wanted: String) -> Bool { name.map { SQLIdentifier.areEqual($0, wanted) } ?? false }

  /// Whether the token is the character.
  package func isSymbol(_ symbol: String) -> Bool { kind == .symbol && spelling == symbol }

  /// The content of a quoted token.
  package static func unquote(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, let first = bytes.first else { return String(text) }
    let closing = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : first
    var content: [UInt8] = []
    var index = 1
    while index < bytes.count - 1 {
      content.append(bytes[index])
      index += bytes[index] == closing && closing != UInt8(ascii: "]") ? 2 : 1
    }
    return String(decoding: content, as: UTF8.self)
  }
}

/// The tokens of SQL text, one after the other; blanks and comments are passed over.
package struct SQLTokens: Sequence, IteratorProtocol {
  private let text: String
  private var position: Int

  /// The tokens of a text.
  ///
  /// - Parameters:
  ///   - sql: the text.
  ///   - start: the byte to begin at, where a token may begin.
  package init(_ sql: String, from start: Int = 0) {
    var text = sql
    text.makeContiguousUTF8()
    self.text = text
    position = start
  }

  /// All tokens of a text.
  package static func all(in sql: String) -> [SQLToken] { Array(SQLTokens(sql)) }

  /// The next token.
  package mutating func next() -> SQLToken? {
    var position = position
    let utf8 = text.utf8
    let found = utf8.withContiguousStorageIfAvailable { bytes -> (kind: SQLLexer.Kind, range: Range<Int>)? in
      while position < bytes.count {
        let start = position
        let piece = SQLLexer.piece(in: bytes, at: start)
        position = piece.end
        if piece.kind != .blank, piece.kind != .comment { return (piece.kind, start..<piece.end) }
      }
      return nil
    }
    self.position = position
    guard let (kind, range) = found ?? nil else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return SQLToken(
      kind: kind, range: range, spelling: text[start..<utf8.index(start, offsetBy: range.count)])
  }
}
