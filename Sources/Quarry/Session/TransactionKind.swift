/// When a transaction takes its locks.
///
/// Source: <https://sqlite.org/lang_transaction.html>, section 2.
public enum TransactionKind: String, Sendable, Hashable, CaseIterable {
  /// At the first statement that needs one. A deferred transaction that reads first and writes later can fail with
  /// `.busy` although it waited.
  case deferred = "DEFERRED"
  /// The write lock at once; readers go on.
  case immediate = "IMMEDIATE"
  /// The write lock at once; outside of WAL, readers wait too.
  case exclusive = "EXCLUSIVE"
}
