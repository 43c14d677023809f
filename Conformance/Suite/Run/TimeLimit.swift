/// Runs something for a limited time, in which the time that the machine slept does not count.
enum TimeLimit {
  /// Runs a body; when it takes longer, cancels it and waits a little for it to end.
  ///
  /// - Returns: whether the body ended by itself in time.
  static func run(_ limit: Duration, _ body: @escaping @Sendable () async -> Void) async -> Bool {
    let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
    let work = Task {
      await body()
      continuation.yield(true)
    }
    let clock = Task {
      try await Task.sleep(for: limit, clock: .suspending)
      work.cancel()
      try await Task.sleep(for: .seconds(2), clock: .suspending)
      continuation.yield(false)
    }
    let start = SuspendingClock.now
    var isInTime = false
    for await end in ends {
      isInTime = end && SuspendingClock.now - start < limit
      break
    }
    clock.cancel()
    return isInTime
  }
}
