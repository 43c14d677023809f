/// Runs a body for a limited time. Time while the machine sleeps doesn't count.
enum TimeLimit {
  /// Runs a body. If it takes longer than the limit, cancels it and waits a little for its end.
  ///
  /// - Returns: Whether the body ended in time.
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
