#if Command
/// The columns and rows of a terminal.
struct TerminalSize: Sendable, Hashable {
  var columns: Int
  var rows: Int

  /// The rows that the complete lines of a text take, with those over which a wide line is wrapped.
  ///
  /// - Parameters:
  ///   - text: The text, which may have styles.
  ///   - limit: The number at which counting ends.
  func lines(of text: String, atMost limit: Int) -> Int {
    var count = 0
    var rest = text.utf8[...]
    while count < limit, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      // A character takes at least a byte, so that most lines need no closer look.
      let line = rest[..<end]
      let width = line.count > columns && columns > 0 ? DisplayWidth.ofStyled(Substring(line)) : 0
      count += max(1, (width + columns - 1) / max(1, columns))
      rest = rest[rest.index(after: end)...]
    }
    return min(count, limit)
  }
}

extension DisplayWidth {
  /// The columns of a text without what ``TextStyle`` writes around it.
  static func ofStyled(_ text: Substring) -> Int {
    var width = 0
    var rest = text
    while let escape = rest.firstIndex(of: "\u{1B}") {
      width += of(rest[..<escape])
      rest = rest[escape...].drop { $0 != "m" }.dropFirst()
    }
    return width + of(rest)
  }
}
#endif
