/// A caller that waits in a pool's line until the writer's thread has done its work.
///
/// If the caller is canceled while it waits, it continues immediately and its work is dropped. If it is canceled while its
/// work runs, the work's statement is interrupted.
///
/// It isn't generic: types that depend on the output would be looked up again and again for each write. Subclasses hold
/// the work and its output.
class QueuedCall: CancellationSource, @unchecked Sendable {
  // Sound because `state` is behind a lock. `hasResult` and `failure` are used only on the thread that has begun the work.
  // What that leaves for the caller, it leaves before the lock is taken for the answer, and the caller takes the lock
  // before it looks.

  /// What the caller receives.
  enum Answer: Sendable {
    /// The work has run, and its output is where the work has left it.
    case done
    /// The caller has a connection for itself, and runs the work there.
    case grant(ConnectionPool.Grant)
  }

  /// The caller. Unchecked, because every phase is left exactly once, under the lock: so it is resumed exactly once.
  private typealias Caller = UnsafeContinuation<Answer, any Error>

  private enum Phase {
    /// Without a waiting caller yet.
    case new
    /// Waiting in line.
    case waiting
    /// On the connection's thread.
    case running
    /// The caller was answered.
    case over
  }

  private struct State {
    var phase = Phase.new
    /// The caller, while it waits or its work is running.
    var caller: Caller?
    /// What is running.
    var operation: UInt64 = 0
    var gate: InterruptGate?
    var isCancelled = false
    /// The number in the line.
    var id: UInt64 = 0
    /// Since when the work runs, in nanoseconds.
    var workSince: UInt64?
    var isWaitReported = false

    /// Ends everything. Returns the caller, which must be answered.
    mutating func end() -> Caller? {
      phase = .over
      gate = nil
      return caller.take()
    }
  }

  private let monitor: DatabaseMonitor?
  /// Since when the caller waits, in nanoseconds.
  private let waitsSince: UInt64
  private let state = Protected(State())
  /// Whether the work has run, and its result wasn't forgotten.
  private var hasResult = false
  /// The error of the last run.
  private(set) var failure: (any Error)?

  init(_ monitor: DatabaseMonitor?) {
    self.monitor = monitor
    waitsSince = monitor == nil ? 0 : MonotonicTime.nanoseconds
  }

  // MARK: - The work

  /// How the work is taken from the line.
  var place: ConnectionPool.State.Place { .alone }

  /// Whether the work runs in a task, with its caller's task-local values and priority.
  var hasTask: Bool { true }

  /// Prepares for the work, in the caller's task, before it waits in line.
  func prepare() {}

  /// Frees what was prepared, if the work won't run.
  func discard() {}

  /// Cancels the running work, before its statement is interrupted.
  func cancelWork() {}

  /// Does the work, and keeps its output.
  func perform(_ operation: UInt64, on connection: isolated LocalPooledConnection, inGroup: Bool) throws {}

  /// Does the work on the connection's thread, and keeps the result.
  ///
  /// - Parameter inGroup: Whether the work is part of a transaction that it shares with its neighbors.
  final func run(_ operation: UInt64, on connection: isolated LocalPooledConnection, inGroup: Bool) {
    hasResult = true
    do {
      try perform(operation, on: connection, inGroup: inGroup)
    } catch {
      failure = error
    }
  }

  /// Whether the caller's task was canceled.
  final var isCancelled: Bool { state.withLock { $0.isCancelled } }

  // MARK: - The caller

  /// Waits in the line of a pool until the work has run, or until the caller has a connection for itself.
  nonisolated(nonsending) final func wait(in pool: ConnectionPool) async throws -> Answer {
    let answer: Answer
    do {
      answer = try await withTaskCancellationHandler {
        try await withUnsafeThrowingContinuation { caller in
          guard begins(caller) else { return }
          prepare()
          pool.lineUp(self, as: place)
        }
      } onCancel: {
        if let id = cancel() { pool.leaveLine(id) }
      }
    } catch {
      reportWait(error)
      throw error
    }
    reportWait()
    return answer
  }

