public import Quarry

/// The whole answer to one statement.
public struct StatementAnswer: Sendable {
  /// The names of the columns, and their declared types where the protocol tells; empty for a statement without rows.
  public var columns: [ColumnDescription] = []
  /// The rows.
  public var rows = RowStore(columnCount: 0)
  /// What the statement did.
  public var result = StatementResult(affectedRows: 0, lastInsertedRowID: 0)

  /// Creates an answer; without arguments, that of a statement which has no rows and changed nothing.
  public init(
    columns: [ColumnDescription] = [], rows: RowStore = RowStore(columnCount: 0),
    result: StatementResult = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
  ) {
    (self.columns, self.rows, self.result) = (columns, rows, result)
  }

  /// The answer as the core takes it from a batch.
  func batched(knowsResult: Bool) -> BatchedAnswer {
    var batch: SQLRowBatch?
    if rows.rowCount > 0 {
      let filled = SQLRowBatch()
      filled.removeAllRows(columnCount: rows.columnCount)
      rows.copy(0..<rows.rowCount, into: filled)
      batch = filled
    }
    return BatchedAnswer(result: knowsResult ? result : nil, columns: columns, rows: batch)
  }
}
