/// One caller's work in a pool's line.
///
/// The work runs in a separate task, which has the caller's task-local values and priority. The task prefers this
/// object as its executor: so its one job is kept here until the writer's thread runs it.
///
/// It isn't generic: types that depend on the output would be looked up again and again for each write.
final class QueuedWrite: QueuedWork, TaskExecutor, @unchecked Sendable {
  // Sound because `state` is behind a lock. `run` and `hasResult` are used only on the thread that has begun the work, and
  // so is `failure`; `waitsSince` there or, once the caller was answered and nothing runs any more, by the caller.
  typealias Caller = CheckedContinuation<Answer, any Error>

  /// What the caller receives.
  enum Answer: Sendable {
    /// The work has run, and its output is where the work has left it.
    case done
    /// The caller has a connection for itself, and runs the work there.
    case grant(ConnectionPool.Grant)
  }

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
    var task: Task<Void, Never>?
    /// The job of the task, until it runs.
    var job: UnownedJob?

    /// Ends everything. Returns the caller, which must be answered.
    mutating func end() -> Caller? {
      phase = .over
      gate = nil
      return caller.take()
    }
  }

  private struct Run {
    var operation: UInt64
    var connection: LocalPooledConnection
    var inGroup: Bool
  }

  private let work: WriterWork<Void>
  private let monitor: DatabaseMonitor?
  /// Since when the caller waits, until the wait was reported.
  private var waitsSince: ContinuousClock.Instant?
  private let state = Protected(State())
  private var run: Run?
  private var hasResult = false
  /// The error of the last run.
  private(set) var failure: (any Error)?

  init(_ work: WriterWork<Void>, _ monitor: DatabaseMonitor?) {
    self.work = work
    self.monitor = monitor
    waitsSince = monitor == nil ? nil : .now
  }

  // MARK: - The caller

  /// Waits in the line of a pool until the work has run, or until the caller has a connection for itself.
  func wait(in pool: ConnectionPool) async throws -> Answer {
    do {
      let answer = try await answer(in: pool)
      reportWait()
      return answer
    } catch {
      reportWait(error)
      throw error
    }
  }

  private func answer(in pool: ConnectionPool) async throws -> Answer {
    try await withTaskCancellationHandler {
      // Every phase is left exactly once, under the lock: so the caller is resumed exactly once.
      try await withCheckedThrowingContinuation { caller in
        guard begins(caller) else { return }
        let task = Task(executorPreference: self) { self.perform() }
        state.withLock { $0.task = task }
        pool.lineUp(self, as: work.inGroup == nil ? .alone : .joining)
      }
    } onCancel: {
      if let id = cancel() { pool.leaveLine(id) }
    }
  }

  /// Reports how long the caller waited, once.
  private func reportWait(_ error: (any Error)? = nil) {
    guard let since = waitsSince else { return }
    waitsSince = nil
    monitor?.event(.waitedForConnection(.writer, for: since.duration(to: .now), error.map { OperationFailure($0) }))
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
  func note(_ id: UInt64) -> Bool {
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
    let (task, operation, gate) = state.withLock { state -> (Task<Void, Never>?, UInt64, InterruptGate?) in
      guard state.phase == .running else { return (nil, 0, nil) }
      return (state.task, state.operation, state.gate)
    }
    // The task is canceled before its statement is interrupted. One of another caller isn't.
    task?.cancel()
    gate?.cancel(operation)
    return nil
  }

  /// Ends the wait. Returns the waiting caller.
  private func leave(cancels: Bool = false) -> Caller? {
    let (caller, job) = state.withLock { state -> (Caller?, UnownedJob?) in
      if cancels { state.isCancelled = true }
      guard state.phase == .waiting else { return (nil, nil) }
      state.task = nil
      return (state.end(), state.job.take())
    }
    // A job must run: this one finds nothing to do.
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return caller
  }

  func fail(_ error: any Error) { leave()?.resume(throwing: error) }

  func hand(over grant: ConnectionPool.Grant) -> Bool {
    guard let caller = leave() else { return false }
    caller.resume(returning: .grant(grant))
    return true
  }

  // MARK: - The thread

  /// Keeps the job of the task. If the caller is gone already, it finds nothing to do.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isOver = state.withLock { state in
      if state.phase == .over { return true }
      state.job = job
      return false
    }
    if isOver { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  func begin(_ operation: UInt64, _ gate: InterruptGate) -> Bool {
    state.withLock { state in
      guard state.phase == .waiting else { return false }
      (state.phase, state.operation, state.gate) = (.running, operation, gate)
      return true
    }
  }

  func run(_ operation: UInt64, on connection: LocalPooledConnection, inGroup: Bool) {
    run = Run(operation: operation, connection: connection, inGroup: inGroup)
    let job = state.withLock { $0.job.take() }
    job?.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Runs the work, in the task.
  private func perform() {
    guard let run else { return }
    self.run = nil
    reportWait()
    let body = run.inGroup ? work.inGroup ?? work.alone : work.alone
    hasResult = true
    do {
      try run.connection.assumeIsolated { try $0.perform(run.operation, body) }
    } catch {
      failure = error
    }
  }

  func change(_ failure: any Error) { self.failure = failure }

  func waitAgain() -> Bool {
    (hasResult, failure) = (false, nil)
    let (waits, caller) = state.withLock { state -> (Bool, Caller?) in
      guard state.phase == .running else { return (false, nil) }
      state.task = nil
      if state.isCancelled { return (false, state.end()) }
      state.phase = .waiting
      return (true, nil)
    }
    caller?.resume(throwing: CancellationError())
    return waits
  }

  func answer() {
    guard hasResult else { return }
    let failure = failure
    (hasResult, self.failure) = (false, nil)
    let caller = state.withLock { state -> Caller? in
      guard state.phase == .running else { return nil }
      state.task = nil
      return state.end()
    }
    if let failure { caller?.resume(throwing: failure) } else { caller?.resume(returning: .done) }
  }
}
