/// The answer to one statement of an atomic batch.
public struct BatchedAnswer {
  /// The result of the statement; `nil` if the caller didn't ask for it.
  public var result: StatementResult?
  /// The columns of its rows; empty for a statement without rows.
  public var columns: [ColumnDescription]
  /// Its rows; `nil` if there are none.
  public var rows: SQLRowBatch?

  /// Creates an answer.
  public init(result: StatementResult?, columns: [ColumnDescription] = [], rows: SQLRowBatch? = nil) {
    self.result = result
    self.columns = columns
    self.rows = rows
  }
}
