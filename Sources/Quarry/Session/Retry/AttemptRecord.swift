/// The outcome of an attempt's transaction, as its session reports it.
final class AttemptRecord: Sendable {
  private let told = Protected(TransactionFate.none)

  /// The last reported outcome.
  var fate: TransactionFate { told.withLock { $0 } }

  func note(_ fate: TransactionFate) { told.withLock { $0 = fate } }
}
