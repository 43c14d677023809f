/// Finds the ends of the statements of an SQL text, which can arrive in parts.
///
/// It reads each byte about once. An open quote or comment at the end of a part continues in the next part.
///
/// Source: the rules of <https://sqlite.org/c3ref/complete.html>.
package struct SQLStatementScanner: Sendable {
  /// The position of the next byte to look at.
  package private(set) var position = 0
  /// The position of the first token of the open statement; `nil` between statements.
  package private(set) var start: Int?
  /// The number of line breaks before ``position``.
  package private(set) var lineBreaks = 0
  /// The number of line breaks before the first token of the statement.
  package private(set) var lineBreaksBeforeStart = 0

  /// Whether neither a statement nor a comment is open.
  package var isBetweenStatements: Bool { start == nil && open == nil }

  private var state = State.start
  /// The first byte of a quoted text or comment that was open at the end of the last part.
  private var open: UInt8?

  private enum State {
    /// Before the first token.
    case start
    /// After EXPLAIN or CREATE, where TRIGGER may follow.
    case explain, create
    /// In a statement that isn't a trigger.
    case plain
    /// In a trigger; after a semicolon in it; after END behind that semicolon.
    case trigger, triggerSemicolon, triggerEnd
  }

  /// Creates a scanner at the beginning of a text.
  package init() {}

  /// Removes bytes at the beginning of the text that the caller no longer has.
  package mutating func drop(_ count: Int) {
    position -= count
    if let start { self.start = start - count }
  }

  /// Finds the next statement.
  ///
  /// - Parameters:
  ///   - bytes: The text so far.
  ///   - isWhole: Whether this is the end of the text.
  /// - Returns: The range of the statement from its first token to its semicolon, or to the end of the text. `nil` if
  ///   more of the text is needed.
  package mutating func next(in bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Range<Int>? {
    while true {
      if open != nil, !closePiece(in: bytes) { return end(of: bytes, isWhole) }
      skipUneventful(in: bytes)
      guard position < bytes.count else { return end(of: bytes, isWhole) }
      let first = position
      let piece = SQLLexer.piece(in: bytes, at: first)
      guard piece.isClosed || isWhole else {
        guard let opening = Self.opening(of: piece, at: first, in: bytes) else { return nil }
        if opening != UInt8(ascii: "-"), opening != UInt8(ascii: "/") {
          begin(at: first)
          state = afterOther
        }
        open = opening
        // Behind the two characters that begin a comment.
        moveOn(to: first + (piece.kind == .comment ? 2 : 1), in: bytes)
        continue
      }
      switch piece.kind {
      case .blank, .comment: moveOn(to: piece.end, in: bytes)
      case .symbol where bytes[first] == UInt8(ascii: ";"):
        position = piece.end
        if let statement = endsStatement() { return statement }
      default:
        begin(at: first)
        state =
          piece.kind == .word ? after(UnsafeBufferPointer(rebasing: bytes[first..<piece.end])) : afterOther
        moveOn(to: piece.end, in: bytes)
      }
    }
  }

  /// Returns the first byte of a piece that can continue in later parts; `nil` for a short piece.
  private static func opening(
    of piece: SQLLexer.Piece, at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> UInt8? {
    if piece.kind == .comment { return bytes[start] }
    guard piece.kind == .illegal else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["): return bytes[start]
    default: return nil
    }
  }

  /// Moves to a position and counts the line breaks before it.
  private mutating func moveOn(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    while position < end {
      if bytes[position] == 0x0A { lineBreaks += 1 }
      position += 1
    }
  }

  private mutating func begin(at position: Int) {
    guard start == nil else { return }
    start = position
    lineBreaksBeforeStart = lineBreaks
  }

  private mutating func end(of bytes: UnsafeBufferPointer<UInt8>, _ isWhole: Bool) -> Range<Int>? {
    guard isWhole, let first = start else { return nil }
    start = nil
    state = .start
    return first..<bytes.count
  }

  /// Returns the statement that a semicolon ends, if it ends one.
  private mutating func endsStatement() -> Range<Int>? {
    switch state {
    case .start: return nil
    case .trigger, .triggerSemicolon:
      state = .triggerSemicolon
      return nil
    case .explain, .create, .plain, .triggerEnd:
      let first = start ?? position
      start = nil
      state = .start
      return first..<position
    }
  }

  /// Moves after the end of the open piece. Returns `false` if the end isn't there yet.
  private mutating func closePiece(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let opening = open else { return true }
    // A doubled quote begins the next piece at once, which comes to the same.
    if let end = SQLLexer.end(ofPieceOpenedBy: opening, in: bytes, from: position) {
      moveOn(to: end, in: bytes)
      open = nil
      return true
    }
    // The second character of the end of a comment may be the first of the next part.
    let isHalf = opening == UInt8(ascii: "/") && bytes.last == UInt8(ascii: "*")
    moveOn(to: bytes.count - (isHalf ? 1 : 0), in: bytes)
    return false
  }

  /// Skips bytes without meaning inside a statement that isn't a trigger: nearly all of most texts.
  private mutating func skipUneventful(in bytes: UnsafeBufferPointer<UInt8>) {
    guard case .plain = state else { return }
    var index = position
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      // The semicolon, the quotes, the beginnings of comments and of parameters, and the line break.
      if byte == 0x27 || byte == 0x3B || byte == 0x0A || byte == 0x22 || byte == 0x60 || byte == 0x5B || byte == 0x2D
        || byte == 0x2F || byte == 0x3A || byte == 0x40 || byte == 0x23
      {
        break
      }
      // It begins a parameter, but not inside of a word.
      if byte == 0x24, !Self.isInsideWord(index, in: bytes) { break }
      index += 1
    }
    position = index
  }

  /// Whether the byte at a position continues a word, rather than a parameter with a number.
  private static func isInsideWord(_ position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard position > 0, SQLLexer.isWord(bytes[position - 1]) else { return false }
    var first = position - 1
    while SQLLexer.isDigit(bytes[first]), first > 0 { first -= 1 }
    return bytes[first] != UInt8(ascii: "?")
  }

  private var afterOther: State {
    switch state {
    case .trigger, .triggerSemicolon, .triggerEnd: .trigger
    default: .plain
    }
  }

  private func after(_ word: UnsafeBufferPointer<UInt8>) -> State {
    switch state {
    case .start:
      if Self.matches(word, "explain") { return .explain }
      return Self.matches(word, "create") ? .create : .plain
    case .explain:
      if Self.matches(word, "create") { return .create }
      return Self.matches(word, "query") || Self.matches(word, "plan") ? .explain : .plain
    case .create:
      if Self.matches(word, "temp") || Self.matches(word, "temporary") { return .create }
      return Self.matches(word, "trigger") ? .trigger : .plain
    case .triggerSemicolon: return Self.matches(word, "end") ? .triggerEnd : .trigger
    case .triggerEnd, .trigger: return .trigger
    case .plain: return .plain
    }
  }

  private static func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count where bytes[index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }
}
