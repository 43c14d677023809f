/// What became of the transaction of one attempt, as the session tells that carried it out.
final class AttemptRecord: Sendable {
  private let told = Protected(TransactionFate.none)

  /// What was told last.
  var fate: TransactionFate { told.withLock { $0 } }

  func note(_ fate: TransactionFate) { told.withLock { $0 = fate } }
}
