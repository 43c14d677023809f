/// One token of SQL text, as SQLite's own tokenizer would cut it.
package struct SQLToken: Hashable {
  /// What kind of token it is.
  package enum Kind: Hashable {
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
    /// Anything else: one operator or punctuation character.
    case symbol
  }

  /// What kind of token it is.
  package let kind: Kind
  /// Where the token stands, in UTF-8 bytes of the text.
  package let range: Range<Int>
  /// The token as it is written.
  package let spelling: String

  /// The name, when the token may be an identifier: without its quotes. A text counts too, because SQLite takes a text
  /// for an identifier where only an identifier can stand.
  package var name: String? {
    switch kind {
    case .word: spelling
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
  static func unquote(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, let first = bytes.first else { return text }
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

/// Cuts SQL text into tokens; blanks and comments are passed over.
///
/// Source: <https://sqlite.org/lang_keywords.html>, <https://sqlite.org/lang_comment.html>.
package struct SQLTokenizer {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The tokens of a text.
  package static func tokens(of text: String) -> [SQLToken] {
    var tokenizer = SQLTokenizer(text)
    var tokens: [SQLToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() -> SQLToken? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    let start = position
    let kind = scan(bytes[position])
    return SQLToken(
      kind: kind, range: start..<position, spelling: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func scan(_ byte: UInt8) -> SQLToken.Kind {
    switch byte {
    case UInt8(ascii: "'"):
      skipQuoted(closing: byte)
      return .text
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      skipQuoted(closing: byte)
      return .quotedIdentifier
    case UInt8(ascii: "["):
      skipBracketed()
      return .quotedIdentifier
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      if peek(1) == UInt8(ascii: "'") {
        position += 1
        skipQuoted(closing: UInt8(ascii: "'"))
        return .blob
      }
      skipWord()
      return .word
    case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      position += 1
      let name = position
      skipWord()
      // Only the question mark is a parameter without a name.
      return position > name || byte == UInt8(ascii: "?") ? .parameter : .symbol
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      skipNumber()
      return .number
    case UInt8(ascii: ".") where Self.isDigit(peek(1)):
      skipNumber()
      return .number
    default:
      if Self.isWordByte(byte) {
        skipWord()
        return .word
      }
      position += 1
      return .symbol
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 9, 10, 12, 13, 32:
        position += 1
      case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"):
        while position < bytes.count, bytes[position] != 10 { position += 1 }
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        position += 2
        while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
          position += 1
        }
        position = min(position + 2, bytes.count)
      default:
        return
      }
    }
  }

  private mutating func skipQuoted(closing: UInt8) {
    position += 1
    while position < bytes.count {
      if bytes[position] == closing {
        if peek(1) != closing {
          position += 1
          return
        }
        position += 1
      }
      position += 1
    }
  }

  private mutating func skipBracketed() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") { position += 1 }
    position = min(position + 1, bytes.count)
  }

  private mutating func skipWord() {
    while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
  }

  private mutating func skipNumber() {
    while position < bytes.count {
      let byte = bytes[position]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let afterExponent =
        position > 0 && (bytes[position - 1] | 0x20) == UInt8(ascii: "e") && isSign && Self.isDigit(peek(1))
      guard Self.isWordByte(byte) || byte == UInt8(ascii: ".") || afterExponent else { return }
      position += 1
    }
  }

  private func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 128...:
      true
    default: false
    }
  }
}
