/// Decides whether to retry failed work, and how long to wait. It does no I/O and reads no clock.
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
  /// The number of the running attempt, from 1.
  package private(set) var attempt = 1

  /// Starts the first attempt.
  package init(_ policy: RetryPolicy, now: Duration) {
    self.policy = policy
    end = now + min(max(.zero, policy.deadline), RetryPolicy.longest)
  }

  /// Returns the time to the deadline; negative after it.
  package func timeLeft(now: Duration) -> Duration { end - now }

  /// Decides after a failed attempt.
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether another attempt can't repeat the effect, and can succeed.
  ///   - retryAfter: The shortest wait that a server asks for.
  ///   - now: The time on the initializer's clock.
  ///   - random: A number from 0 to 1.
  /// - Returns: The time to wait before the next attempt; `nil` if the failure is final.
  package mutating func wait(
    isRepeatable: Bool, retryAfter: Duration? = nil, now: Duration, random: Double
  ) -> Duration? {
    guard isRepeatable, attempt < policy.attempts else { return nil }
    let wait = policy.delay(after: attempt, retryAfter: retryAfter, random: random)
    guard now + wait < end else { return nil }
    attempt += 1
    return wait
  }

  /// Decides after the error of a call, or of the body of a transaction.
  ///
  /// - Parameters:
  ///   - error: The error of the attempt.
  ///   - fate: The outcome of its transaction.
  ///   - isCancelled: Whether the caller wants no more attempts.
  ///   - now: The time on the initializer's clock.
  ///   - random: A number from 0 to 1.
  /// - Returns: The time to wait before the next attempt; `nil` if the error is final.
  mutating func wait(
    after error: any Error, _ fate: TransactionFate, isCancelled: Bool, now: Duration, random: Double
  ) -> Duration? {
    let isRepeatable = !isCancelled && (error as? DatabaseError)?.allowsAnotherAttempt(fate) == true
    return wait(isRepeatable: isRepeatable, now: now, random: random)
  }
}

extension DatabaseError {
  /// Whether a call that failed with this error had no effect, and could succeed in another attempt.
  func allowsAnotherAttempt(_ fate: TransactionFate) -> Bool {
    // A read after a change token has waited as long as its caller allows; whoever interrupts wants an end.
    guard outcome == .notApplied, code != .interrupted, code != .changesNotReached else { return false }
    return switch fate {
    case .none: isRetrySafe && isTransactionOpen != true
    case .undone: isRetrySafe || isConflict
    case .open, .uncertain: false
    }
  }

  /// Whether another connection's lock was the cause, which a single statement in a transaction can't resolve.
  private var isConflict: Bool { code == .busy || engineCode == .lockedSharedCache }
}

extension DatabaseError.EngineCode {
  /// `SQLITE_LOCKED_SHAREDCACHE`. Source: <https://sqlite.org/rescode.html#locked_sharedcache>.
  fileprivate static let lockedSharedCache = Self(rawValue: 262)
}
