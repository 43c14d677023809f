#if Server
internal import DequeModule

/// Lets one connection at a time write, in order. A holder that takes too long is ended if another one waits.
actor Turnstile {
  /// Rolls back the holder's open transaction and releases the turn.
  typealias Eviction = @Sendable () async -> Void

  private struct Holder {
    var number: UInt64
    var since: ContinuousClock.Instant
    var evict: Eviction
    /// The alarm that ends a turn that takes too long.
    var alarm: UInt64?
  }

  private struct Waiter {
    var number: UInt64
    var evict: Eviction
    var continuation: CheckedContinuation<Bool, Never>
  }

  private let holdingTime: Duration
  private let waitingTime: Duration
  private let alarms: Alarms
  private var holder: Holder?
  private var waiters: Deque<Waiter> = []
  private var last: UInt64 = 0

  init(holdingTime: Duration, waitingTime: Duration, alarms: Alarms) {
    self.alarms = alarms
    self.holdingTime = holdingTime
    self.waitingTime = waitingTime
  }

  /// Waits for the turn, until the task is cancelled.
  ///
  /// - Returns: The number of the turn, for ``release(_:)``, or `nil` if it took too long.
  func take(evict: @escaping Eviction) async -> UInt64? {
    last += 1
    let number = last
    guard holder != nil else {
      holder = Holder(number: number, since: .now, evict: evict)
      return number
    }
    watchHolder()
    let patience = alarms.set(at: .now + waitingTime) { Task { await self.giveUp(number) } }
    let isMine = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.append(Waiter(number: number, evict: evict, continuation: continuation))
      }
    } onCancel: {
      Task { await self.giveUp(number) }
    }
    alarms.cancel(patience)
    return isMine ? number : nil
  }

  /// Passes the turn on. Does nothing for a number that doesn't hold it.
  func release(_ number: UInt64) {
    guard let before = holder, before.number == number else { return }
    if let alarm = before.alarm { alarms.cancel(alarm) }
    holder = nil
    guard let next = waiters.popFirst() else { return }
    holder = Holder(number: next.number, since: .now, evict: next.evict)
    if !waiters.isEmpty { watchHolder() }
    next.continuation.resume(returning: true)
  }

  private func giveUp(_ number: UInt64) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    waiters.remove(at: index).continuation.resume(returning: false)
  }

  /// Limits the holder's time from now on, because another connection waits.
  private func watchHolder() {
    guard let watched = holder, watched.alarm == nil else { return }
    let number = watched.number
    holder?.alarm = alarms.set(at: watched.since + holdingTime) { Task { await self.evict(number) } }
  }

  private func evict(_ number: UInt64) async {
    guard let holder, holder.number == number else { return }
    self.holder?.alarm = nil
    if !waiters.isEmpty { await holder.evict() }
  }
}
#endif
