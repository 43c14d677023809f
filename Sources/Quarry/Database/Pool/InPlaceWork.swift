/// Synchronous work that waits in order for a connection's thread, while its caller waits elsewhere.
///
/// If the caller is canceled while the work waits, the caller continues immediately and the work is dropped. If the
/// caller is canceled while it runs, its statement is interrupted.
final class InPlaceWork<Result: Sendable>: Sendable {
  typealias Caller = CheckedContinuation<Result, any Error>

  private enum Phase {
    /// Without a waiting caller yet.
    case new
    /// Waiting in order.
    case waiting(Caller)
    /// Using the connection.
    case running(Caller, operation: UInt64)
    /// Finished; the caller was answered.
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

  /// Sets the waiting caller.
  ///
  /// - Returns: `false` if the work was already canceled; the caller was then resumed.
  func wait(_ caller: Caller) -> Bool {
    let isCancelled = state.withLock { state in
      state.phase = state.isCancelled ? .over : .waiting(caller)
      return state.isCancelled
    }
    if isCancelled { caller.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  /// Sets the task that runs the work, so that it can be canceled.
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

  /// Starts the work.
  ///
  /// - Returns: `false` if it was canceled in the meantime.
  func begin(_ operation: UInt64) -> Bool {
    state.withLock { state in
      guard case .waiting(let caller) = state.phase else { return false }
      state.phase = .running(caller, operation: operation)
      return true
    }
  }

  /// Resumes the caller with a result.
  func finish(_ result: Swift.Result<Result, any Error>) {
    let caller: Caller? = state.withLock { state in
      guard case .running(let caller, _) = state.phase else { return nil }
      state.phase = .over
      state.task = nil
      return caller
    }
    caller?.resume(with: result)
  }

  /// Cancels the work.
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
