internal import Quarry
internal import QuarryWire

/// Rows whose first cell has a letter for the type of each other cell.
enum RqliteTaggedRows {
  /// Reads the rows of a result into an answer, without the first column.
  static func read(_ reader: inout JSONReader, _ answer: inout StatementAnswer, spellsTexts: Bool) throws {
    let count = answer.columns.count - 1
    answer.rows = RowStore(columnCount: count)
    let first = try reader.required()
    if first == .null { return }
    guard first == .beginArray else { throw RqliteAnswer.Mismatch(what: "values is no array") }
    while true {
      switch try reader.required() {
      case .endArray: return
      case .beginArray: break
      default: throw RqliteAnswer.Mismatch(what: "a row is no array")
      }
      guard case .string(let tags) = try reader.required(), tags.utf8.count == count else {
        throw RqliteAnswer.Mismatch(what: "a row does not tell the classes of its values")
      }
      for tag in tags.utf8 { try cell(tag, try reader.required(), &answer.rows, spellsTexts) }
      guard try reader.required() == .endArray, answer.rows.endRow() else {
        throw RqliteAnswer.Mismatch(what: "a row has not one cell for each column")
      }
    }
  }

  private static func cell(
    _ tag: UInt8, _ token: JSONToken, _ rows: inout RowStore, _ spellsTexts: Bool
  ) throws {
    switch (tag, token) {
    case (UInt8(ascii: "n"), .null): rows.appendNull()
    case (UInt8(ascii: "i"), .integer(let integer)): rows.append(integer)
    case (UInt8(ascii: "r"), .integer(let integer)): rows.append(Double(integer))
    case (UInt8(ascii: "r"), .double(let real)) where real.isFinite: rows.append(real)
    case (UInt8(ascii: "r"), .string("Inf")): rows.append(Double.infinity)
    case (UInt8(ascii: "r"), .string("-Inf")): rows.append(-Double.infinity)
    case (UInt8(ascii: "t"), .string(let text)) where spellsTexts: rows.append(textBytes: try bytes(text))
    case (UInt8(ascii: "t"), .string(let text)):
      if text.unicodeScalars.contains("\u{FFFD}") { rows.hasReplacements = true }
      rows.append(text)
    case (UInt8(ascii: "b"), .string(let text)): rows.append(try bytes(text))
    default: throw RqliteAnswer.Mismatch(what: "a value isn't of the type that the row names")
    }
  }

  private static func bytes(_ digits: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.utf8.count / 2)
    var high: UInt8?
    for digit in digits.utf8 {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: throw RqliteAnswer.Mismatch(what: "a byte is no hexadecimal number")
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    guard high == nil else { throw RqliteAnswer.Mismatch(what: "half of a byte is missing") }
    return bytes
  }
}
