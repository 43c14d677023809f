/// How fast answers have come lately, for calls that were alone, and how long it took callers to wake up for them.
///
/// Giving a call to another thread and getting it back costs wake-ups of the kernel, which on a fast network are a good
/// part of the whole. Where they are, the caller's thread waits for the answer by itself.
struct CurlPace {
  private let limit: Duration
  private var answer = Duration.zero
  private var wakeUp = Duration.zero
  private var decisions: UInt = 0

  /// - Parameter limit: the longest time that a thread may wait; zero for never.
  init(limit: Duration) { self.limit = limit }

  /// Takes notice of the time that an answer took.
  mutating func noteAnswer(_ time: Duration) {
    // One slow answer among fast ones is soon forgotten.
    answer += (min(time, limit * 4) - answer) / 4
  }

  /// Takes notice of the time between an answer and its caller's going on, on another thread.
  mutating func noteWakeUp(_ time: Duration) {
    wakeUp += (min(time, limit) - wakeUp) / 4
  }

  /// Whether the next call that is alone is to wait on its caller's thread: where the answer can be expected within two
  /// thirds of the limit and waking up would make it later by a tenth. Every so often it says no, to see what waking up
  /// costs by now.
  mutating func waitsInPlace() -> Bool {
    decisions &+= 1
    return limit > .zero && decisions % 64 != 1 && answer * 3 <= limit * 2 && answer <= wakeUp * 10
  }
}
