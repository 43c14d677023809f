internal import DequeModule

/// Lets one connection at a time write, in the order in which they ask; who holds on for too long is ended when somebody waits.
actor Turnstile {
  /// Rolls back what the holder has open and lets go of the turn.
  typealias Eviction = @Sendable () async -> Void

  private struct Holder {
    var number: UInt64
    var since: ContinuousClock.Instant
    var evict: Eviction
  }

  private struct Waiter {
    var number: UInt64
    var evict: Eviction
    var continuation: CheckedContinuation<Bool, Never>
  }

  private let holdingTime: Duration
  private let waitingTime: Duration
  private var holder: Holder?
  private var waiters: Deque<Waiter> = []
  private var last: UInt64 = 0

  init(holdingTime: Duration, waitingTime: Duration) {
    self.holdingTime = holdingTime
    self.waitingTime = waitingTime
  }

  /// Waits for the turn.
  ///
  /// - Returns: the number of the turn, for ``release(_:)``; `nil` when it took too long.
  func take(evict: @escaping Eviction) async -> UInt64? {
    last += 1
    let number = last
    guard let holder else {
      self.holder = Holder(number: number, since: .now, evict: evict)
      return number
    }
    watch(holder)
    let limit = waitingTime
    let patience = Task {
      try await Task.sleep(for: limit)
      self.giveUp(number)
    }
    defer { patience.cancel() }
    let isMine = await withCheckedContinuation { continuation in
      waiters.append(Waiter(number: number, evict: evict, continuation: continuation))
    }
    return isMine ? number : nil
  }

  /// Passes the turn on. A number that does not hold it does nothing.
  func release(_ number: UInt64) {
    guard holder?.number == number else { return }
    holder = nil
    guard let next = waiters.popFirst() else { return }
    let new = Holder(number: next.number, since: .now, evict: next.evict)
    holder = new
    if !waiters.isEmpty { watch(new) }
    next.continuation.resume(returning: true)
  }

  private func giveUp(_ number: UInt64) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    waiters.remove(at: index).continuation.resume(returning: false)
  }

  private func watch(_ watched: Holder) {
    let end = watched.since.advanced(by: holdingTime)
    Task {
      try await Task.sleep(until: end, clock: .continuous)
      await self.evict(watched.number)
    }
  }

  private func evict(_ number: UInt64) async {
    guard let holder, holder.number == number, !waiters.isEmpty else { return }
    await holder.evict()
  }
}
