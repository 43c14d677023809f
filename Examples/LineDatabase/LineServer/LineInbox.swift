internal import Foundation
internal import LineProtocol
internal import Quarry

/// What has come and is not done yet, between the thread that reads and the one that works.
final class LineInbox: Sendable {
  private struct State {
    var requests: [LineRequest] = []
    var isOver = false
    /// The number of the request that was taken last, and of the last one that is done.
    var taken = 0
    var done = 0
    /// The request that is being worked on, and what ends it.
    var running: (number: Int, handle: any InterruptHandle)?
    /// Interruptions that came before their requests were begun.
    var interrupted: Set<Int> = []
  }

  private let state = Locked(State())
  private let count = DispatchSemaphore(value: 0)

  /// Takes what came. An interruption is seen to at once.
  func add(_ request: LineRequest) {
    guard case .interrupt(let number) = request.work else {
      state.withLock { $0.requests.append(request) }
      count.signal()
      return
    }
    state.withLock { state in
      if let running = state.running, running.number == number {
        running.handle.interrupt()
      } else if number > state.done {
        state.interrupted.insert(number)
      }
    }
  }

  /// Nothing more comes: nobody waits for the answer of what is running.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.running?.handle.interrupt()
    }
    count.signal()
  }

  /// Waits for the next request; `nil` at the end, and when the time is over.
  func next(within limit: Duration?) -> LineRequest? {
    state.withLock { $0.done = $0.taken }
    let deadline = limit.map { DispatchTime.now() + $0 / .seconds(1) } ?? .distantFuture
    guard count.wait(timeout: deadline) == .success else { return nil }
    return state.withLock { state in
      guard !state.requests.isEmpty else { return nil }
      let request = state.requests.removeFirst()
      state.taken = max(state.taken, request.number)
      return request
    }
  }

  /// Runs something that an interruption of the request ends.
  ///
  /// - Returns: `nil` if it was interrupted before it began, or if nobody waits for it any more.
  func interruptible<R>(_ number: Int, _ handle: any InterruptHandle, _ body: () -> R) -> R? {
    let isInterrupted = state.withLock { state in
      state.running = (number, handle)
      return state.interrupted.remove(number) != nil || state.isOver
    }
    defer { state.withLock { $0.running = nil } }
    return isInterrupted ? nil : body()
  }
}
