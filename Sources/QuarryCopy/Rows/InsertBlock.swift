package import Quarry

/// Inserts a block of rows into a table whose columns are known only at run time, several with one statement, all of them
/// or none.
package struct InsertBlock: SQLCommand {
  /// The table's name.
  package let table: String
  /// The columns as written in the statement, quoted.
  package let columns: [String]
  package let block: RowBlock
  /// Whether the rows of one command can refer to each other in any order, on drivers without interactive
  /// transactions.
  package var defersForeignKeys = false

  package func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine {
    Machine(insert: self, rowsPerStatement: context.capabilities.rowsPerStatement(columns: columns.count))
  }

  /// The statement for a range of rows. A text that isn't UTF-8 is sent as a blob that the engine reads as text.
  fileprivate func statement(for rows: Range<Int>) -> SQLFragment {
    let cells = rows.lowerBound * block.columnCount..<rows.upperBound * block.columnCount
    let tuples = rows.map { row in
      let start = row * block.columnCount
      let parameters = columns.indices.map { block.invalidTexts.contains(start + $0) ? "CAST(? AS TEXT)" : "?" }
      return "(" + parameters.joined(separator: ", ") + ")"
    }
    return SQLFragment(
      raw: "INSERT INTO \(SQLIdentifier.quote(table)) (\(columns.joined(separator: ", "))) "
        + "VALUES " + tuples.joined(separator: ", "), values: Array(block.values[cells]))
  }

  /// One statement for as many rows as the driver accepts.
  package struct Machine: SQLCommandMachine {
    let insert: InsertBlock
    let rowsPerStatement: Int
    private let fullText: String
    private var row = 0
    private var mustDefer: Bool

    init(insert: InsertBlock, rowsPerStatement: Int) {
      self.insert = insert
      self.rowsPerStatement = rowsPerStatement
      mustDefer = insert.defersForeignKeys
      let hasFullStatement = insert.block.invalidTexts.isEmpty && insert.block.rowCount >= rowsPerStatement
      fullText = hasFullStatement ? insert.statement(for: 0..<rowsPerStatement).sql : ""
    }

    package var isAtomicGroup: Bool { insert.block.rowCount > rowsPerStatement || insert.defersForeignKeys }

    package mutating func next() -> SQLFragment? {
      if mustDefer {
        mustDefer = false
        return "PRAGMA defer_foreign_keys = ON"
      }
      let rows = row..<min(row + rowsPerStatement, insert.block.rowCount)
      guard !rows.isEmpty else { return nil }
      row = rows.upperBound
      if rows.count == rowsPerStatement, !fullText.isEmpty {
        let cells = rows.lowerBound * insert.block.columnCount..<rows.upperBound * insert.block.columnCount
        return SQLFragment(raw: fullText, values: Array(insert.block.values[cells]))
      }
      return insert.statement(for: rows)
    }

    package mutating func receive(_ row: inout SQLRowDecoder) {}
    package mutating func finish(_ result: StatementResult) {}
    package func output() -> Int { row }

    package mutating func independentStatements() -> [SQLFragment]? {
      var copy = self
      var statements: [SQLFragment] = []
      while let statement = copy.next() { statements.append(statement) }
      return statements
    }
  }
}
