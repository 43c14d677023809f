/// The outcome of the last transaction of a session, as far as it is certain.
enum TransactionFate: Sendable, Hashable {
  /// There was no transaction. The error of a statement shows its own outcome.
  case none
  /// The transaction is open.
  case open
  /// Nothing of the transaction took effect.
  case undone
  /// The transaction was committed, or may have been.
  case uncertain
}

extension SessionState {
  /// Records a successful step of a statement, which may have ended its transaction.
  mutating func note(_ status: @autoclosure () -> TransactionStatus) {
    if fate == .open, status() != .active { fate = .uncertain }
  }

  /// Records the error of a statement, which may have ended its transaction.
  mutating func note(_ error: DatabaseError, _ status: TransactionStatus) {
    if fate == .open, status != .active { fate = error.outcome == .notApplied ? .undone : .uncertain }
  }
}
