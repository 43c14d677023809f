/// What became of the transaction that a session began last, as far as it is certain.
enum TransactionFate: Sendable, Hashable {
  /// The session began none: the error of a statement tells by itself what became of it.
  case none
  /// The transaction is open.
  case open
  /// Nothing of the transaction took effect.
  case undone
  /// The transaction was committed, or may have been.
  case uncertain
}

extension SessionState {
  /// Takes a step of a statement that went right: the statement may have ended the transaction around it.
  mutating func note(_ status: @autoclosure () -> TransactionStatus) {
    if fate == .open, status() != .active { fate = .uncertain }
  }

  /// Takes the error of a statement, which may have ended the transaction around it.
  mutating func note(_ error: DatabaseError, _ status: TransactionStatus) {
    if fate == .open, status != .active { fate = error.outcome == .notApplied ? .undone : .uncertain }
  }
}
