#if Identity
/// A part of a hand-written filter.
enum BosBaseFilterPiece: Sendable {
  /// Text of the program.
  case code(String)
  /// A value.
  case value(BosBaseFilterValue)
  /// The name of a column.
  case column(String)
  /// Another filter.
  case filter(BosBaseFilter)
}

/// Joins the parts of a hand-written filter. It reads each byte of the program's text once.
///
/// A value can only be an operand: in quotes or after a comment it would be read as text, or would end it. A mixture
/// of `&&` and `||` without parentheses means something else to the database than it says.
struct BosBaseFilterText {
  private var text = ""
  /// The quote that encloses the current place.
  private var quote: UInt8?
  /// The operator of each open level.
  private var levels: [UInt8?] = [nil]
  /// Whether the last operator of the program's text was `~` or `!~`.
  private var isBehindTilde = false

  static func join(_ pieces: [BosBaseFilterPiece]) throws(BosBaseError) -> String {
    var filter = BosBaseFilterText()
    for piece in pieces { try filter.append(piece) }
    return try filter.finished()
  }

  /// Replaces each name by its value.
  static func bind(_ text: String, _ values: [String: any BosBaseFilterable]) throws(BosBaseError) -> String {
    var pieces: [BosBaseFilterPiece] = []
    var unused = Set(values.keys)
    var rest = text[...]
    while let start = rest.firstRange(of: "{:") {
      pieces.append(.code(String(rest[..<start.lowerBound])))
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "}") else { throw invalid("A name in the filter has no closing brace") }
      let name = String(rest[..<end])
      guard let value = values[name] else { throw invalid("The filter has the name \"\(name)\", which has no value") }
      unused.remove(name)
      pieces.append(.value(value.filterValue))
      rest = rest[rest.index(after: end)...]
    }
    pieces.append(.code(String(rest)))
    guard let name = unused.min() else { return try join(pieces) }
    throw invalid("The filter doesn't have the name \"\(name)\", which has a value")
  }

  private mutating func append(_ piece: BosBaseFilterPiece) throws(BosBaseError) {
    if case .code(let code) = piece { return try scan(code) }
    guard quote == nil else { throw Self.invalid("A value or a name is inside of quotes; leave the quotes out") }
    let part: String =
      switch piece {
      case .code(let code): code
      case .value(let value): isBehindTilde ? try BosBaseLiteral.part(value) : try BosBaseLiteral.text(of: value)
      case .column(let name): try BosBaseLiteral.identifier(name)
      case .filter(let filter): try filter.text()
      }
    // Nothing beside it becomes part of it.
    text += " \(part) "
    isBehindTilde = false
  }

  private mutating func scan(_ code: String) throws(BosBaseError) {
    var previous: UInt8 = 0
    for byte in code.utf8 {
      if let open = quote {
        if previous == UInt8(ascii: "\\"), BosBaseLiteral.isEscapable(byte) {
          throw Self.invalid("A text in the filter has a backslash that servers read differently; bind the text")
        }
        if byte == open { quote = nil }
      } else {
        try scan(byte, behind: previous)
      }
      if byte == 0 { throw Self.invalid("The filter has U+0000, which ends it") }
      previous = byte
    }
    text += code
  }

  private mutating func scan(_ byte: UInt8, behind previous: UInt8) throws(BosBaseError) {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      quote = byte
      isBehindTilde = false
    case UInt8(ascii: "("): levels.append(nil)
    case UInt8(ascii: ")"):
      levels.removeLast()
      guard !levels.isEmpty else { throw Self.invalid("The filter closes a parenthesis that isn't open") }
    case UInt8(ascii: "&"), UInt8(ascii: "|"):
      guard previous == byte else { return }
      let level = levels.count - 1
      guard levels[level] == nil || levels[level] == byte else {
        throw Self.invalid("The filter mixes && and ||; put parentheses around the parts that belong together")
      }
      levels[level] = byte
      isBehindTilde = false
    case UInt8(ascii: "/") where previous == byte: throw Self.invalid("The filter has a comment")
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      throw Self.invalid("The filter has a backslash or a brace outside of quotes")
    case UInt8(ascii: "~"): isBehindTilde = true
    case 0x20, 0x09, 0x0A, 0x0D: break
    default: isBehindTilde = false
    }
  }

  private func finished() throws(BosBaseError) -> String {
    guard quote == nil else { throw Self.invalid("The filter has a quote that isn't closed") }
    guard levels.count == 1 else { throw Self.invalid("The filter has a parenthesis that isn't closed") }
    guard text.utf8.contains(where: { $0 > 0x20 }) else { throw Self.invalid("The filter is empty; leave it out") }
    return text
  }

  private static func invalid(_ message: String) -> BosBaseError { BosBaseError(.invalidFilter, message) }
}
#endif
