#if Identity
internal import Quarry

/// Values in the grammar of filters, so that every server reads back exactly the value.
///
/// Servers read backslashes in two ways. Older servers treat `\` as an escape only before the quote that encloses the
/// text. Newer ones do so also before the other quote, a backslash, and `n`, `r` and `t`. A text with different
/// meanings throws.
enum BosBaseLiteral {
  static func text(of value: BosBaseFilterValue) throws(BosBaseError) -> String {
    switch value {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value):
      guard value.magnitude <= UInt64(BosBaseJSON.largestExact) else {
        throw BosBaseError(.inexactNumber, "A filter compares doubles, which don't tell integers beyond 2^53 apart")
      }
      return String(value)
    case .number(let value):
      guard value.isFinite else { throw BosBaseError(.inexactNumber, "A filter can't hold an infinity or NaN") }
      return plain(value)
    case .text(let value): return try quoted(value)
    case .date(let value): return try quoted(try BosBaseDate.text(value))
    }
  }

  /// The value on the right of `~`: any text that contains it, with `%` and `_` for themselves.
  static func part(_ value: BosBaseFilterValue) throws(BosBaseError) -> String {
    guard case .text(let text) = value else { return try self.text(of: value) }
    // Without a "%" the server escapes the text, but not what looks escaped to it.
    guard text.utf8.contains(UInt8(ascii: "%")) else {
      if text.contains("\\_") { throw unclearPattern }
      return try quoted(text)
    }
    return try pattern([.any] + text.unicodeScalars.map { .scalar($0) } + [.any])
  }

  // MARK: Texts

  /// A text in single quotes.
  static func quoted(_ text: String) throws(BosBaseError) -> String {
    var quoted: [UInt8] = [UInt8(ascii: "'")]
    var isBehindBackslash = false
    for byte in text.utf8 {
      if byte == 0 { throw refusal("U+0000, which ends a filter") }
      if isBehindBackslash, isEscapable(byte) {
        throw refusal("a backslash in front of a quote, a backslash, n, r or t, which servers read differently")
      }
      if byte == UInt8(ascii: "'") { quoted.append(UInt8(ascii: "\\")) }
      isBehindBackslash = byte == UInt8(ascii: "\\")
      quoted.append(byte)
    }
    if isBehindBackslash { throw refusal("a backslash at its end, which would hide the closing quote") }
    quoted.append(UInt8(ascii: "'"))
    return String(decoding: quoted, as: UTF8.self)
  }

  /// Whether some server reads a backslash before a byte as the beginning of an escape.
  static func isEscapable(_ byte: UInt8) -> Bool { "'\"\\nrt".utf8.contains(byte) }

  /// A step of a pattern.
  enum Step: Equatable {
    /// Any text.
    case any
    /// Any character.
    case one
    /// A character.
    case scalar(Unicode.Scalar)
  }

  /// A pattern as the value of `~`. It must have an ``Step/any``, otherwise the server treats it as a part.
  static func pattern(_ steps: [Step]) throws(BosBaseError) -> String {
    var text = ""
    for step in steps {
      switch step {
      case .any: text.append("%")
      case .one: text.append("_")
      case .scalar("\\"): throw unclearPattern
      case .scalar(let scalar):
        if scalar == "%" || scalar == "_" { text.append("\\") }
        text.unicodeScalars.append(scalar)
      }
    }
    return try quoted(text)
  }

  private static var unclearPattern: BosBaseError {
    refusal("a backslash in a pattern or in front of \"_\", which servers read differently")
  }

  private static func refusal(_ what: String) -> BosBaseError {
    BosBaseError(.unsupportedFilter, "A text of the filter has \(what)")
  }

  // MARK: Numbers

  /// A finite number in decimal digits without an exponent.
  static func plain(_ value: Double) -> String {
    let text = value.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else { return text }
    let sign = value < 0 ? "-" : ""
    let mantissa = text[..<mark].drop { $0 == "-" }.split(separator: ".")
    let digits = mantissa.joined()
    let point = (mantissa.first?.count ?? 0) + exponent
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count { return sign + digits + String(repeating: "0", count: point - digits.count) }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }

  // MARK: Identifiers

  /// A name of a field, if it's one.
  static func identifier(_ name: String) throws(BosBaseError) -> String {
    guard let first = name.utf8.first, let last = name.utf8.last, isLetter(first) || first == UInt8(ascii: "@"),
      name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "@.:".utf8.contains($0) }),
      last != UInt8(ascii: "."), last != UInt8(ascii: ":"), !name.utf8.dropFirst().contains(UInt8(ascii: "@"))
    else {
      throw BosBaseError(
        .unsupportedFilter, "\"\(name)\" is no name of a field: letters, digits, \"_\", and \".\" and \":\" inside")
    }
    return name
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte > 0x40 || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
#endif
