#if Identity
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The clocks that a session looks at: the one that stored expiries count by, and one that nobody sets.
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
