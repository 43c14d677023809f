public import Quarry

/// The whole response to one statement.
public struct StatementAnswer: Sendable {
  /// The names of the columns, and their declared types if the protocol has them. Empty for a statement without rows.
  public var columns: [ColumnDescription] = []
  /// The rows.
  public var rows = RowStore(columnCount: 0)
  /// The counts of the statement.
  public var result = StatementResult(affectedRows: 0, lastInsertedRowID: 0)

  /// Creates a response. Without arguments, that of a statement without rows that changed nothing.
  public init(
    columns: [ColumnDescription] = [], rows: RowStore = RowStore(columnCount: 0),
    result: StatementResult = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
  ) {
    (self.columns, self.rows, self.result) = (columns, rows, result)
  }

  /// The response in the form of a batch.
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
