internal import Quarry

/// Inserts a block of rows into a table whose columns are known only at run time, in one call.
struct InsertBlock: SQLCommand {
  /// The table's name.
  let table: String
  /// The columns as they stand in the statement, quoted.
  let columns: [String]
  let block: RowBlock

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine { Machine(insert: self) }

  /// The statement for one row. A text that is not UTF-8 goes as a blob that the engine takes for text.
  fileprivate func statement(for row: Int) -> SQLFragment {
    let start = row * block.columnCount
    let parameters = columns.indices.map { block.invalidTexts.contains(start + $0) ? "CAST(? AS TEXT)" : "?" }
    return SQLFragment(
      raw: "INSERT INTO \(SQLIdentifier.quote(table)) (\(columns.joined(separator: ", "))) "
        + "VALUES (\(parameters.joined(separator: ", ")))",
      values: Array(block[row]))
  }

  /// One statement for each row.
  struct Machine: SQLCommandMachine {
    let insert: InsertBlock
    private let text: String
    private var row = 0

    init(insert: InsertBlock) {
      self.insert = insert
      text = insert.block.rowCount > 0 ? insert.plainText : ""
    }

    /// The caller stands in a transaction.
    var isAtomicGroup: Bool { false }

    mutating func next() -> SQLFragment? {
      guard row < insert.block.rowCount else { return nil }
      defer { row += 1 }
      if insert.block.invalidTexts.isEmpty { return SQLFragment(raw: text, values: Array(insert.block[row])) }
      return insert.statement(for: row)
    }

    mutating func receive(_ row: inout SQLRowDecoder) {}
    mutating func finish(_ result: StatementResult) {}
    func output() -> Int { row }
  }

  private var plainText: String {
    "INSERT INTO \(SQLIdentifier.quote(table)) (\(columns.joined(separator: ", "))) "
      + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }
}
