import Quarry

/// Ends the transfer of the running statement.
final class HranaInterrupt: InterruptHandle {
  private let state = Protected<(end: (@Sendable () -> Void)?, count: UInt64, begun: UInt64?)>((nil, 0, nil))

  /// Ends it. Every statement of the connection with undelivered rows throws `.interrupted`.
  func interrupt() {
    let end = state.withLock { state in
      state.count += 1
      return state.end
    }
    end?()
  }

  /// The number of interruptions of the connection.
  var count: UInt64 { state.withLock { $0.count } }

  /// Begins a statement. An interruption from now on ends its calls, even if it comes before the first of them.
  ///
  /// - Returns: The number of earlier interruptions of the connection.
  func begin() -> UInt64 {
    state.withLock { state in
      state.begun = state.count
      return state.count
    }
  }

  /// Ends the statement, which has made its calls.
  func end() { state.withLock { $0.begun = nil } }

  /// The number of interruptions of the connection before the current statement, or else the current call.
  var countBefore: UInt64 { state.withLock { $0.begun ?? $0.count } }

  func set(_ end: (@Sendable () -> Void)?) { state.withLock { $0.end = end } }

  /// Runs a call that ``interrupt()`` cancels, whatever happens to the waiting task.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(DatabaseError) -> Value
  ) async throws(DatabaseError) -> Value {
    let before = countBefore
    let task = HranaInterrupt.task(call)
    set { task.cancel() }
    // It may have come while the call was being made.
    if count != before { task.cancel() }
    let result = await task.value
    set(nil)
    return try result.get()
  }

  /// Runs a call whose response names something that the server keeps open.
  ///
  /// After ``interrupt()`` the caller continues immediately. The call is still awaited, because only its response
  /// says what to close.
  ///
  /// - Parameters:
  ///   - patience: How long to wait for it. If `nil`, as long as the call itself can take.
  ///   - late: Gets a response that no caller waits for any more.
  /// - Returns: The response, or `nil` after an interruption.
  nonisolated(nonsending) func runOrLeave<Value: Sendable>(
    patience: Duration?, _ call: @escaping @Sendable () async throws(DatabaseError) -> Value,
    late: @escaping @Sendable (Value) async -> Void
  ) async throws(DatabaseError) -> Value? {
    let before = countBefore
    let handover = HranaHandover<Value>()
    let task = HranaInterrupt.task { () async -> Void in
      let result: Result<Value, DatabaseError>
      do throws(DatabaseError) { result = .success(try await call()) } catch { result = .failure(error) }
      if !handover.give(result), case .success(let value) = result { await late(value) }
    }
    let leave: @Sendable () -> Void = {
      guard handover.leave(), let patience else { return }
      Task.detached {
        try? await Task.sleep(for: patience)
        task.cancel()
      }
    }
    set(leave)
    // It may have come while the call was being made.
    if count != before { leave() }
    let result = await handover.take()
    set(nil)
    return try result?.get()
  }

  /// Runs a call that nothing cancels.
  nonisolated(nonsending) static func shielded<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(DatabaseError) -> Value
  ) async throws(DatabaseError) -> Value {
    try await task(call).value.get()
  }

  private static func task<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(DatabaseError) -> Value
  ) -> Task<Result<Value, DatabaseError>, Never> {
    let body: @Sendable () async -> Result<Value, DatabaseError> = {
      do throws(DatabaseError) { return .success(try await call()) } catch { return .failure(error) }
    }
    // The call begins on this thread, which has nothing else to do: no other one has to wake up for it.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediateDetached(operation: body)
    }
    return Task.detached(operation: body)
  }
}
