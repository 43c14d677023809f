/// What happens when a row violates a uniqueness or NOT NULL constraint.
///
/// Source: <https://sqlite.org/lang_conflict.html>.
public enum SQLConflictAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// Rolls back the transaction. The statement fails.
  case rollback = "ROLLBACK"
  /// Undoes the statement's changes. The statement fails. This is the default without an algorithm.
  case abort = "ABORT"
  /// Keeps the rows that the statement changed before. The statement fails.
  case fail = "FAIL"
  /// Skips the row.
  case ignore = "IGNORE"
  /// Deletes the conflicting rows first.
  case replace = "REPLACE"
}
