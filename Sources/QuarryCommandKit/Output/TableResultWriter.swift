internal import Quarry

/// Writes each result as a table; one that is too wide for the terminal, as a block of lines for each row.
struct TableResultWriter: ResultWriter {
  /// How many rows are held to find the widths of the columns; longer results come in blocks.
  static let blockSize = 10_000

  let console: Console
  private var columns: [String] = []
  private var table = TextTable([])
  private var rows = 0
  private var results = 0

  init(console: Console) { self.console = console }

  mutating func begin(columns: [String]) {
    self.columns = columns.map { CellText.visible($0) }
    table = TextTable(self.columns)
    rows = 0
    if results > 0 { console.print() }
    results += 1
  }

  mutating func write(_ batch: SQLRowBatch) {
    for row in 0..<batch.rowCount {
      table.append(
        columns.indices.map { CellText.table(CellText.Content(batch.cell(row: row, column: $0))) })
      rows += 1
      if table.rows.count >= Self.blockSize { flush() }
    }
  }

  mutating func end(changedRows: Int64?) {
    if !columns.isEmpty {
      if rows == 0 || !table.rows.isEmpty { flush() }
      let changed = changedRows.map { ", \($0) changed" } ?? ""
      console.print(console.styled("(\(Grouped.text(rows)) row\(rows == 1 ? "" : "s")\(changed))", .dim))
    } else if let changedRows {
      console.print(console.styled("ok, \(changedRows) row\(changedRows == 1 ? "" : "s") changed", .dim))
    } else {
      console.print(console.styled("ok", .dim))
    }
  }

  mutating func finish() {}

  private mutating func flush() {
    console.output(isTooWide ? records() : table.render(for: console))
    table = TextTable(columns)
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
        let value = cell.style.map { console.styled(cell.text, $0) } ?? cell.text
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
