/// The waits between attempts. They end at once when the caller is canceled or the database is closed.
final class RetryPauses: Sendable {
  private struct State {
    var isClosed = false
    var last: UInt64 = 0
    var running: [UInt64: Task<Void, any Error>] = [:]
  }

  private let state = Protected(State())

  /// Waits for some time.
  ///
  /// - Throws: `CancellationError`, or ``DatabaseError`` with code `.connectionClosed` if the database is closed.
  func pause(_ time: Duration, _ sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
    try Task.checkCancellation()
    let task = Task { try await sleep(time) }
    let number = state.withLock { state -> UInt64? in
      guard !state.isClosed else { return nil }
      state.last += 1
      state.running[state.last] = task
      return state.last
    }
    guard let number else {
      task.cancel()
      throw ConnectionPool.closedError
    }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    let isClosed = state.withLock { state in
      state.running[number] = nil
      return state.isClosed
    }
    try Task.checkCancellation()
    if isClosed { throw ConnectionPool.closedError }
    try result.get()
  }

  /// Ends the running waits, and all later ones.
  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for task in tasks { task.cancel() }
  }
}
