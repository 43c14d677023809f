/// What a change of data did.
public struct SQLChangeResult: Sendable, Hashable {
  /// The number of rows that the command itself inserted, updated or deleted; what triggers and foreign keys did does
  /// not count.
  public var affectedRows: Int64
  /// The rowid of the row that the connection inserted last; 0 when there is none.
  public var lastInsertedRowID: Int64

  /// Creates a result.
  public init(affectedRows: Int64 = 0, lastInsertedRowID: Int64 = 0) {
    self.affectedRows = affectedRows
    self.lastInsertedRowID = lastInsertedRowID
  }
}

/// What happens when a row breaks a uniqueness or NOT NULL constraint.
///
/// Source: <https://sqlite.org/lang_conflict.html>.
public enum SQLConflictAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// The transaction is rolled back and the statement fails.
  case rollback = "ROLLBACK"
  /// The statement's changes are undone and it fails; what happens without an algorithm.
  case abort = "ABORT"
  /// The statement fails; rows that it changed before stay changed.
  case fail = "FAIL"
  /// The row is passed over.
  case ignore = "IGNORE"
  /// The rows in the way are deleted first.
  case replace = "REPLACE"
}
