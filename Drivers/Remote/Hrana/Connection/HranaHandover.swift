internal import Quarry

/// The pending response of a call. Its waiting task can leave before it arrives.
final class HranaHandover<Value: Sendable>: Sendable {
  private enum State {
    case running
    case awaited(CheckedContinuation<Result<Value, DatabaseError>?, Never>)
    case answered(Result<Value, DatabaseError>)
    case left
  }

  private let state = Protected(State.running)

  /// Delivers the result of the call.
  ///
  /// - Returns: Whether a caller receives it.
  func give(_ result: Result<Value, DatabaseError>) -> Bool {
    let (isTaken, waiter) = state.withLock { state in
      defer { if case .left = state {} else { state = .answered(result) } }
      return switch state {
      case .awaited(let waiter): (true, waiter as CheckedContinuation<Result<Value, DatabaseError>?, Never>?)
      case .running, .answered: (true, nil)
      case .left: (false, nil)
      }
    }
    waiter?.resume(returning: result)
    return isTaken
  }

  /// Stops waiting.
  ///
  /// - Returns: Whether the response had not arrived.
  func leave() -> Bool {
    let (hasLeft, waiter) = state.withLock { state in
      switch state {
      case .running:
        state = .left
        return (true, nil as CheckedContinuation<Result<Value, DatabaseError>?, Never>?)
      case .awaited(let waiter):
        state = .left
        return (true, waiter)
      case .answered, .left: return (false, nil)
      }
    }
    waiter?.resume(returning: nil)
    return hasLeft
  }

  /// Waits for the response. `nil` after ``leave()``. Only one task may wait.
  func take() async -> Result<Value, DatabaseError>? {
    await withCheckedContinuation { continuation in
      let known: Result<Value, DatabaseError>?? = state.withLock { state in
        switch state {
        case .answered(let result): return .some(result)
        case .left: return .some(nil)
        case .running, .awaited:
          state = .awaited(continuation)
          return nil
        }
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
