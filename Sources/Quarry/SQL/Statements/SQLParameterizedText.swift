extension SQLStatementText {
  /// Returns a statement's text without anything that could be a value. Literals become `?`, and comments become a
  /// space. The argument of a PRAGMA and the final semicolon are removed.
  ///
  /// If the engine couldn't read the text to its end, because of an open quote or an invalid character, the text is cut
  /// at the first quote. With broken quotes, values can't be told from words.
  ///
  /// - Parameters:
  ///   - sql: The text.
  ///   - limit: The largest number of bytes. A longer text is cut and ends with an ellipsis.
  package static func parameterized(_ sql: String, limit: Int = 4_096) -> String {
    var text = sql
    return text.withUTF8 { bytes in
      var writer = ParameterizedText(bytes, limit: limit)
      writer.write()
      return String(decoding: writer.output, as: UTF8.self)
    }
  }
}

private struct ParameterizedText {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private(set) var output: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  mutating func write() {
    let end = endOfReadableText()
    var position = 0
    var isPragma = false
    var isFirst = true
    while position < end, output.count <= limit {
      let start = position
      let piece = SQLLexer.piece(in: bytes, at: start)
      position = min(piece.end, end)
      let part = bytes[start..<position]
      switch piece.kind {
      case .blank, .comment: if output.last != 0x20, !output.isEmpty { output.append(0x20) }
      case .text, .blob, .number: output.append(UInt8(ascii: "?"))
      case .symbol:
        output.append(contentsOf: part)
        guard isPragma else { break }
        if part.first == UInt8(ascii: "=") || part.first == UInt8(ascii: "(") {
          output.append(UInt8(ascii: "?"))
          if part.first == UInt8(ascii: "(") { output.append(UInt8(ascii: ")")) }
          return
        }
        if part.first == UInt8(ascii: ";") { (isPragma, isFirst) = (false, true) }
      case .word:
        output.append(contentsOf: part)
        if isFirst { isPragma = isWord(part, "pragma") }
        isFirst = isFirst && isWord(part, "explain")
      case .quotedIdentifier, .parameter: output.append(contentsOf: part)
      case .illegal: break
      }
    }
    while output.last == 0x20 || output.last == UInt8(ascii: ";") { output.removeLast() }
    if end < bytes.count || output.count > limit { shorten() }
  }

  /// Returns the end of the readable text: the whole text, or the part before the first quote of a broken one.
  private func endOfReadableText() -> Int {
    var position = 0
    var firstQuote: Int?
    while position < bytes.count {
      let piece = SQLLexer.piece(in: bytes, at: position)
      if piece.kind == .illegal { return firstQuote ?? position }
      if firstQuote == nil, piece.kind == .text || piece.kind == .quotedIdentifier || piece.kind == .blob {
        firstQuote = position
      }
      if piece.kind == .comment, !piece.isClosed, piece.end == bytes.count { return bytes.count }
      position = piece.end
    }
    return bytes.count
  }

  private func isWord(_ part: Slice<UnsafeBufferPointer<UInt8>>, _ word: StaticString) -> Bool {
    part.count == word.utf8CodeUnitCount
      && zip(part, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)).allSatisfy {
        $0 | 0x20 == $1
      }
  }

  private mutating func shorten() {
    if output.count > limit { output.removeLast(output.count - limit) }
    // Not in the middle of a character.
    while let last = output.last, last & 0xC0 == 0x80 { output.removeLast() }
    if let last = output.last, last >= 0xC0 { output.removeLast() }
    output.append(contentsOf: "…".utf8)
  }
}
