#if Command
import Quarry

/// Lets a few servers run at a time, so that the limits of the tests' clocks hold on a small machine as well.
final class ServerGate: Sendable {
  static let shared = ServerGate(places: 4)

  private let state: Protected<(free: Int, waiters: [CheckedContinuation<Void, Never>])>

  init(places: Int) { state = Protected((places, [])) }

  /// Waits for a place.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the place to whoever has waited longest.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiters.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.resume()
  }
}
#endif
