internal import Quarry

/// A JSON value whose integers keep all 64 bits and whose keys keep their order.
indirect enum JSONText: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// The value as text.
  ///
  /// - Parameter pretty: whether objects and arrays are spread over lines.
  func text(pretty: Bool = true) -> String {
    var text = ""
    write(to: &text, indent: pretty ? 0 : nil)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .real(let value): text += Self.number(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indent) { $1.write(to: &$0, indent: $2) }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indent) { text, member, indent in
        Self.write(member.0, to: &text)
        text += indent == nil ? ":" : ": "
        member.1.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indent: Int?,
    _ body: (inout String, Element, Int?) -> Void
  ) {
    text += open
    guard !elements.isEmpty else {
      text += close
      return
    }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
      body(&text, element, indent.map { $0 + 1 })
    }
    if let indent { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  /// The shortest number that reads back as the same double. JSON has no infinities; SQLite reads 9e999 as one.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "null" }
    if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
    return "\(value)"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A string, or null.
  init(_ string: String?) { self = string.map { .string($0) } ?? .null }
  /// An integer, or null.
  init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
}
