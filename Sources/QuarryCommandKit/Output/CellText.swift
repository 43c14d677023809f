#if Command
internal import Quarry
internal import QuarryWire

/// The text of a cell, for users and programs.
enum CellText {
  /// A value with its text, even if it isn't UTF-8.
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

  /// A cell of a table. `NULL`, blobs and texts that aren't UTF-8 look different from every text, each as the SQL
  /// that makes it.
  static func table(_ content: Content) -> TextTable.Cell {
    switch content {
    case .value(.null): TextTable.Cell("NULL", .dim)
    case .value(.integer(let value)): TextTable.Cell(String(value), isRight: true)
    case .value(.real(let value)): TextTable.Cell(real(value), isRight: true)
    case .value(.blob(let bytes)): TextTable.Cell(blob(bytes), .cyan)
    case .invalidText(let bytes): TextTable.Cell(invalidText(bytes), .red)
    case .value(.text(let text)):
      // A text that could be taken for something else is shown as the literal that it would be in SQL.
      TextTable.Cell(visible(looksLikeOther(text) ? SQLIdentifier.quoteText(text) : text))
    }
  }

  /// A blob as SQL writes it.
  private static func blob(_ bytes: [UInt8]) -> String { "x'\(hexadecimal(bytes))'" }

  /// A text that isn't UTF-8, as the SQL that makes it from its bytes.
  private static func invalidText(_ bytes: [UInt8]) -> String { "CAST(\(blob(bytes)) AS TEXT)" }

  /// Whether a text looks like NULL, a literal, a blob or a text that isn't UTF-8.
  private static func looksLikeOther(_ text: String) -> Bool {
    text.isEmpty || text == "NULL" || text.hasPrefix("'") || text.hasPrefix("x'") || text.hasPrefix("CAST(x'")
  }

  /// The text with control characters made visible, so that a value can't break a line or control a terminal.
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
  static func json(_ content: Content) -> JSONValue {
    switch content {
    case .value(.null): .null
    case .value(.integer(let value)): .integer(value)
    case .value(.real(let value)): .double(value)
    case .value(.text(let text)): .string(text)
    case .value(.blob(let bytes)): .object([("blob", .string(hexadecimal(bytes)))])
    case .invalidText(let bytes): .object([("invalidText", .string(hexadecimal(bytes)))])
    }
  }

  /// A field of a CSV line. A quoted field is always a text. Without quotes, NULL is empty, a blob is `x'00ff'`, and
  /// a text that isn't UTF-8 is `CAST(x'ff' AS TEXT)`.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc4180>.
  static func csv(_ content: Content) -> String {
    switch content {
    case .value(.null): ""
    case .value(.integer(let value)): String(value)
    case .value(.real(let value)): real(value)
    case .value(.blob(let bytes)): blob(bytes)
    case .invalidText(let bytes): invalidText(bytes)
    case .value(.text(let text)): csv(text)
    }
  }

  /// A text as a CSV field, quoted if it could be read as something else, such as a number.
  static func csv(_ text: String) -> String {
    let needsQuotes =
      text.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D } || text.utf8.first == 0x20
      || text.utf8.last == 0x20 || looksLikeOther(text) || looksLikeNumber(text)
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  private static func looksLikeNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    let isNear = (0x30...0x39).contains(first) || "+-.IiNn".utf8.contains(first)
    return isNear && Double(text) != nil || text == "Inf" || text == "-Inf"
  }
}
#endif
