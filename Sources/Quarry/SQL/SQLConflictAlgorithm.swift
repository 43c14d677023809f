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
