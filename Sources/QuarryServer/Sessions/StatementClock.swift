#if Server
internal import Quarry

/// How much of its time a statement has used: the engine's work counts, waiting for the client does not.
///
/// A client that takes a long result slowly is no slow statement. Each single wait has the same limit, so that a client
/// that takes nothing at all does not hold the connection for ever.
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

  /// Waits for the client from now on.
  func beginWait(at now: Instant = .now) {
    state.withLock { state in
      guard state.phase == .works else { return }
      state.worked += now - state.since
      state.since = now
      state.phase = .waits
    }
  }

  /// Works again from now on.
  func endWait(at now: Instant = .now) {
    state.withLock { state in
      guard state.phase == .waits else { return }
      state.since = now
      state.phase = .works
    }
  }

  /// When the time will be over if nothing changes before. If it is over now, the statement has overrun from here on;
  /// `nil` when it has overrun or ended.
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

  /// Says that the statement has ended.
  func stop(_ alarms: Alarms) {
    let alarm = state.withLock { state in
      if state.phase != .overran { state.phase = .ended }
      return state.alarm.take()
    }
    if let alarm { alarms.cancel(alarm) }
  }
}
#endif
