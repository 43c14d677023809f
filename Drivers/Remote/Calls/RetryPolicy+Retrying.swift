public import Quarry

extension RetryPolicy {
  /// Makes a call until it succeeds, fails for good, or the policy has had enough.
  ///
  /// ```swift
  /// let answer = try await policy.retrying { attempt, left throws(CallFailure) in
  ///   do { return try await connection.ask(question, within: left) } catch {
  ///     throw CallFailure(DatabaseError(.inputOutput, "the answer was lost"), mayRetry: true)
  ///   }
  /// }
  /// ```
  ///
  /// A write that may have been sent in one try stays unknown when a later try fails: the error says so. Cancelling the
  /// task ends a wait at once.
  ///
  /// - Parameter call: Makes one try. Its parameters are the number of the try, from 1, and the time to the deadline.
  /// - Throws: The error of the last try.
  public func retrying<Value: Sendable>(
    _ call: @Sendable (_ attempt: Int, _ left: Duration) async throws(CallFailure) -> Value
  ) async throws(DatabaseError) -> Value { try await run(call) }
}
