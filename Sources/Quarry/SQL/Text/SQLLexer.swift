/// Cuts SQL text as the tokenizer of SQLite does, one piece after the other.
///
/// It works on bytes, keeps nothing and copies nothing; whoever needs whole tokens uses ``SQLTokens``. Where versions of
/// SQLite differ (the byte order mark as a blank, `_` between digits), it follows the newest one.
///
/// Source: <https://sqlite.org/lang_expr.html>, <https://sqlite.org/lang_keywords.html>,
/// <https://sqlite.org/lang_comment.html>, <https://sqlite.org/syntax/numeric-literal.html>.
package enum SQLLexer {
  /// What a piece of text is.
  package enum Kind: Sendable, Hashable {
    /// Blanks, a byte order mark among them.
    case blank
    /// A comment, with its beginning and its end.
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
    /// What the engine refuses: a character that means nothing, a quote without its end, a number that runs into a word.
    case illegal
  }

  /// A piece of text.
  package struct Piece: Sendable, Hashable {
    /// What it is.
    package var kind: Kind
    /// Where it ends.
    package var end: Int
    /// Whether it ends by itself; otherwise it might go on if more text followed.
    package var isClosed: Bool
  }

  /// The piece that begins at a position before the end of the text.
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

  /// The end of a piece that began in a part of the text which is gone: of a quoted text or a comment.
  ///
  /// - Parameters:
  ///   - opening: the byte that the piece began with.
  ///   - position: where to go on.
  /// - Returns: the end of the piece; `nil` when it is not there.
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

  /// Whether a byte can stand inside of a bare word.
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

  /// Whether the engine passes over a byte behind another blank; the vertical tab counts only there.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// What a piece that begins with a byte can be.
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
