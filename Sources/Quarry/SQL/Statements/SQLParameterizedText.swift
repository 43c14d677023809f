extension SQLStatementText {
  /// A statement's text without anything that could be a value: literals become `?`, comments a blank, and what a PRAGMA is
  /// given is left out. So is a semicolon at its end.
  ///
  /// A text that the engine would not read to its end, because a quote is not closed or a character means nothing, is cut at
  /// the first quote: where quotes are broken, nothing tells values from words.
  ///
  /// - Parameters:
  ///   - sql: The text.
  ///   - limit: How many bytes may be kept; what is longer is cut, with an ellipsis at its end.
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

  /// Where the text ends that can be told apart: the whole, or what is before the first quote of a broken one.
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
