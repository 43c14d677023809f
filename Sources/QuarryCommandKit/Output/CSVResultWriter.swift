#if Command
internal import Quarry

/// Writes each result as CSV lines under a header, with an empty line between two results.
struct CSVResultWriter: ResultWriter {
  let console: Console
  private var hasWritten = false
  private var hasColumns = false

  init(console: Console) { self.console = console }

  mutating func begin(columns: [String]) {
    hasColumns = !columns.isEmpty
    guard hasColumns else { return }
    if hasWritten { console.output("\r\n") }
    hasWritten = true
    console.output(columns.map { CellText.csv($0) }.joined(separator: ",") + "\r\n")
  }

  mutating func write(_ batch: SQLRowBatch) {
    guard hasColumns else { return }
    var text = ""
    for row in 0..<batch.rowCount {
      for column in 0..<batch.columnCount {
        if column > 0 { text += "," }
        text += CellText.csv(CellText.Content(batch.cell(row: row, column: column)))
      }
      text += "\r\n"
    }
    console.output(text)
  }

  mutating func end(changedRows: Int64?) {}
  mutating func finish() {}
}
#endif
