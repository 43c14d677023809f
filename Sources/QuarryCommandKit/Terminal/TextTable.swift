#if Command
/// A readable table: aligned columns under a header.
struct TextTable {
  /// The alignment of a column's texts.
  enum Alignment { case left, right }

  /// One cell: its text, and its style.
  struct Cell {
    var text: String
    var style: TextStyle?
    var isRight: Bool?

    init(_ text: String, _ style: TextStyle? = nil, isRight: Bool? = nil) {
      self.text = text
      self.style = style
      self.isRight = isRight
    }
  }

  var header: [String]
  var alignments: [Alignment]
  private(set) var rows: [[Cell]] = []

  init(_ header: [String], alignments: [Alignment] = []) {
    self.header = header
    self.alignments = alignments + Array(repeating: .left, count: max(0, header.count - alignments.count))
  }

  mutating func append(_ row: [Cell]) { rows.append(row) }

  mutating func append(_ row: [String]) { rows.append(row.map { Cell($0) }) }

  /// Writes the table.
  ///
  /// - Parameter console: The console, whose width limits the table. Wide columns are cut to fit.
  func render(for console: Console) -> String {
    let widths = fit(console.width)
    var text = line(header.map { Cell($0, .bold) }, widths, console)
    text += console.styled(widths.map { String(repeating: "─", count: $0) }.joined(separator: "──"), .dim) + "\n"
    for row in rows { text += line(row, widths, console) }
    return text
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ console: Console) -> String {
    var parts: [String] = []
    for (index, width) in widths.enumerated() {
      let cell = index < cells.count ? cells[index] : Cell("")
      let cut = DisplayWidth.cut(cell.text, to: width)
      let isLast = index == widths.count - 1
      let isRight = cell.isRight ?? (alignments[index] == .right)
      let padded = isLast && !isRight ? cut : DisplayWidth.pad(cut, to: width, right: isRight)
      parts.append(cell.style.map { console.styled(padded, $0) } ?? padded)
    }
    return parts.joined(separator: "  ") + "\n"
  }

  /// The width of each column: its full width, or a fair share if the whole doesn't fit.
  private func fit(_ limit: Int?) -> [Int] {
    let needed = header.indices.map { column in
      rows.reduce(max(1, DisplayWidth.of(header[column]))) { width, row in
        column < row.count ? max(width, DisplayWidth.of(row[column].text)) : width
      }
    }
    let gaps = 2 * max(0, needed.count - 1)
    guard let limit, needed.reduce(gaps, +) > limit else { return needed }
    // Columns that need less than an equal share keep what they need; the others share the rest.
    var widths = needed
    var open = Set(needed.indices)
    var room = max(limit - gaps, needed.count)
    while !open.isEmpty {
      let share = max(1, room / open.count)
      let small = open.filter { needed[$0] <= share }
      if small.isEmpty {
        for column in open { widths[column] = share }
        break
      }
      for column in small {
        room -= needed[column]
        open.remove(column)
      }
    }
    return widths
  }
}
#endif
