/// When a transaction takes its locks.
///
/// Source: <https://sqlite.org/lang_transaction.html>, section 2.
public enum TransactionKind: String, Sendable, Hashable, CaseIterable {
  /// Takes locks at the first statement that needs one. A deferred transaction that reads first and writes later can
  /// fail with `.busy`, even with a long busy timeout.
  case deferred = "DEFERRED"
  /// Takes the write lock immediately. Readers continue.
  case immediate = "IMMEDIATE"
  /// Takes the write lock immediately. Without WAL, readers wait too.
  case exclusive = "EXCLUSIVE"
}
