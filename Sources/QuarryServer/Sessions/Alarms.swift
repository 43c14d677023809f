#if Server
internal import Quarry

/// Wakes many waiters that rarely need it, with one task that sleeps for all of them.
///
/// A sleeping task keeps its memory until its time has come, even if it was cancelled long before. One for each
/// statement would hold the memory of all statements of the last half minute.
/// statement would hold the memory of all statements of the last half minute.
final class Alarms: Sendable {
  private struct State {
    var alarms: [UInt64: (time: ContinuousClock.Instant, ring: @Sendable () -> Void)] = [:]
    var last: UInt64 = 0
    /// The time at which the sleeping task wakes up.
    var next: ContinuousClock.Instant?
  }

  private let state = Protected(State())

  /// Sets an alarm. Returns its number.
  func set(at time: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void) -> UInt64 {
    let (number, mustSleep) = state.withLock { state in
      state.last += 1
      state.alarms[state.last] = (time, ring)
      let isFirst = state.next.map { time < $0 } ?? true
      if isFirst { state.next = time }
      return (state.last, isFirst)
    }
    if mustSleep { sleep(until: time) }
    return number
  }

  /// Cancels an alarm. Returns whether it had not rung.
  @discardableResult
  func cancel(_ number: UInt64) -> Bool { state.withLock { $0.alarms.removeValue(forKey: number) != nil } }

  /// Runs a body for a limited time. When the time is over, the body is cancelled, which interrupts its statement.
  ///
  /// If the body ended in the last moment, its result counts.
  func limit<R: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable (StatementClock) async throws -> R
  ) async throws -> R {
    let clock = StatementClock(limit: time)
    let task = Task { try await body(clock) }
    clock.start(self) { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    clock.stop(self)
    do {
      return try result.get()
    } catch  where clock.hasOverrun && (error is CancellationError || (error as? DatabaseError)?.code == .interrupted) {
      throw ServerFailure(.statementTimeout, "the statement ran for longer than the server allows")
    }
  }

  private func sleep(until time: ContinuousClock.Instant) {
    Task { [weak self] in
      try? await Task.sleep(until: time, clock: .continuous)
      self?.wake(time)
    }
  }

  private func wake(_ time: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let (due, next) = state.withLock { state in
      let due = state.alarms.filter { $0.value.time <= now }
      for number in due.keys { state.alarms[number] = nil }
      // Another task sleeps until an earlier time.
      guard state.next == time else { return (due, nil as ContinuousClock.Instant?) }
      state.next = state.alarms.values.map(\.time).min()
      return (due, state.next)
    }
    for alarm in due.values { alarm.ring() }
    if let next { sleep(until: next) }
  }
}
#endif
