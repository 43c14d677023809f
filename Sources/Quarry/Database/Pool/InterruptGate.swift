import Synchronization

/// Lets a canceled task interrupt its own statement on a connection, once, and never that of another task.
///
/// The task is canceled before its operation. An operation checks its task after it has entered, and after each start
/// of a statement. So an interrupt that is too early to end a statement isn't needed.
final class InterruptGate: CancellationSource, Sendable {
  private struct State {
    var lastOperation: UInt64 = 0
    /// The operation that uses the connection and wasn't interrupted.
    var running: UInt64?
  }

  private let state = Protected(State())
  /// Apart from the state, since each statement reads it.
  private let isRunningCancelled = Atomic(false)
  private let level: DriverCapabilities.InterruptSupport
  let handle: any InterruptHandle

  init(handle: any InterruptHandle, _ level: DriverCapabilities.InterruptSupport) {
    self.handle = handle
    self.level = level
  }

  /// Returns the number for a new operation.
  func makeOperation() -> UInt64 {
    state.withLock { state in
      state.lastOperation &+= 1
      return state.lastOperation
    }
  }

  /// Marks the operation of the current task as using the connection.
  func enter(_ operation: UInt64) {
    state.withLock { state in
      state.running = operation
      // If the task is canceled later, its handler finds the operation running.
      isRunningCancelled.store(Task.isCancelled, ordering: .relaxed)
    }
  }

  /// Whether the task of the operation that entered last was canceled before that operation left.
  ///
  /// A statement that looks here needn't find its task, and counts no reference to that.
  var isCancelled: Bool { isRunningCancelled.load(ordering: .relaxed) }

  /// Marks the operation as ended.
  func leave() { state.withLock { $0.running = nil } }

  /// Interrupts the operation if it is running. Cancel its task first.
  func cancel(_ operation: UInt64) {
    // Under the lock, so that nobody else's operation runs meanwhile.
    state.withLock { state in
      guard state.running == operation else { return }
      state.running = nil
      isRunningCancelled.store(true, ordering: .relaxed)
      if level != .none { handle.interrupt() }
    }
  }
}
