#if Command && Macros
import Foundation

/// Reads a CSV file row by row, however long it is. Fields may be in quotes, and then hold commas, line breaks and doubled
/// quotes (RFC 4180).
struct CSVReader {
  /// A row with the line on which it begins, from 1.
  struct Row {
    var line: Int
    var fields: [String]
  }

  private let file: FileHandle
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1

  init(path: String) throws {
    file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  }

  /// The next row; `nil` at the end. Empty lines are left out.
  mutating func next() throws -> Row? {
    while let row = try nextLine() {
      if row.fields != [""] { return row }
    }
    return nil
  }

  private mutating func nextLine() throws -> Row? {
    var row = Row(line: line, fields: [])
    var field: [UInt8] = []
    var isQuoted = false
    var isEmpty = true
    func text() -> String { String(decoding: field, as: UTF8.self) }
    while let byte = try nextByte() {
      isEmpty = false
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        // A doubled quote is one quote; any other one ends the quoted text.
        if try peek() == UInt8(ascii: "\"") { field.append(try nextByte() ?? byte) } else { isQuoted = false }
      case _ where isQuoted: field.append(byte)
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: ","):
        row.fields.append(text())
        field = []
      case UInt8(ascii: "\n"):
        row.fields.append(text())
        return row
      case UInt8(ascii: "\r"): continue
      default: field.append(byte)
      }
    }
    if isEmpty { return nil }
    if isQuoted { throw WrongRow(reason: "line \(row.line): a quote is never closed") }
    row.fields.append(text())
    return row
  }

  private mutating func peek() throws -> UInt8? {
    if position == bytes.count {
      bytes = [UInt8](try file.read(upToCount: 64 << 10) ?? Data())
      position = 0
    }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func nextByte() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    return byte
  }
}
#endif
