public import Quarry

extension RetryPolicy {
  /// Makes a call until it succeeds, fails permanently, or the policy's limits are reached.
  ///
  /// ```swift
  /// let answer = try await policy.retrying { attempt, left throws(CallFailure) in
  ///   do { return try await connection.ask(question, within: left) } catch {
  ///     throw CallFailure(DatabaseError(.inputOutput, "the answer was lost"), mayRetry: true)
  ///   }
  /// }
  /// ```
  ///
  /// If a write may have been sent in one try, its outcome stays unknown even if a later try fails; the error says
  /// so. Cancelling the task ends a wait immediately.
  ///
  /// - Parameter call: Makes one try. It gets the number of the try, from 1, and the time to the deadline.
  /// - Throws: ``DatabaseError`` of the last try.
  public func retrying<Value: Sendable>(
    _ call: @Sendable (_ attempt: Int, _ left: Duration) async throws(CallFailure) -> Value
  ) async throws(DatabaseError) -> Value { try await run(call) }
}
