import Foundation

/// One thread that runs the jobs of one connection, as the executor of its actor and as a task executor.
///
/// A local engine can block its thread, so it doesn't run on the cooperative pool, which has only one thread per core.
/// The exception is a short statement that ends instead of waiting; see ``StatementThread``. The body of a transaction
/// prefers this executor, so that its statements don't change threads.
final class ThreadExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  // Sound because every stored variable is read and written only while `condition` is locked.
  private let condition = NSCondition()
  private var queue: [Entry] = []
  private var isSleeping = false
  private var isStopped = false
  private var thread: Thread?

  private enum Entry {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }

  /// Starts the thread.
  ///
  /// - Parameter name: The name of the thread in a debugger.
  init(name: String) {
    let thread = Thread { [self] in
      // Here, since some systems name the thread that runs and no other one.
      Thread.current.name = name
      runLoop()
    }
    thread.stackSize = 4 << 20
    condition.withLock { self.thread = thread }
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(.job(UnownedJob(job)))
  }

  /// Calls a closure on the thread, in order with the jobs and outside of any task.
  func enqueue(_ call: @escaping @Sendable () -> Void) { enqueue(.call(call)) }

  private func enqueue(_ entry: Entry) {
    condition.lock()
    queue.append(entry)
    let wakes = isSleeping
    condition.unlock()
    if wakes { condition.signal() }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func isIsolatingCurrentContext() -> Bool? { condition.withLock { thread } === Thread.current }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "a connection was used away from its thread")
  }

  /// Runs a body on the thread, in a new task that is canceled with the caller's.
  ///
  /// A preference for the executor isn't enough: Swift 6.3 nevertheless calls some functions on the caller's executor.
  func run<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = Task(executorPreference: self, operation: body)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Runs a body on the thread that doesn't throw.
  func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    let task = Task(executorPreference: self) { body() }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends the thread when its queue is empty.
  func stop() {
    condition.lock()
    isStopped = true
    condition.unlock()
    condition.signal()
  }

  private func runLoop() {
    let serial = asUnownedSerialExecutor()
    let task = asUnownedTaskExecutor()
    var batch: [Entry] = []
    while true {
      condition.lock()
      while queue.isEmpty && !isStopped {
        isSleeping = true
        condition.wait()
      }
      isSleeping = false
      swap(&batch, &queue)
      condition.unlock()
      if batch.isEmpty { break }
      for entry in batch {
        switch entry {
        case .job(let job): job.runSynchronously(isolatedTo: serial, taskExecutor: task)
        case .call(let call): call()
        }
      }
      batch.removeAll(keepingCapacity: true)
    }
    // The thread holds its executor for as long as it is there: without this, each would keep the other for good.
    condition.withLock { thread = nil }
  }
}
