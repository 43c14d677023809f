#if Command
internal import Quarry

/// Writes each result as a table, or, if it is too wide for the terminal, as a block of lines for each row.
struct TableResultWriter: ResultWriter {
  /// The number of rows to hold for finding the widths of the columns. Longer results are written in blocks.
  static let blockSize = 10_000
  /// The number of bytes of text to hold for that.
  static let blockBytes = 4 * 1024 * 1024

  let console: Console
  private var columns: [String] = []
  private var table = TextTable([])
  private var rows = 0
  private var bytes = 0
  private var results = 0
  /// The line of the last statements without columns, and their number, so that many changes make one line.
  private var pending: (line: String, count: Int)?

  init(console: Console) { self.console = console }

  mutating func begin(columns: [String]) {
    self.columns = columns.map { CellText.visible($0) }
    table = TextTable(self.columns)
    rows = 0
    guard !columns.isEmpty else { return }
    writePending()
    if results > 0 { console.print() }
    results += 1
  }

  mutating func write(_ batch: SQLRowBatch) {
    for row in 0..<batch.rowCount {
      table.append(
        columns.indices.map { column in
          var cell = CellText.table(CellText.Content(batch.cell(row: row, column: column)))
          if let width = console.width { cell.text = DisplayWidth.cut(cell.text, to: width) }
          bytes += cell.text.utf8.count
          return cell
        })
      rows += 1
      if table.rows.count >= Self.blockSize || bytes >= Self.blockBytes { flush() }
    }
  }

  mutating func end(changedRows: Int64?) {
    if !columns.isEmpty {
      if rows == 0 || !table.rows.isEmpty { flush() }
      let changed = changedRows.map { ", \($0) changed" } ?? ""
      console.print(console.styled("(\(Grouped.text(rows)) row\(rows == 1 ? "" : "s")\(changed))", .dim))
    } else {
      let line = changedRows.map { "ok, \($0) row\($0 == 1 ? "" : "s") changed" } ?? "ok"
      if pending?.line != line { writePending() }
      pending = (line, (pending?.count ?? 0) + 1)
    }
  }

  mutating func finish() { writePending() }

  private mutating func writePending() {
    guard let (line, count) = pending else { return }
    pending = nil
    if results > 0 { console.print() }
    results += 1
    console.print(console.styled(line + (count > 1 ? " (\(Grouped.text(count, "statement")))" : ""), .dim))
  }

  private mutating func flush() {
    console.output(isTooWide ? records() : table.render(for: console))
    table = TextTable(columns)
    bytes = 0
  }

  /// Whether the columns would be cut to less than ten characters each.
  private var isTooWide: Bool {
    guard let width = console.width, columns.count > 1 else { return false }
    return columns.count * 12 > width && table.isWider(than: width)
  }

  private func records() -> String {
    let nameWidth = columns.map { DisplayWidth.of($0) }.max() ?? 0
    let first = rows - table.rows.count
    var text = ""
    for (index, row) in table.rows.enumerated() {
      text += console.styled("── row \(first + index + 1) ", .dim) + "\n"
      for (column, cell) in row.enumerated() {
        let cut = console.width.map { DisplayWidth.cut(cell.text, to: max(10, $0 - nameWidth - 2)) } ?? cell.text
        let value = cell.style.map { console.styled(cut, $0) } ?? cut
        text += console.styled(DisplayWidth.pad(columns[column], to: nameWidth), .bold) + "  " + value + "\n"
      }
    }
    return text
  }
}

extension TextTable {
  /// Whether the columns need more room than a width.
  func isWider(than width: Int) -> Bool {
    let needed = header.indices.map { column in
      rows.reduce(DisplayWidth.of(header[column])) { widest, row in
        column < row.count ? max(widest, DisplayWidth.of(row[column].text)) : widest
      }
    }
    return needed.reduce(2 * max(0, needed.count - 1), +) > width
  }
}
#endif
