/// Lets a cancelled task end its own statement on a connection, once, and never anybody else's.
///
/// Whoever cancels an operation cancels its task first. An operation looks at its task after it has entered, and after each
/// start of a statement; so an interrupt that comes too early to end a statement is not needed.
final class InterruptGate: Sendable {
  private struct State {
    var lastOperation: UInt64 = 0
    /// The operation that uses the connection and was not interrupted.
    var running: UInt64?
  }

  private let state = Protected(State())
  private let level: DriverCapabilities.InterruptSupport
  let handle: any InterruptHandle

  init(handle: any InterruptHandle, _ level: DriverCapabilities.InterruptSupport) {
    self.handle = handle
    self.level = level
  }

  /// A number for a new operation.
  func makeOperation() -> UInt64 {
    state.withLock { state in
      state.lastOperation &+= 1
      return state.lastOperation
    }
  }

  /// The operation uses the connection from now on.
  func enter(_ operation: UInt64) { state.withLock { $0.running = operation } }

  /// The operation has ended.
  func leave() { state.withLock { $0.running = nil } }

  /// Interrupts the operation if it is the one that is running. Its task has been cancelled before.
  func cancel(_ operation: UInt64) {
    guard level != .none else { return }
    // Under the lock, so that nobody else's operation runs meanwhile.
    state.withLock { state in
      guard state.running == operation else { return }
      state.running = nil
      handle.interrupt()
    }
  }
}
