/// Iterates over the lines of a file, without their line breaks.
struct LogicTestLines {
  private let bytes: [UInt8]
  private var position = 0
  /// The number of the last line that ``next()`` returned, from 1.
  private(set) var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A mark of the encoding is no part of the first line.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns the bytes of the next line, or `nil` at the end.
  mutating func next() -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    var line = bytes[position..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    position = end + 1
    number += 1
    return line
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line contains only white space.
  var isBlankLine: Bool { allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

  /// Whether a line begins the expected result.
  var isSeparator: Bool {
    count >= 4 && starts(with: [0x2D, 0x2D, 0x2D, 0x2D]) && dropFirst(4).isBlankLine
  }
}
