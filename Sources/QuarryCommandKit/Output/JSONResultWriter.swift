#if Command
internal import Quarry
internal import QuarryWire

/// Writes one JSON array with an object for each statement: `columns`, `rows` and `changes`.
///
/// Rows are objects. A name that occurs twice gets a number, so that no value is lost.
struct JSONResultWriter: ResultWriter {
  let console: Console
  private var results = 0
  private var rows = 0
  private var keys: [String] = []
  private var isOpen = false

  init(console: Console) { self.console = console }

  mutating func begin(columns: [String]) {
    keys = Self.unique(columns)
    rows = 0
    let list = JSONValue.array(keys.map { .string($0) }).text(pretty: false)
    console.output((results == 0 ? "[" : ",") + "\n{\"columns\": \(list), \"rows\": [")
    results += 1
    isOpen = true
  }

  mutating func write(_ batch: SQLRowBatch) {
    var text = ""
    for row in 0..<batch.rowCount {
      text += rows == 0 ? "\n  " : ",\n  "
      rows += 1
      let object = JSONValue.object(
        keys.indices.map { (keys[$0], CellText.json(CellText.Content(batch.cell(row: row, column: $0)))) })
      text += object.text(pretty: false)
    }
    console.output(text)
  }

  mutating func end(changedRows: Int64?) {
    isOpen = false
    console.output((rows > 0 ? "\n" : "") + "], \"changes\": \(changedRows ?? 0)}")
  }

  /// Closes the array. The result of a statement that failed halfway is closed too, and says so.
  mutating func finish() {
    if isOpen { console.output((rows > 0 ? "\n" : "") + "], \"complete\": false}") }
    console.output(results == 0 ? "[]\n" : "\n]\n")
  }

  /// The names, with `:1`, `:2`, … after repeated ones.
  static func unique(_ names: [String]) -> [String] {
    var used: Set<String> = []
    return names.map { name in
      var candidate = name
      var number = 0
      while !used.insert(candidate).inserted {
        number += 1
        candidate = "\(name):\(number)"
      }
      return candidate
    }
  }
}
#endif
