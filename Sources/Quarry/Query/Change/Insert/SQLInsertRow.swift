/// The columns to which an insert gives values, and the values.
struct SQLInsertRow {
  /// The positions of the columns that get a value, in table order.
  var positions: [Int]
  /// Their values.
  var values: [SQLValue]

  /// Picks the columns to write.
  ///
  /// A column without a value is left out and gets its default. A generated column is never written. The key of a
  /// table with one integer key is left out if it is 0 or NULL, so that the engine assigns it. Every other key is
  /// written unchanged.
  init(_ columnValues: [SQLValue?], of table: SQLTable) {
    values = []
    values.reserveCapacity(columnValues.count)
    // Nil as long as no column was left out.
    var chosen: [Int]?
    for (position, value) in columnValues.enumerated() {
      if let value, !SQLInsertRow.isLeftOut(position, value, table) {
        values.append(value)
        chosen?.append(position)
      } else if chosen == nil {
        chosen = Array(0..<position)
      }
    }
    positions = chosen ?? table.facts.allPositions
  }

  private static func isLeftOut(_ position: Int, _ value: SQLValue, _ table: SQLTable) -> Bool {
    if table.facts.hasGeneratedColumns, table.columns[position].generated != nil { return true }
    guard position == table.facts.rowIDPosition else { return false }
    switch value {
    case .null, .integer(0): return true
    default: return false
    }
  }
}

extension SQLTable {
  /// `INSERT … VALUES (?, …), …`, or `INSERT … DEFAULT VALUES` when no column gets a value; with RETURNING of all columns
  /// when the key says so.
  func insertText(_ key: SQLStatementTexts.Key) -> String {
    cache.text(for: key) {
      let names = key.positions.map { columns[$0].quotedName }
      let text = SQLTableFacts.insert(names, into: target, rows: key.rows, algorithm: key.algorithm)
      return key.isReturning ? text + " RETURNING " + allColumns.sql : text
    }
  }
}

extension SQLTableFacts {
  /// `INSERT … VALUES (?, …), …`, or `INSERT … DEFAULT VALUES` without columns.
  ///
  /// - Parameter names: The quoted names of the columns.
  static func insert(
    _ names: [String], into target: String, rows: Int = 1, algorithm: SQLConflictAlgorithm? = nil
  ) -> String {
    var text = "INSERT "
    if let algorithm { text += "OR \(algorithm.rawValue) " }
    text += "INTO \(target) "
    if names.isEmpty { return text + "DEFAULT VALUES" }
    let row = "(" + Array(repeating: "?", count: names.count).joined(separator: ", ") + ")"
    text += "(\(names.joined(separator: ", "))) VALUES \(row)"
    for _ in 1..<max(rows, 1) { text += ", \(row)" }
    return text
  }
}
