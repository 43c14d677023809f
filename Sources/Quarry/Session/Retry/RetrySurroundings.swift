/// What retries take from the outside: time and chance. Tests bring their own.
package struct RetrySurroundings: Sendable {
  /// The time since some moment.
  package var now: @Sendable () -> Duration
  /// Waits; throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 to 1.
  package var random: @Sendable () -> Double

  /// Creates surroundings.
  package init(
    now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  /// The clock and the random numbers of this machine.
  package static let system = {
    let start = ContinuousClock.now
    return RetrySurroundings(
      now: { start.duration(to: .now) }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0...1) })
  }()
}
