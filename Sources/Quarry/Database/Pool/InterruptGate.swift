/// Lets a cancelled task end its own statement on a connection, and never anybody else's.
final class InterruptGate: Sendable {
  private struct State {
    var lastOperation: UInt64 = 0
    var running: UInt64?
    /// Operations that were cancelled before they used the connection, or just after.
    var cancelled: [UInt64] = []
  }

  private let state = Protected(State())
  let handle: any InterruptHandle

  init(handle: any InterruptHandle) { self.handle = handle }

  /// A number for a new operation.
  func makeOperation() -> UInt64 {
    state.withLock { state in
      state.lastOperation &+= 1
      return state.lastOperation
    }
  }

  /// The operation uses the connection from now on.
  func enter(_ operation: UInt64) {
    let isCancelled = state.withLock { state in
      state.running = operation
      guard let index = state.cancelled.firstIndex(of: operation) else { return false }
      state.cancelled.remove(at: index)
      return true
    }
    if isCancelled { repeatInterrupts(of: operation) }
  }

  /// The operation has ended.
  func leave() { state.withLock { $0.running = nil } }

  /// Interrupts the operation if it is the one that is running, or as soon as it is.
  ///
  /// An interrupt that comes just before the engine starts a statement is lost, so it is repeated until the operation
  /// has ended.
  func cancel(_ operation: UInt64) {
    if interruptIfRunning(operation) { return repeatInterrupts(of: operation) }
    let isRunning = state.withLock { state in
      if state.running == operation { return true }
      // What is cancelled after its end never comes back, so only the last ones are kept.
      if state.cancelled.count == 16 { state.cancelled.removeFirst() }
      state.cancelled.append(operation)
      return false
    }
    if isRunning { repeatInterrupts(of: operation) }
  }

  private func repeatInterrupts(of operation: UInt64) {
    Task.detached { [self] in
      repeat { try? await Task.sleep(for: .milliseconds(5)) } while interruptIfRunning(operation)
    }
  }

  private func interruptIfRunning(_ operation: UInt64) -> Bool {
    state.withLock { state in
      guard state.running == operation else { return false }
      handle.interrupt()
      return true
    }
  }
}
