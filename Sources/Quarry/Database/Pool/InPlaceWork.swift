/// One piece of synchronous work that waits in line for a connection's thread, for a caller that waits elsewhere.
///
/// A caller that is cancelled while the work waits goes on at once, and the work is dropped. Once it runs, being
/// cancelled interrupts its statement.
final class InPlaceWork<Result: Sendable>: Sendable {
  typealias Caller = CheckedContinuation<Result, any Error>

  private enum Phase {
    /// Nobody waits for it yet.
    case new
    /// It waits in line.
    case waiting(Caller)
    /// It uses the connection.
    case running(Caller, operation: UInt64)
    /// The caller was answered.
    case over
  }

  private struct State {
    var phase = Phase.new
    var isCancelled = false
    var task: Task<Void, Never>?
  }

  private let state = Protected(State())
  private let gate: InterruptGate

  init(gate: InterruptGate) { self.gate = gate }

  /// The caller waits from now on.
  ///
  /// - Returns: false when the work was cancelled before; then the caller has been told.
  func wait(_ caller: Caller) -> Bool {
    let isCancelled = state.withLock { state in
      state.phase = state.isCancelled ? .over : .waiting(caller)
      return state.isCancelled
    }
    if isCancelled { caller.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  /// Notes the task that runs the work, so that it learns of being cancelled.
  func attach(_ task: Task<Void, Never>) {
    let (isCancelled, operation): (Bool, UInt64?) = state.withLock { state in
      if case .over = state.phase { return (state.isCancelled, nil) }
      state.task = task
      if case .running(_, let operation) = state.phase { return (state.isCancelled, operation) }
      return (state.isCancelled, nil)
    }
    guard isCancelled else { return }
    task.cancel()
    if let operation { gate.cancel(operation) }
  }

  /// The work's turn has come.
  ///
  /// - Returns: false when it was cancelled meanwhile.
  func begin(_ operation: UInt64) -> Bool {
    state.withLock { state in
      guard case .waiting(let caller) = state.phase else { return false }
      state.phase = .running(caller, operation: operation)
      return true
    }
  }

  /// Answers the caller.
  func finish(_ result: Swift.Result<Result, any Error>) {
    let caller: Caller? = state.withLock { state in
      guard case .running(let caller, _) = state.phase else { return nil }
      state.phase = .over
      state.task = nil
      return caller
    }
    caller?.resume(with: result)
  }

  /// The caller was cancelled.
  func cancel() {
    let (caller, operation, task): (Caller?, UInt64?, Task<Void, Never>?) = state.withLock { state in
      state.isCancelled = true
      switch state.phase {
      case .new, .over: return (nil, nil, nil)
      case .waiting(let caller):
        state.phase = .over
        return (caller, nil, nil)
      case .running(_, let operation):
        // The task is cancelled before its statement is interrupted; until it is known, that is for `attach`.
        return (nil, state.task == nil ? nil : operation, state.task)
      }
    }
    caller?.resume(throwing: CancellationError())
    task?.cancel()
    if let operation { gate.cancel(operation) }
  }
}