  /// Reports how long the caller waited, once, in its task.
  final func reportWait(_ error: (any Error)? = nil) {
    // Under the lock in any case: so the caller sees what the thread has left before it answered.
    let (isFirst, workSince) = state.withLock { state -> (Bool, UInt64?) in
      defer { state.isWaitReported = true }
      return (!state.isWaitReported, state.workSince)
    }
    guard isFirst, let monitor else { return }
    let end = workSince ?? MonotonicTime.nanoseconds
    let time = Duration.nanoseconds(Int64(clamping: end &- waitsSince))
    monitor.event(.waitedForConnection(.writer, for: time, error.map { OperationFailure($0) }))
  }

  private func begins(_ caller: Caller) -> Bool {
    let isCancelled = state.withLock { state in
      state.phase = state.isCancelled ? .over : .waiting
      if !state.isCancelled { state.caller = caller }
      return state.isCancelled
    }
    if isCancelled { caller.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  /// Takes the number in the line.
  ///
  /// - Returns: `false` if the caller is gone.
  final func note(_ id: UInt64) -> Bool {
    state.withLock { state in
      guard state.phase == .waiting else { return false }
      state.id = id
      return true
    }
  }

  /// Cancels the work. Returns its number in the line if it waited.
  private func cancel() -> UInt64? {
    if let caller = leave(cancels: true) {
      caller.resume(throwing: CancellationError())
      return state.withLock { $0.id }
    }
    let running = state.withLock { state -> (operation: UInt64, gate: InterruptGate)? in
      guard state.phase == .running, let gate = state.gate else { return nil }
      return (state.operation, gate)
    }
    guard let running else { return nil }
    // The work is canceled before its statement is interrupted. One of another caller isn't.
    cancelWork()
    running.gate.cancel(running.operation)
    return nil
  }

  /// Ends the wait. Returns the waiting caller.
  private func leave(cancels: Bool = false) -> Caller? {
    let caller = state.withLock { state -> Caller? in
      if cancels { state.isCancelled = true }
      guard state.phase == .waiting else { return nil }
      return state.end()
    }
    if caller != nil { discard() }
    return caller
  }

  /// Answers a waiting caller with an error.
  final func fail(_ error: any Error) { leave()?.resume(throwing: error) }

  /// Lets the waiting caller run the work itself, with a connection that it doesn't share.
  ///
  /// - Returns: `false` if the caller is gone.
  final func hand(over grant: ConnectionPool.Grant) -> Bool {
    guard let caller = leave() else { return false }
    caller.resume(returning: .grant(grant))
    return true
  }

  // MARK: - The thread

  /// Starts the work, with the number of its operation.
  ///
  /// - Returns: `false` if its caller is gone.
  final func begin(_ operation: UInt64, _ gate: InterruptGate) -> Bool {
    let now = monitor == nil ? nil : MonotonicTime.nanoseconds
    return state.withLock { state in
      guard state.phase == .waiting else { return false }
      if state.workSince == nil { state.workSince = now }
      (state.phase, state.operation, state.gate) = (.running, operation, gate)
      return true
    }
  }

  /// Replaces the result of the last run.
  final func change(_ failure: any Error) { self.failure = failure }

  /// Forgets the last run, whose effects were undone: the caller waits again, for a connection that it doesn't share.
  ///
  /// - Returns: `false` if the caller is gone.
  final func waitAgain() -> Bool {
    (hasResult, failure) = (false, nil)
    let (waits, caller) = state.withLock { state -> (Bool, Caller?) in
      guard state.phase == .running else { return (false, nil) }
      if state.isCancelled { return (false, state.end()) }
      state.phase = .waiting
      return (true, nil)
    }
    caller?.resume(throwing: CancellationError())
    return waits
  }

  /// Answers the caller with the result of the last run.
  final func answer() {
    guard hasResult else { return }
    let failure = failure
    (hasResult, self.failure) = (false, nil)
    let caller = state.withLock { state -> Caller? in
      guard state.phase == .running else { return nil }
      return state.end()
    }
    if let failure { caller?.resume(throwing: failure) } else { caller?.resume(returning: .done) }
  }
}
