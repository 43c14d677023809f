/// Decides whether work that failed is tried again, and after which wait. It does no I/O and reads no clock.
///
/// ```swift
/// var control = RetryControl(policy, now: now())
/// while true {
///   do { return try attempt() } catch {
///     guard let wait = control.wait(after: error, …) else { throw error }
///     sleep(wait)
///   }
/// }
/// ```
package struct RetryControl: Sendable {
  private let policy: RetryPolicy
  private let end: Duration
  /// The number of the attempt that is running, from 1.
  package private(set) var attempt = 1

  /// Begins the first attempt.
  package init(_ policy: RetryPolicy, now: Duration) {
    self.policy = policy
    end = now + min(max(.zero, policy.deadline), RetryPolicy.longest)
  }

  /// The time to the deadline; negative after it.
  package func timeLeft(now: Duration) -> Duration { end - now }

  /// Takes the failure of an attempt.
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether another attempt cannot do the work twice, and may succeed.
  ///   - retryAfter: The shortest wait that a server asks for.
  ///   - now: The time, as it was given to the initializer.
  ///   - random: A number from 0 to 1.
  /// - Returns: How long to wait for the next attempt; `nil` if the failure stands.
  package mutating func wait(
    isRepeatable: Bool, retryAfter: Duration? = nil, now: Duration, random: Double
  ) -> Duration? {
    guard isRepeatable, attempt < policy.attempts else { return nil }
    let wait = policy.delay(after: attempt, retryAfter: retryAfter, random: random)
    guard now + wait < end else { return nil }
    attempt += 1
    return wait
  }

  /// Takes the error of a call, or of the body of a transaction.
  ///
  /// - Parameters:
  ///   - error: What the attempt threw.
  ///   - fate: What became of its transaction.
  ///   - isCancelled: Whether the caller wants no more attempts.
  ///   - now: The time, as it was given to the initializer.
  ///   - random: A number from 0 to 1.
  /// - Returns: How long to wait for the next attempt; `nil` if the error stands.
  mutating func wait(
    after error: any Error, _ fate: TransactionFate, isCancelled: Bool, now: Duration, random: Double
  ) -> Duration? {
    let isRepeatable = !isCancelled && (error as? DatabaseError)?.allowsAnotherAttempt(fate) == true
    return wait(isRepeatable: isRepeatable, now: now, random: random)
  }
}

extension DatabaseError {
  /// Whether a call that failed with this error had no effect, and may succeed at another attempt.
  func allowsAnotherAttempt(_ fate: TransactionFate) -> Bool {
    // A read after a change token has waited as long as its caller allows; whoever interrupts wants an end.
    guard outcome == .notApplied, code != .interrupted, code != .changesNotReached else { return false }
    return switch fate {
    case .none: isRetrySafe && isTransactionOpen != true
    case .undone: isRetrySafe || isConflict
    case .open, .uncertain: false
    }
  }

  /// Whether a lock of somebody else was in the way, which a statement alone cannot get around inside a transaction.
  private var isConflict: Bool { code == .busy || engineCode == .lockedSharedCache }
}

extension DatabaseError.EngineCode {
  /// `SQLITE_LOCKED_SHAREDCACHE`. Source: <https://sqlite.org/rescode.html#locked_sharedcache>.
  fileprivate static let lockedSharedCache = Self(rawValue: 262)
}
