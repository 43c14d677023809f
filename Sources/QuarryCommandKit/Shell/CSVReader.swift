#if Command
/// Reads CSV text that arrives in parts, record by record.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc4180>.
struct CSVReader {
  /// One field: its bytes, and whether it stood in quotes.
  struct Field: Hashable {
    var bytes: [UInt8] = []
    var isQuoted = false
  }

  /// One record: its fields, and the line of the text on which it begins, from 1.
  struct Record: Hashable {
    var fields: [Field]
    var line: Int
  }

  private enum State { case start, plain, quoted, afterQuote }

  private var state = State.start
  private var field = Field()
  private var record: [Field] = []
  private var records: [Record] = []
  /// The line that is read, and the one on which its record begins.
  private var line = 1
  private var firstLine = 1
  private var hasReturn = false
  private var isFirst = true

  /// Takes the next part of the text.
  ///
  /// - Parameter part: The bytes; none at the end of the text.
  /// - Returns: The records that it completes.
  /// - Throws: ``CommandError`` for a quote that has no end.
  mutating func take(_ part: some Collection<UInt8>) throws -> [Record] {
    if part.isEmpty {
      if state == .quoted {
        throw CommandError("line \(firstLine) of the file begins a record with a quote that isn't closed")
      }
      if state != .start || !record.isEmpty { endRecord() }
    }
    for byte in part { take(byte) }
    defer { records = [] }
    return records
  }

  private mutating func take(_ byte: UInt8) {
    let followsReturn = hasReturn
    hasReturn = byte == UInt8(ascii: "\r")
    if hasReturn || byte == UInt8(ascii: "\n") && !followsReturn { line += 1 }
    if state == .quoted {
      if byte == UInt8(ascii: "\"") { state = .afterQuote } else { field.bytes.append(byte) }
      return
    }
    switch byte {
    case UInt8(ascii: "\""):
      if state == .start || isMark {
        field = Field(isQuoted: true)
        state = .quoted
      } else {
        // A quote that is doubled, or one in the middle of a field without quotes.
        field.bytes.append(byte)
        if state == .afterQuote { state = .quoted }
      }
    case UInt8(ascii: ","):
      endField()
      state = .start
    case UInt8(ascii: "\r"): endRecord()
    case UInt8(ascii: "\n"): if !followsReturn { endRecord() }
    default:
      field.bytes.append(byte)
      state = state == .afterQuote ? .afterQuote : .plain
    }
  }

  /// Whether the text has nothing yet but a byte order mark.
  private var isMark: Bool { isFirst && record.isEmpty && field.bytes == [0xEF, 0xBB, 0xBF] }

  private mutating func endField() {
    if isFirst, record.isEmpty, field.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { field.bytes.removeFirst(3) }
    record.append(field)
    field = Field()
  }

  private mutating func endRecord() {
    endField()
    // An empty line is no record.
    if record != [Field()] { records.append(Record(fields: record, line: firstLine)) }
    record = []
    firstLine = line
    isFirst = false
    state = .start
  }
}
#endif
