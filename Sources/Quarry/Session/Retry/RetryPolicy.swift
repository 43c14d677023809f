/// How often, and for how long, to retry work after a transient failure.
///
/// A ``Database`` retries calls and the bodies of transactions, by ``DatabaseConfiguration/retries``. A remote driver
/// retries its requests, by its own policy. All retries of a request belong to one attempt of the database. Both retry
/// only if the failed attempt provably had no effect.
public struct RetryPolicy: Sendable, Hashable {
  /// The largest number of attempts, including the first one. Numbers below 1 mean 1.
  public var attempts: Int
  /// The longest time for all attempts and the waits between them. A wait that would end later doesn't start. A running
  /// attempt isn't interrupted.
  public var deadline: Duration
  /// The longest wait after the first attempt. It doubles with each further attempt.
  public var firstDelay: Duration
  /// The longest wait, unless a server asks for a longer one with `Retry-After`.
  public var maximumDelay: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - attempts: The largest number of attempts, from 1.
  ///   - deadline: The longest time for all attempts and the waits between them.
  ///   - firstDelay: The longest wait after the first attempt.
  ///   - maximumDelay: The longest wait after any attempt.
  public init(
    attempts: Int = 5, deadline: Duration = .seconds(30), firstDelay: Duration = .milliseconds(50),
    maximumDelay: Duration = .seconds(5)
  ) {
    self.attempts = max(1, attempts)
    self.deadline = deadline
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// A single attempt, without retries.
  public static let never = RetryPolicy(attempts: 1)

  /// Returns the wait after an attempt: a random time in the upper half of an exponential step. Callers that failed
  /// together then don't retry together. It is at least what a server asks for.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt, from 1.
  ///   - retryAfter: The wait that the server asks for.
  ///   - random: A number from 0 to 1.
  package func delay(after attempt: Int, retryAfter: Duration?, random: Double) -> Duration {
    let longest = min(max(.zero, maximumDelay), Self.longest)
    var step = min(max(.zero, firstDelay), longest)
    for _ in 1..<max(1, min(attempt, 32)) where step < longest { step = step * 2 }
    return max(min(step, longest) * (0.5 + random / 2), retryAfter ?? .zero)
  }

  /// Longer than anybody waits, and small enough to be added.
  static let longest = Duration.seconds(1 << 40)
}
