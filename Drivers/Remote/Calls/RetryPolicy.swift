/// How often and how long a remote call that failed in passing is made again.
///
/// Only calls that cannot do their work twice are made again at all: reads, requests of which nothing was sent or of
/// which the server itself says that it ran nothing, and requests with a key whose calls the server runs one after the
/// other.
public struct RetryPolicy: Sendable, Hashable {
  /// The largest number of tries, from 1.
  public var attempts: Int
  /// How long all tries and the waits between them may take. No wait begins that would end later.
  public var deadline: Duration
  /// The longest wait after the first try; it doubles with every further one.
  public var firstDelay: Duration
  /// The longest wait, unless the server asks for a longer one by `Retry-After`.
  public var maximumDelay: Duration

  /// Creates a policy.
  public init(
    attempts: Int = 5, deadline: Duration = .seconds(30), firstDelay: Duration = .milliseconds(50),
    maximumDelay: Duration = .seconds(5)
  ) {
    self.attempts = max(1, attempts)
    self.deadline = deadline
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// One try and no more.
  public static let never = RetryPolicy(attempts: 1)

  /// The wait after a try, counted from 1: the upper half of an exponential step, at random, so that callers which
  /// failed together do not come back together. Never less than the server asks for.
  package func delay(after attempt: Int, retryAfter: Duration?, random: Double) -> Duration {
    var step = firstDelay
    for _ in 1..<max(1, min(attempt, 32)) where step < maximumDelay { step = step * 2 }
    let chosen = min(step, maximumDelay) * (0.5 + random / 2)
    return max(chosen, retryAfter ?? .zero)
  }
}
