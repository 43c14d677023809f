#if Command
internal import Quarry

/// A place in SQL text.
struct SQLPlace {
  /// The line, from 1.
  let line: Int
  /// The text of the line, and below it a caret under the place.
  let pointer: String

  init(text: String, offset: Int) {
    let bytes = Array(text.utf8)
    let position = min(max(offset, 0), bytes.count)
    let before = bytes[..<position]
    line = 1 + before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
    // Long lines are cut around the place.
    let from = max(start, position - 60)
    let to = min(end, position + 40)
    let left = CellText.visible(String(decoding: bytes[from..<position], as: UTF8.self))
    let right = CellText.visible(String(decoding: bytes[position..<to], as: UTF8.self))
    pointer = "  \(left)\(right)\n  \(String(repeating: " ", count: DisplayWidth.of(left)))^\n"
  }
}
#endif
