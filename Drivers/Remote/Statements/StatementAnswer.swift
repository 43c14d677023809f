internal import Quarry

/// What one statement answered, as a whole.
struct StatementAnswer: Sendable {
  /// The names of the columns, and their declared types where the protocol tells; empty for a statement without rows.
  var columns: [ColumnDescription] = []
  /// The rows.
  var rows = RowStore(columnCount: 0)
  /// What the statement did.
  var result = StatementResult(affectedRows: 0, lastInsertedRowID: 0)

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
