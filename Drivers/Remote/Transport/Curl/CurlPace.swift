/// How fast answers have come lately, for calls that were alone, and how long it took callers to wake up for them.
///
/// Giving a call to another thread and getting it back costs wake-ups of the kernel, which on a fast network are a good
/// part of the whole. Where they are, the caller's thread waits for the answer by itself.
struct CurlPace {
  // In nanoseconds.
  private let limit: Int64
  private var answer: Int64 = 0
  private var wakeUp: Int64 = 0
  private var decisions: UInt = 0

  /// - Parameter limit: The longest time that a thread may wait; zero for never.
  init(limit: Duration) { self.limit = limit.clampedNanoseconds }

  /// Takes notice of the time that an answer took, in nanoseconds.
  mutating func noteAnswer(_ time: Int64) {
    // One slow answer among fast ones is soon forgotten.
    answer += (min(time, limit * 4) - answer) / 4
  }

  /// Takes notice of the time between an answer and its caller's going on, on another thread, in nanoseconds.
  mutating func noteWakeUp(_ time: Int64) {
    wakeUp += (min(time, limit) - wakeUp) / 4
  }

  /// Whether the next call that is alone is to wait on its caller's thread: where the answer can be expected within two
  /// thirds of the limit and waking up would make it later by a twentieth. Every so often it says no, to see what waking up
  /// costs by now.
  mutating func waitsInPlace() -> Bool {
    decisions &+= 1
    return decisions % 64 != 1 && allowsInPlace
  }

  /// Whether answers come fast enough.
  var allowsInPlace: Bool { limit > 0 && answer * 3 <= limit * 2 && answer <= wakeUp * 20 }
}

extension Duration {
  /// Whole nanoseconds, at most those of an hour.
  var clampedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds >= 3_600 ? 3_600_000_000_000 : max(0, seconds) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
