#if Server
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Prevents trying many passwords: after some wrong ones, a name has to wait, each time longer.
struct LoginThrottle {
  private struct Failures {
    var count = 0
    var last: Date
    var isOpenAt: Date
  }

  private var failures: [AuthorizationSecret.Digest: Failures] = [:]

  private static let free = 5
  private static let maximum = 10_000
  private static let longest = 900.0

  /// The number of seconds that a name has to wait, or `nil` if it can try.
  func delay(_ name: String, at now: Date) -> Int? {
    guard let found = failures[AuthorizationSecret.digest(name)], found.isOpenAt > now else { return nil }
    return max(1, Int(found.isOpenAt.timeIntervalSince(now).rounded(.up)))
  }

  /// Records the result of a try.
  mutating func note(_ name: String, isRight: Bool, at now: Date) {
    let key = AuthorizationSecret.digest(name)
    if isRight {
      failures[key] = nil
      return
    }
    if failures[key] == nil, failures.count >= Self.maximum {
      failures = failures.filter { now.timeIntervalSince($0.value.last) < Self.longest }
      if failures.count >= Self.maximum, let oldest = failures.min(by: { $0.value.last < $1.value.last }) {
        failures[oldest.key] = nil
      }
    }
    var found = failures[key] ?? Failures(last: now, isOpenAt: now)
    found.count += 1
    found.last = now
    if found.count >= Self.free {
      let delay = 15 * Double(1 << min(found.count - Self.free, 10))
      found.isOpenAt = now.addingTimeInterval(min(delay, Self.longest))
    }
    failures[key] = found
  }
}
#endif
