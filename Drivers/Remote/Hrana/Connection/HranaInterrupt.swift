import Quarry
internal import Synchronization

/// Ends the transfer of the statement that is running.
final class HranaInterrupt: InterruptHandle {
  private let end = Mutex<(@Sendable () -> Void)?>(nil)

  /// Ends it; the statement fails with `.interrupted`.
  func interrupt() { end.withLock { $0 }?() }

  func set(_ end: (@Sendable () -> Void)?) { self.end.withLock { $0 = end } }

  /// Runs a call that ``interrupt()`` cancels, whatever becomes of the task that waits for it.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(DatabaseError) -> Value
  ) async throws(DatabaseError) -> Value {
    let task = HranaInterrupt.task(call)
    set { task.cancel() }
    let result = await task.value
    set(nil)
    return try result.get()
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
    Task.detached {
      do throws(DatabaseError) { return .success(try await call()) } catch { return .failure(error) }
    }
  }
}
