#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A clock for measuring a few microseconds. `ContinuousClock` costs several times as much for each reading.
package enum MonotonicTime {
  /// The time since some fixed moment, in nanoseconds.
  package static var nanoseconds: UInt64 {
    #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
    var time = timespec()
    _ = clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #else
    let (seconds, attoseconds) = (ContinuousClock.now - origin).components
    return UInt64(truncatingIfNeeded: seconds) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: attoseconds / 1_000_000_000)
    #endif
  }

  #if !(canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin))
  private static let origin = ContinuousClock.now
  #endif
}
