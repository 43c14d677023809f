/// The result of a command that changes data.
public struct SQLChangeResult: Sendable, Hashable {
  /// The number of rows that the command itself inserted, updated or deleted. Changes by triggers and foreign keys
  /// don't count.
  public var affectedRows: Int64
  /// The rowid of the row that the connection inserted last; 0 if there is none.
  public var lastInsertedRowID: Int64

  /// Creates a result.
  public init(affectedRows: Int64 = 0, lastInsertedRowID: Int64 = 0) {
    self.affectedRows = affectedRows
    self.lastInsertedRowID = lastInsertedRowID
  }
}
