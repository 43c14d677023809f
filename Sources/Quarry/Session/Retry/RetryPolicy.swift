/// How often, and for how long, work that failed in passing is tried again.
///
/// A ``Database`` tries calls and the bodies of transactions again, by ``DatabaseConfiguration/retries``. A driver across a
/// network tries its requests again, by a policy of the driver; all tries of a request are part of one attempt of the
/// database. Both try again only if the failed attempt provably had no effect.
public struct RetryPolicy: Sendable, Hashable {
  /// The largest number of attempts, the first one included. Numbers below 1 mean 1.
  public var attempts: Int
  /// The longest time for all attempts and the waits between them. No wait begins that would end later; an attempt that
  /// runs is not cut off.
  public var deadline: Duration
  /// The longest wait after the first attempt. It doubles with each further attempt.
  public var firstDelay: Duration
  /// The longest wait, unless a server asks for a longer one by `Retry-After`.
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

  /// One attempt and no more.
  public static let never = RetryPolicy(attempts: 1)

  /// The wait after an attempt: the upper half of an exponential step, at random, so that callers that failed together
  /// do not come back together. Never less than a server asks for.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt, from 1.
  ///   - retryAfter: What the server asks for.
  ///   - random: A number from 0 to 1.
  package func delay(after attempt: Int, retryAfter: Duration?, random: Double) -> Duration {
    let longest = min(max(.zero, maximumDelay), Self.longest)
    var step = min(max(.zero, firstDelay), longest)
    for _ in 1..<max(1, min(attempt, 32)) where step < longest { step = step * 2 }
    return max(min(step, longest) * (0.5 + random / 2), retryAfter ?? .zero)
  }

  /// More than anybody waits, and little enough to be added up.
  static let longest = Duration.seconds(1 << 40)
}
