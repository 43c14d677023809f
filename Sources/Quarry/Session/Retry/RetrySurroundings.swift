/// The clock and the randomness of retries, which tests replace.
package struct RetrySurroundings: Sendable {
  /// Returns the time since a fixed moment.
  package var now: @Sendable () -> Duration
  /// Waits. Throws if the task is canceled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Returns a number from 0 to 1.
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
