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
    statementTexts.text(for: key) {
      var text = "INSERT "
      if let algorithm = key.algorithm { text += "OR \(algorithm.rawValue) " }
      text += "INTO \(target) "
      if key.positions.isEmpty {
        text += "DEFAULT VALUES"
      } else {
        let names = key.positions.map { SQLIdentifier.quote(columns[$0].name) }.joined(separator: ", ")
        let row = "(" + Array(repeating: "?", count: key.positions.count).joined(separator: ", ") + ")"
        text += "(\(names)) VALUES \(row)"
        for _ in 1..<max(key.rows, 1) { text += ", \(row)" }
      }
      return key.isReturning ? text + " RETURNING " + allColumns.sql : text
    }
  }
}
