extension SQLLexer {
  /// The bytes of a text, with methods that find the end of each kind of piece.
  struct Text {
    let bytes: UnsafeBufferPointer<UInt8>

    /// The byte at a position; `nil` after the end.
    subscript(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }
  }
}

extension SQLLexer.Text {
  typealias Piece = SQLLexer.Piece

  private func piece(_ kind: SQLLexer.Kind, upTo end: Int) -> Piece {
    Piece(kind: kind, end: end, isClosed: end < bytes.count)
  }

  func blanks(from start: Int) -> Piece {
    if bytes[start] == 0xEF { return piece(.blank, upTo: start + 3) }
    var end = start + 1
    while end < bytes.count, SQLLexer.isBlank(bytes[end]) { end += 1 }
    return piece(.blank, upTo: end)
  }

  func word(from start: Int) -> Piece { piece(.word, upTo: endOfWord(from: start + 1)) }

  private func endOfWord(from start: Int) -> Int {
    var end = start
    while end < bytes.count, SQLLexer.isWord(bytes[end]) { end += 1 }
    return end
  }

  /// Returns an even number of hexadecimal digits in quotes. Anything up to the next quote belongs to the piece.
  func blob(from start: Int) -> Piece {
    var end = start + 2
    while SQLLexer.isHexadecimal(self[end]) { end += 1 }
    if self[end] == UInt8(ascii: "'"), (end - start).isMultiple(of: 2) {
      return Piece(kind: .blob, end: end + 1, isClosed: true)
    }
    guard let quote = first(UInt8(ascii: "'"), from: end) else {
      return Piece(kind: .illegal, end: bytes.count, isClosed: false)
    }
    return Piece(kind: .illegal, end: quote + 1, isClosed: true)
  }

  func number(from start: Int) -> Piece {
    var end = start
    if bytes[start] == UInt8(ascii: "0"), self[start + 1].map({ $0 | 0x20 }) == UInt8(ascii: "x"),
      SQLLexer.isHexadecimal(self[start + 2])
    {
      end = digits(from: start + 3, SQLLexer.isHexadecimal)
    } else {
      end = digits(from: start, SQLLexer.isDigit)
      if self[end] == UInt8(ascii: ".") { end = digits(from: end + 1, SQLLexer.isDigit) }
      if let exponent = self[end], exponent | 0x20 == UInt8(ascii: "e") {
        let hasSign = self[end + 1] == UInt8(ascii: "+") || self[end + 1] == UInt8(ascii: "-")
        if SQLLexer.isDigit(self[end + (hasSign ? 2 : 1)]) {
          end = digits(from: end + (hasSign ? 2 : 1), SQLLexer.isDigit)
        }
      }
    }
    let last = endOfWord(from: end)
    return piece(last == end && separatesDigits(start..<end) ? .number : .illegal, upTo: last)
  }

  /// Returns the end of digits, which can contain underscores.
  private func digits(from start: Int, _ isDigit: (UInt8?) -> Bool) -> Int {
    var end = start
    while isDigit(self[end]) || self[end] == UInt8(ascii: "_") { end += 1 }
    return end
  }

  /// Whether every underscore in a number has a digit on both sides.
  private func separatesDigits(_ range: Range<Int>) -> Bool {
    range.allSatisfy { position in
      bytes[position] != UInt8(ascii: "_")
        || (position > range.lowerBound && SQLLexer.isHexadecimal(bytes[position - 1])
          && position + 1 < range.upperBound
          && SQLLexer.isHexadecimal(bytes[position + 1]))
    }
  }

  func quoted(from start: Int, _ mark: UInt8) -> Piece {
    var position = start + 1
    while let end = first(mark, from: position) {
      guard self[end + 1] == mark else {
        return piece(mark == UInt8(ascii: "'") ? .text : .quotedIdentifier, upTo: end + 1)
      }
      position = end + 2
    }
    return Piece(kind: .illegal, end: bytes.count, isClosed: false)
  }

  func bracketed(from start: Int) -> Piece {
    guard let end = first(UInt8(ascii: "]"), from: start + 1) else {
      return Piece(kind: .illegal, end: bytes.count, isClosed: false)
    }
    return Piece(kind: .quotedIdentifier, end: end + 1, isClosed: true)
  }

  func numberedParameter(from start: Int) -> Piece {
    var end = start + 1
    while SQLLexer.isDigit(self[end]) { end += 1 }
    return piece(.parameter, upTo: end)
  }

  /// Returns a name after `:`, `@`, `$` or `#`. As in Tcl, it can contain `::` and end with text in parentheses.
  func namedParameter(from start: Int) -> Piece {
    var end = start + 1
    var hasName = false
    while let byte = self[end] {
      if SQLLexer.isWord(byte) {
        hasName = true
        end += 1
      } else if byte == UInt8(ascii: "("), hasName {
        repeat { end += 1 } while self[end].map { !SQLLexer.isBlank($0) && $0 != UInt8(ascii: ")") } ?? false
        guard self[end] == UInt8(ascii: ")") else { return piece(.illegal, upTo: end) }
        return Piece(kind: .parameter, end: end + 1, isClosed: true)
      } else if byte == UInt8(ascii: ":"), self[end + 1] == byte {
        end += 2
      } else {
        break
      }
    }
    // A colon at the end of a part may be the first of two.
    let isClosed = end < bytes.count && !(bytes[end] == UInt8(ascii: ":") && end + 1 == bytes.count)
    return Piece(kind: hasName ? .parameter : .illegal, end: end, isClosed: isClosed)
  }

  func commentOrSymbol(from start: Int) -> Piece {
    let (byte, following) = (bytes[start], self[start + 1])
    if byte == UInt8(ascii: "-"), following == byte {
      guard let end = endOfLine(from: start + 2) else {
        return Piece(kind: .comment, end: bytes.count, isClosed: false)
      }
      return Piece(kind: .comment, end: end, isClosed: true)
    }
    // At the very end of a text, the two characters are a division and a multiplication.
    if byte == UInt8(ascii: "/"), following == UInt8(ascii: "*"), start + 2 < bytes.count {
      guard let end = endOfComment(from: start + 2) else {
        return Piece(kind: .comment, end: bytes.count, isClosed: false)
      }
      return Piece(kind: .comment, end: end, isClosed: true)
    }
    let mayGoOn = following == nil || (byte == UInt8(ascii: "/") && following == UInt8(ascii: "*"))
    return Piece(kind: .symbol, end: start + 1, isClosed: !mayGoOn)
  }

  /// Returns the position of the line break that ends a comment, or `nil` if there is none.
  func endOfLine(from start: Int) -> Int? { first(0x0A, from: start) }

  /// Returns the position after the end of a comment, or `nil` if it has none.
  func endOfComment(from start: Int) -> Int? {
    var position = start
    while let star = first(UInt8(ascii: "*"), from: position) {
      if self[star + 1] == UInt8(ascii: "/") { return star + 2 }
      position = star + 1
    }
    return nil
  }

  func first(_ byte: UInt8, from start: Int) -> Int? {
    var position = start
    let count = bytes.count
    while position < count {
      if bytes[position] == byte { return position }
      position += 1
    }
    return nil
  }
}
