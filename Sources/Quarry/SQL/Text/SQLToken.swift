/// A token of SQL text, as SQLite's tokenizer would split it. An operator of two characters is two tokens.
package struct SQLToken: Hashable {
  /// The kind of the token.
  package let kind: SQLLexer.Kind
  /// The range of the token in the UTF-8 bytes of the text.
  package let range: Range<Int>
  /// The text of the token.
  package let spelling: Substring

  /// The name without its quotes, if the token can be an identifier. A text counts too, because SQLite accepts a text
  /// in place of an identifier.
  package var name: String? {
    switch kind {
    case .word: String(spelling)
    case .quotedIdentifier, .text: Self.unquote(spelling)
    default: nil
    }
  }

  /// Whether the token is a bare word, ignoring case.
  package func isWord(_ word: String) -> Bool { kind == .word && SQLIdentifier.areEqual(spelling, word) }

  /// Whether the token can be read as an identifier.
  package func isName(_ wanted: String) -> Bool { name.map { SQLIdentifier.areEqual($0, wanted) } ?? false }

  /// Whether the token is a character.
  package func isSymbol(_ symbol: String) -> Bool { kind == .symbol && spelling == symbol }

  /// Returns the content of a quoted token.
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

/// The tokens of SQL text, in order, without white space and comments.
package struct SQLTokens: Sequence, IteratorProtocol {
  private let text: String
  private var position: Int

  /// Creates the tokens of a text.
  ///
  /// - Parameters:
  ///   - sql: The text.
  ///   - start: The byte to begin at, where a token can begin.
  package init(_ sql: String, from start: Int = 0) {
    var text = sql
    text.makeContiguousUTF8()
    self.text = text
    position = start
  }

  /// Returns all tokens of a text.
  package static func all(in sql: String) -> [SQLToken] { Array(SQLTokens(sql)) }

  /// Returns the next token.
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
