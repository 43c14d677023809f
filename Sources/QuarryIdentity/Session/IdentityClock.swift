#if Identity
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The clocks of a session: the date, for stored expiries, and a monotonic clock.
struct IdentityClock: Sendable {
  /// The date.
  var now: @Sendable () -> Date
  /// The time since a moment that doesn't change while the program runs.
  var uptime: @Sendable () -> Duration

  /// The clocks of this computer.
  static let system: IdentityClock = {
    let start = ContinuousClock.now
    return IdentityClock(now: { Date() }, uptime: { ContinuousClock.now - start })
  }()
}
#endif
