#if Identity && Server
import Foundation
import TestSupport

@testable import QuarryIdentity

/// A clock that runs as that of the machine, and that tests move ahead, for a server and its clients.
struct TestClock: Sendable {
  private let offset = Shared(0.0)

  func advance(_ seconds: Double) { offset.update { $0 += seconds } }

  @Sendable func now() -> Date { Date() + offset.value }

  var identity: IdentityClock {
    let start = ContinuousClock.now
    let offset = offset
    return IdentityClock(
      now: { Date() + offset.value }, uptime: { ContinuousClock.now - start + .seconds(offset.value) })
  }
}
#endif
