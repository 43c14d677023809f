#if Server
internal import Quarry

/// The used time of a statement. The engine's work counts, waiting for the client doesn't.
///
/// A client that reads a long result slowly doesn't make the statement slow. Each single wait has the same limit, so
/// that a client that doesn't read at all can't hold the connection forever.
final class StatementClock: Sendable {
  typealias Instant = ContinuousClock.Instant

  private enum Phase {
    case works
    case waits
    case ended
    case overran
  }

  private struct State {
    var phase = Phase.works
    var since: Instant
    var worked = Duration.zero
    var alarm: UInt64?
  }

  private let limit: Duration
  private let state: Protected<State>

  init(limit: Duration, at now: Instant = .now) {
    self.limit = limit
    state = Protected(State(since: now))
  }

  /// Whether the time was over before the statement ended.
  var hasOverrun: Bool { state.withLock { $0.phase == .overran } }

  /// Stops counting while a body waits for the client.
  func whileWaiting<R>(_ body: @Sendable () async throws -> R) async rethrows -> R {
    beginWait()
    defer { endWait() }
    return try await body()
  }

  /// Begins to wait for the client.
  func beginWait(at now: Instant = .now) {
    state.withLock { state in
      guard state.phase == .works else { return }
      state.worked += now - state.since
      state.since = now
      state.phase = .waits
    }
  }

  /// Continues to work.
  func endWait(at now: Instant = .now) {
    state.withLock { state in
      guard state.phase == .waits else { return }
      state.since = now
      state.phase = .works
    }
  }

  /// The time at which the limit is reached if nothing changes before. If that is now, the statement has overrun.
  /// `nil` if it has overrun or ended.
  func deadline(at now: Instant = .now) -> Instant? {
    state.withLock { state in
      let deadline: Instant
      switch state.phase {
      case .works: deadline = state.since + (limit - state.worked)
      case .waits: deadline = state.since + limit
      case .ended, .overran: return nil
      }
      if deadline > now { return deadline }
      state.phase = .overran
      return nil
    }
  }

  /// Calls `interrupt` when the time is over.
  func start(_ alarms: Alarms, _ interrupt: @escaping @Sendable () -> Void) {
    guard let deadline = deadline() else {
      if hasOverrun { interrupt() }
      return
    }
    let alarm = alarms.set(at: deadline) { [self] in start(alarms, interrupt) }
    let isNeeded = state.withLock { state in
      guard state.phase != .ended else { return false }
      state.alarm = alarm
      return true
    }
    if !isNeeded { alarms.cancel(alarm) }
  }

  /// Records that the statement has ended.
  func stop(_ alarms: Alarms) {
    let alarm = state.withLock { state in
      if state.phase != .overran { state.phase = .ended }
      return state.alarm.take()
    }
    if let alarm { alarms.cancel(alarm) }
  }
}
#endif
