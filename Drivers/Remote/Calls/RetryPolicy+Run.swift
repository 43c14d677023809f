package import Quarry

/// What retries take from the outside: time and chance. Tests bring their own.
package struct RetrySurroundings: Sendable {
  /// The time since some moment.
  package var now: @Sendable () -> Duration
  /// Waits; throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 to 1.
  package var random: @Sendable () -> Double

  /// Creates surroundings.
  package init(
    now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  /// The clock and the random numbers of this machine.
  package static let system = {
    let start = ContinuousClock.now
    return RetrySurroundings(
      now: { start.duration(to: .now) }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0...1) })
  }()
}

extension RetryPolicy {
  /// Makes a call until it succeeds, fails for good, or the policy has had enough.
  ///
  /// A write that may have been sent in one try stays unknown when a later try fails: the error says so. Cancelling the
  /// task ends a wait at once.
  ///
  /// - Parameters:
  ///   - call: one try; `attempt` counts from 1, and `left` is the time to the deadline.
  /// - Throws: the error of the last try.
  package func run<Value: Sendable>(
    in surroundings: RetrySurroundings = .system,
    _ call: @Sendable (_ attempt: Int, _ left: Duration) async throws(CallFailure) -> Value
  ) async throws(DatabaseError) -> Value {
    let end = surroundings.now() + deadline
    var attempt = 1
    var isUnknown = false
    while true {
      var failure: CallFailure
      do throws(CallFailure) {
        return try await call(attempt, end - surroundings.now())
      } catch {
        failure = error
      }
      isUnknown = isUnknown || failure.error.outcome == .unknown
      if isUnknown, failure.error.outcome != .unknown {
        // The server may have worked on an earlier try.
        failure.error.outcome = .unknown
        failure.error.code = .outcomeUnknown
        failure.error.isRetrySafe = false
      }
      let wait = delay(after: attempt, retryAfter: failure.retryAfter, random: surroundings.random())
      guard failure.mayRetry, attempt < attempts, surroundings.now() + wait < end else { throw failure.error }
      do {
        // Also where the task was cancelled before the wait began.
        try Task.checkCancellation()
        try await surroundings.sleep(wait)
      } catch {
        throw DatabaseError(
          isUnknown ? .outcomeUnknown : .interrupted, "The call was cancelled while it waited to be made again",
          outcome: isUnknown ? .unknown : .notApplied, isRetrySafe: !isUnknown, underlying: failure.error)
      }
      attempt += 1
    }
  }
}
