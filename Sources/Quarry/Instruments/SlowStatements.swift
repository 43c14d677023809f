/// Keeps a flood of slow statements from becoming a flood of lines: so many a second, and then their number.
struct SlowStatements {
  /// How many lines a second has.
  static let linesPerSecond = 10

  private var second: ContinuousClock.Instant?
  private var lines = 0
  private var leftOut = 0

  /// What to do with a slow statement.
  struct Decision: Equatable {
    /// Whether it gets a line.
    var isTold: Bool
    /// How many before it got none.
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
