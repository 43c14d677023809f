/// What one statement of an atomic batch answered.
public struct BatchedAnswer {
  /// What the statement did; `nil` where the caller did not want to know and it was not asked.
  public var result: StatementResult?
  /// The columns of its rows; empty for a statement without rows.
  public var columns: [ColumnDescription]
  /// Its rows; `nil` when there are none.
  public var rows: SQLRowBatch?

  /// Creates an answer.
  public init(result: StatementResult?, columns: [ColumnDescription] = [], rows: SQLRowBatch? = nil) {
    self.result = result
    self.columns = columns
    self.rows = rows
  }
}
