import Foundation

/// The calls of a thread, which waits for each of them.
final class WaitingCalls: Sendable {
  /// The result of a call, and the state of the connection after it.
  struct Answer<Value: Sendable>: Sendable {
    var result: Result<Value, DatabaseError>
    var status: TransactionStatus
    /// The reason why the connection was lost, if the driver knows it.
    var failure: DatabaseError?
  }

  /// A value that isn't `Sendable`, passed to or from a call.
  ///
  /// Sound because the thread that lends it does nothing until the call has ended, and the call keeps nothing of it.
  final class Loan<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private struct Current {
    var task: Task<Void, Never>
    var operation: UInt64
  }

  private struct State {
    var current: Current?
    var isCancelled = false
  }

  private let gate: InterruptGate
  private let state = Protected(State())

  init(gate: InterruptGate) { self.gate = gate }

  /// Waits on this thread until a call has ended.
  ///
  /// - Parameter isCancellable: Whether the call ends early when the body's task is canceled.
  func wait<Value: Sendable>(
    isCancellable: Bool, _ call: @escaping @Sendable (UInt64?) async -> Answer<Value>
  ) -> Answer<Value> {
    let slot = Slot<Value>()
    let operation = isCancellable ? gate.makeOperation() : nil
    let task = Task { slot.fill(await call(operation)) }
    if let operation { begin(Current(task: task, operation: operation)) }
    let answer = slot.wait()
    if operation != nil { state.withLock { $0.current = nil } }
    return answer
  }

  /// Ends the running call, and all later ones.
  func cancel() {
    let current = state.withLock { state in
      state.isCancelled = true
      return state.current
    }
    if let current { end(current) }
  }

  private func begin(_ current: Current) {
    let isCancelled = state.withLock { state in
      state.current = current
      return state.isCancelled
    }
    if isCancelled { end(current) }
  }

  private func end(_ current: Current) {
    current.task.cancel()
    gate.cancel(current.operation)
  }

  /// The place for the answer of a call.
  private final class Slot<Value: Sendable>: Sendable {
    private let answer = Protected<Answer<Value>?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func fill(_ value: Answer<Value>) {
      answer.withLock { $0 = value }
      semaphore.signal()
    }

    func wait() -> Answer<Value> {
      while true {
        semaphore.wait()
        if let answer = answer.withLock({ $0 }) { return answer }
      }
    }
  }
}
