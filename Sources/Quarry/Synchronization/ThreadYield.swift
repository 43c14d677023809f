#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Lets other threads run first, as long as that is a matter of microseconds.
///
/// Where more threads work than there are processors, a thread that steps back waits for milliseconds. So after a long wait,
/// the next ones are left out: twice as many as the last time, and half as many after a short wait.
struct ThreadYield {
  /// The wait that counts as long, in nanoseconds.
  private static let long: UInt64 = 300_000
  /// The fewest and the most that are left out.
  private static let pauses = 16...1_024

  private var pause = 0
  /// How many are left out now.
  private(set) var left = 0

  /// Steps back once.
  mutating func callAsFunction() {
    #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
    if left > 0 {
      left -= 1
      return
    }
    let start = MonotonicTime.nanoseconds
    sched_yield()
    note(MonotonicTime.nanoseconds &- start)
    #endif
  }

  /// Notes how long a wait took, in nanoseconds.
  mutating func note(_ time: UInt64) {
    if time > Self.long {
      pause = min(max(pause * 2, Self.pauses.lowerBound), Self.pauses.upperBound)
      left = pause
    } else {
      pause /= 2
    }
  }
}
