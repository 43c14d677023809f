/// Splits SQL text into pieces, as the tokenizer of SQLite does.
///
/// It works on bytes, and neither stores nor copies anything. Use ``SQLTokens`` for whole tokens. Where versions of
/// SQLite differ (the byte order mark as white space, `_` between digits), it follows the newest one.
///
/// Source: <https://sqlite.org/lang_expr.html>, <https://sqlite.org/lang_keywords.html>,
/// <https://sqlite.org/lang_comment.html>, <https://sqlite.org/syntax/numeric-literal.html>.
package enum SQLLexer {
  /// The kind of a piece of text.
  package enum Kind: Sendable, Hashable {
    /// White space, including a byte order mark.
    case blank
    /// A comment, including its delimiters.
    case comment
    /// A bare word: a keyword or an unquoted identifier.
    case word
    /// An identifier in double quotes, backticks or brackets.
    case quotedIdentifier
    /// A text in single quotes.
    case text
    /// A blob literal.
    case blob
    /// A number.
    case number
    /// A parameter.
    case parameter
    /// One character of an operator, or punctuation.
    case symbol
    /// Text that the engine rejects: an invalid character, an open quote, or a number that runs into a word.
    case illegal
  }

  /// A piece of text.
  package struct Piece: Sendable, Hashable {
    /// Its kind.
    package var kind: Kind
    /// The position of its end.
    package var end: Int
    /// Whether the piece is complete. Otherwise it could continue if more text followed.
    package var isClosed: Bool
  }

  /// Returns the piece that begins at a position before the end of the text.
  package static func piece(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Piece {
    let text = Text(bytes: bytes)
    let byte = bytes[start]
    switch ByteClass(byte) {
    case .blank: return text.blanks(from: start)
    case .mark:
      return text[start + 1] == 0xBB && text[start + 2] == 0xBF ? text.blanks(from: start) : text.word(from: start)
    case .letter:
      return (byte | 0x20) == UInt8(ascii: "x") && text[start + 1] == UInt8(ascii: "'")
        ? text.blob(from: start) : text.word(from: start)
    case .digit: return text.number(from: start)
    case .dot:
      return isDigit(text[start + 1])
        ? text.number(from: start) : Piece(kind: .symbol, end: start + 1, isClosed: start + 1 < bytes.count)
    case .quote: return text.quoted(from: start, byte)
    case .bracket: return text.bracketed(from: start)
    case .question: return text.numberedParameter(from: start)
    case .sigil: return text.namedParameter(from: start)
    case .minus, .slash: return text.commentOrSymbol(from: start)
    case .exclamation:
      let isOperator = text[start + 1] == UInt8(ascii: "=")
      return Piece(kind: isOperator ? .symbol : .illegal, end: start + 1, isClosed: start + 1 < bytes.count)
    case .symbol: return Piece(kind: .symbol, end: start + 1, isClosed: true)
    case .illegal: return Piece(kind: .illegal, end: start + 1, isClosed: true)
    }
  }

  /// Returns the end of a quoted text or a comment that began in an earlier part of the text.
  ///
  /// - Parameters:
  ///   - opening: The first byte of the piece.
  ///   - bytes: The current part of the text.
  ///   - position: The position to continue at.
  /// - Returns: The end of the piece, or `nil` if it isn't in this part.
  package static func end(
    ofPieceOpenedBy opening: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from position: Int
  ) -> Int? {
    let text = Text(bytes: bytes)
    switch opening {
    case UInt8(ascii: "-"): return text.endOfLine(from: position)
    case UInt8(ascii: "/"): return text.endOfComment(from: position)
    case UInt8(ascii: "["): return text.first(UInt8(ascii: "]"), from: position).map { $0 + 1 }
    default: return text.first(opening, from: position).map { $0 + 1 }
    }
  }

  /// Whether a byte can be part of a bare word.
  package static func isWord(_ byte: UInt8) -> Bool {
    switch ByteClass(byte) {
    case .letter, .digit, .mark: true
    default: byte == UInt8(ascii: "$")
    }
  }

  static func isDigit(_ byte: UInt8?) -> Bool { byte.map { ByteClass($0) == .digit } ?? false }

  static func isHexadecimal(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Whether the engine skips a byte after other white space. The vertical tab counts only there.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The possible kinds of a piece that begins with a byte.
  private enum ByteClass {
    case blank, mark, letter, digit, dot, quote, bracket, question, sigil, minus, slash, exclamation, symbol, illegal

    init(_ byte: UInt8) {
      switch byte {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20: self = .blank
      case 0xEF: self = .mark
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...:
        self = .letter
      case UInt8(ascii: "."): self = .dot
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): self = .quote
      case UInt8(ascii: "["): self = .bracket
      case UInt8(ascii: "?"): self = .question
      case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "#"): self = .sigil
      case UInt8(ascii: "-"): self = .minus
      case UInt8(ascii: "/"): self = .slash
      case UInt8(ascii: "!"): self = .exclamation
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ";"), UInt8(ascii: "+"), UInt8(ascii: "*"),
        UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "|"), UInt8(ascii: ","), UInt8(ascii: "&"), UInt8(ascii: "~"):
        self = .symbol
      default: self = .illegal
      }
    }
  }
}
