package import Quarry

extension RetryPolicy {
  /// Makes a call until it succeeds, fails permanently, or the policy's limits are reached.
  ///
  /// If a write may have been sent in one try, its outcome stays unknown even if a later try fails; the error says
  /// so. Cancelling the task ends a wait immediately.
  ///
  /// - Parameters:
  ///   - started: The time when the first try began, or `nil` for now.
  ///   - call: One try. `attempt` counts from 1, and `left` is the time to the deadline.
  /// - Throws: ``DatabaseError`` of the last try.
  package func run<Value: Sendable>(
    in surroundings: RetrySurroundings = .system, since started: Duration? = nil,
    _ call: @Sendable (_ attempt: Int, _ left: Duration) async throws(CallFailure) -> Value
  ) async throws(DatabaseError) -> Value {
    var control = RetryControl(self, now: started ?? surroundings.now())
    var isUnknown = false
    while true {
      var failure: CallFailure
      do throws(CallFailure) {
        return try await call(control.attempt, control.timeLeft(now: surroundings.now()))
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
      let wait = control.wait(
        isRepeatable: failure.mayRetry, retryAfter: failure.retryAfter, now: surroundings.now(),
        random: surroundings.random())
      guard let wait else { throw failure.error }
      do {
        // Also where the task was cancelled before the wait began.
        try Task.checkCancellation()
        try await surroundings.sleep(wait)
      } catch {
        throw DatabaseError(
          isUnknown ? .outcomeUnknown : .interrupted, "The call was cancelled while it waited to be made again",
          outcome: isUnknown ? .unknown : .notApplied, isRetrySafe: !isUnknown, underlying: failure.error)
      }
    }
  }
}
