/// Finds where the statements of SQL text end, also while the text still arrives in parts.
///
/// Each byte is looked at once: what is open at the end of a part (a quoted text, a comment) is kept for the next one.
///
/// Source: the rules of <https://sqlite.org/c3ref/complete.html>.
package struct SQLStatementScanner: Sendable {
  /// The position of the next byte to look at.
  package private(set) var position = 0
  /// The position of the first token of the statement that is open; `nil` between statements.
  package private(set) var start: Int?
  /// The number of line breaks before ``position``.
  package private(set) var lineBreaks = 0
  /// The number of line breaks before the first token of the statement.
  package private(set) var lineBreaksBeforeStart = 0

  private var state = State.start
  private var open = OpenToken.none

  private enum State {
    /// Before the first token.
    case start
    /// After EXPLAIN or CREATE, where TRIGGER may follow.
    case explain, create
    /// In a statement that is no trigger.
    case plain
    /// In a trigger; after a semicolon in it; after END behind that semicolon.
    case trigger, triggerSemicolon, triggerEnd
  }

  /// What began and has not ended at the end of the last part.
  private enum OpenToken: Equatable {
    case none
    case quoted(UInt8)
    case lineComment
    case blockComment
  }

  /// Creates a scanner at the beginning of a text.
  package init() {}

  /// Forgets bytes at the beginning of the text, which the caller no longer holds.
  package mutating func drop(_ count: Int) {
    position -= count
    if let start { self.start = start - count }
  }

  /// Finds the next statement.
  ///
  /// - Parameters:
  ///   - bytes: The text, as far as it is known.
  ///   - isWhole: Whether nothing follows.
  /// - Returns: The range of the statement from its first token to its semicolon, or to the end of a whole text; `nil`
  ///   when more of the text is needed.
  package mutating func next(in bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Range<Int>? {
    while true {
      if open != .none, !closeToken(in: bytes) { return end(of: bytes, isWhole) }
      skipUneventful(in: bytes)
      guard position < bytes.count else { return end(of: bytes, isWhole) }
      let first = position
      let byte = bytes[first]
      switch byte {
      case 0x0A:
        lineBreaks += 1
        position += 1
      case 0x20, 0x09, 0x0B...0x0D: position += 1
      case UInt8(ascii: ";"):
        position += 1
        if let statement = endsStatement() { return statement }
      case UInt8(ascii: "-"), UInt8(ascii: "/"):
        guard first + 1 < bytes.count || isWhole else { return nil }
        let following = first + 1 < bytes.count ? bytes[first + 1] : 0
        if byte == UInt8(ascii: "-"), following == byte {
          open = .lineComment
          position += 2
        } else if byte == UInt8(ascii: "/"), following == UInt8(ascii: "*") {
          open = .blockComment
          position += 2
        } else {
          begin(at: first)
          state = afterOther
          position += 1
        }
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        begin(at: first)
        state = afterOther
        open = .quoted(byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte)
        position += 1
      default:
        guard Self.isWord(byte) else {
          begin(at: first)
          state = afterOther
          position += 1
          continue
        }
        var last = first + 1
        while last < bytes.count, Self.isWord(bytes[last]) { last += 1 }
        guard last < bytes.count || isWhole else { return nil }
        begin(at: first)
        state = after(UnsafeBufferPointer(rebasing: bytes[first..<last]))
        position = last
      }
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

  /// The statement that a semicolon ends, where it ends one.
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

  /// Moves behind the end of the open token; `false` when it is not there yet.
  private mutating func closeToken(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = position
    let count = bytes.count
    switch open {
    case .none: return true
    case .quoted(let mark):
      while index < count {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A { lineBreaks += 1 }
        guard byte == mark else { continue }
        // A doubled mark begins the next token at once, which comes to the same.
        position = index
        open = .none
        return true
      }
    case .lineComment:
      while index < count {
        if bytes[index] == 0x0A {
          position = index
          open = .none
          return true
        }
        index += 1
      }
    case .blockComment:
      while index + 1 < count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          position = index + 2
          open = .none
          return true
        }
        if byte == 0x0A { lineBreaks += 1 }
        index += 1
      }
    }
    position = index
    return false
  }

  /// Moves over what means nothing inside a statement that is no trigger: nearly all of most texts.
  private mutating func skipUneventful(in bytes: UnsafeBufferPointer<UInt8>) {
    guard case .plain = state else { return }
    var index = position
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      // The semicolon, the quotes, the beginnings of comments and the line break.
      if byte == 0x27 || byte == 0x3B || byte == 0x0A || byte == 0x22 || byte == 0x60 || byte == 0x5B || byte == 0x2D
        || byte == 0x2F
      {
        break
      }
      index += 1
    }
    position = index
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

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
  }
}
