internal import Quarry

/// A cell as it is shown to people and programs.
enum CellText {
  /// A value with its text, kept also where it is not UTF-8.
  enum Content: Sendable {
    case value(SQLValue)
    case invalidText([UInt8])

    init(_ cell: SQLCell) {
      if let value = try? cell.value() {
        self = .value(value)
      } else {
        self = .invalidText(cell.withBytes { Array($0) })
      }
    }
  }

  /// The hexadecimal digits of bytes.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A cell of a table: `NULL` and blobs stand out from every text.
  static func table(_ content: Content) -> TextTable.Cell {
    switch content {
    case .value(.null): return TextTable.Cell("NULL", .dim)
    case .value(.integer(let value)): return TextTable.Cell(String(value), isRight: true)
    case .value(.real(let value)): return TextTable.Cell(real(value), isRight: true)
    case .value(.blob(let bytes)): return TextTable.Cell("x'\(hexadecimal(bytes))'", .cyan)
    case .invalidText(let bytes):
      return TextTable.Cell(visible(String(decoding: bytes, as: UTF8.self)), .red)
    case .value(.text(let text)):
      // A text that could be taken for something else is shown as the literal that it would be in SQL.
      let isAmbiguous = text.isEmpty || text == "NULL" || text.hasPrefix("'") || text.hasPrefix("x'")
      return TextTable.Cell(visible(isAmbiguous ? SQLIdentifier.quoteText(text) : text))
    }
  }

  /// The text with control characters made visible, so that a value can neither break a line nor speak to a terminal.
  static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        result.append(scalar)
      } else if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
        result.append(picture)
      } else {
        result.append(scalar.value == 0x7F ? "\u{2421}" : "\u{FFFD}")
      }
    }
    return String(result)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
  }

  /// The shortest text that reads back as the same double.
  static func real(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-Inf" : "Inf" }
    return "\(value)"
  }

  /// A JSON value: integers with all their digits, a blob as `{"blob": "00ff"}`.
  static func json(_ content: Content) -> JSONText {
    switch content {
    case .value(.null): .null
    case .value(.integer(let value)): .integer(value)
    case .value(.real(let value)): .real(value)
    case .value(.text(let text)): .string(text)
    case .value(.blob(let bytes)): .object([("blob", .string(hexadecimal(bytes)))])
    case .invalidText(let bytes): .object([("invalidText", .string(hexadecimal(bytes)))])
    }
  }

  /// A field of a CSV line: NULL is empty, an empty text is `""`.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc4180>.
  static func csv(_ content: Content) -> String {
    switch content {
    case .value(.null): return ""
    case .value(.integer(let value)): return String(value)
    case .value(.real(let value)): return real(value)
    case .value(.blob(let bytes)): return "x'\(hexadecimal(bytes))'"
    case .invalidText(let bytes): return csv(String(decoding: bytes, as: UTF8.self))
    case .value(.text(let text)): return csv(text)
    }
  }

  /// A text as a CSV field.
  static func csv(_ text: String) -> String {
    let special: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D]
    let needsQuotes =
      text.isEmpty || text.utf8.contains { special.contains($0) } || text.first == " "
      || text.last == " "
    return needsQuotes ? SQLIdentifier.quote(text) : text
  }
}
