/// Limits the log lines about slow statements to some per second, and counts the rest.
struct SlowStatements {
  /// The largest number of lines per second.
  static let linesPerSecond = 10

  private var second: ContinuousClock.Instant?
  private var lines = 0
  private var leftOut = 0

  /// What to do with a slow statement.
  struct Decision: Equatable {
    /// Whether the statement is logged.
    var isTold: Bool
    /// The number of statements before it that weren't logged.
    var leftOut = 0
  }

  mutating func decide(at now: ContinuousClock.Instant) -> Decision {
    if let second, now < second.advanced(by: .seconds(1)) {
      guard lines < Self.linesPerSecond else {
        leftOut += 1
        return Decision(isTold: false)
      }
      lines += 1
      return Decision(isTold: true)
    }
    second = now
    lines = 1
    defer { leftOut = 0 }
    return Decision(isTold: true, leftOut: leftOut)
  }
}
