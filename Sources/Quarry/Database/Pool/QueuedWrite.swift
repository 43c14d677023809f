/// One caller's work in a pool's line, with any body.
///
/// The work runs in a separate task, which has the caller's task-local values and priority. The task prefers this
/// object as its executor: so its one job is kept here until the writer's thread runs it.
final class QueuedWrite: QueuedCall, TaskExecutor, @unchecked Sendable {
  // Sound because `pending` is behind a lock, and `turn` is used only on the thread that has begun the work.

  private struct Pending {
    var task: Task<Void, Never>?
    /// The job of the task, until it runs.
    var job: UnownedJob?
    /// Whether the work won't run.
    var isDiscarded = false
  }

  private struct Turn {
    var operation: UInt64
    var connection: LocalPooledConnection
    var inGroup: Bool
    var failure: (any Error)?
  }

  private let work: WriterWork<Void>
  private let pending = Protected(Pending())
  private var turn: Turn?

  init(_ work: WriterWork<Void>, _ monitor: DatabaseMonitor?) {
    self.work = work
    super.init(monitor)
  }

  override var place: ConnectionPool.State.Place { work.inGroup == nil ? .alone : .joining }

  override func prepare() {
    let task = Task(executorPreference: self) { self.takeTurn() }
    pending.withLock { $0.task = task }
  }

  override func cancelWork() { pending.withLock { $0.task }?.cancel() }

  override func discard() {
    let job = pending.withLock { pending -> UnownedJob? in
      pending.isDiscarded = true
      pending.task = nil
      return pending.job.take()
    }
    // A job must run: this one finds nothing to do.
    job?.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Keeps the job of the task. If the caller is gone already, it finds nothing to do.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isDiscarded = pending.withLock { pending in
      if !pending.isDiscarded { pending.job = job }
      return pending.isDiscarded
    }
    if isDiscarded { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  override func perform(_ operation: UInt64, on connection: isolated LocalPooledConnection, inGroup: Bool) throws {
    turn = Turn(operation: operation, connection: connection, inGroup: inGroup)
    pending.withLock { $0.job.take() }?.runSynchronously(on: asUnownedTaskExecutor())
    pending.withLock { $0.task = nil }
    defer { turn = nil }
    if let failure = turn?.failure { throw failure }
  }

  /// Runs the work, in the task.
  private func takeTurn() {
    guard let turn else { return }
    // Here, where the instruments see the caller's task-local values.
    reportWait()
    let body = turn.inGroup ? work.inGroup ?? work.alone : work.alone
    do {
      try turn.connection.assumeIsolated { try $0.perform(turn.operation, body) }
    } catch {
      self.turn?.failure = error
    }
  }
}
