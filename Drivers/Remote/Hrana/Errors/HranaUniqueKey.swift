import Quarry

/// The table and columns in the error of a UNIQUE. Servers use the same text and code for a PRIMARY KEY.
struct HranaUniqueKey: Hashable {
  let table: String
  let columns: [String]

  /// Reads the text of an error, or returns `nil` if it names an index.
  init?(_ message: String) {
    let mark = "UNIQUE constraint failed: "
    guard message.hasPrefix(mark) else { return nil }
    let names = message.dropFirst(mark.count).split(separator: ", ").map(String.init)
    guard let first = names.first, let dot = first.firstIndex(of: "."), !first.hasPrefix("index '") else { return nil }
    let table = String(first[..<dot])
    guard names.allSatisfy({ $0.hasPrefix(table + ".") }) else { return nil }
    self.table = table
    columns = names.map { String($0.dropFirst(table.count + 1)) }
  }

  /// The query for the table's columns.
  var question: String {
    let quoted = table.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    return "PRAGMA table_info(\"\(quoted)\")"
  }

  /// The code of the key, from the response to the query.
  func code(_ answer: HranaStatementResult) -> DatabaseError.EngineCode {
    guard let name = answer.columns.firstIndex(where: { $0.name == "name" }),
      let place = answer.columns.firstIndex(where: { $0.name == "pk" })
    else { return .constraintUnique }
    var key: [(place: Int64, name: String)] = []
    var all: [String] = []
    for row in 0..<answer.rows.rowCount {
      guard let text = answer.rows.text(row: row, column: name) else { continue }
      all.append(text.lowercased())
      if let number = answer.rows.integer(row: row, column: place), number > 0 { key.append((number, text)) }
    }
    let primary = key.sorted { $0.place < $1.place }.map { $0.name.lowercased() }
    if primary == columns.map({ $0.lowercased() }) { return .constraintPrimaryKey }
    // The rowid itself, which is no column.
    if columns == ["rowid"], !all.contains("rowid") { return DatabaseError.EngineCode(rawValue: 2579) }
    return .constraintUnique
  }
}
