#if Server
internal import Quarry

/// A way in which a server misbehaves when a test asks for it.
public enum Fault: Sendable, Hashable {
  /// Waits before it looks at the request.
  case delay(Duration)
  /// Does not look at the request and closes the connection.
  case dropRequest
  /// Does what was asked for, sends so many bytes of the answer, its head included, and closes the connection.
  case cutAnswer(afterBytes: Int)
  /// Answers with a status; `executes` says whether it does first what was asked for.
  case status(Int, retryAfter: Int? = nil, executes: Bool = false)
  /// Answers as if the token had expired.
  case expiredToken
  /// Does what was asked for and sends only so many bytes of the body, in an answer that is whole as far as HTTP goes.
  case truncatedBody(bytes: Int)
  /// Does what was asked for and sends a body of at least so many bytes.
  case oversizedBody(bytes: Int)
}

/// The faults of a server, which a test may change while the server runs.
///
/// ```swift
/// let faults = FaultPlan()
/// faults.add(.cutAnswer(afterBytes: 100), path: "/v3/pipeline", skipping: 1, times: 1)
/// ```
///
/// The rules are looked at in their order, and every rule that matches a request applies to it.
public final class FaultPlan: Sendable {
  private struct Rule {
    var fault: Fault
    var path: String?
    var skipping: Int
    var times: Int
  }

  private struct State {
    var rules: [Rule] = []
    var requests = 0
  }

  private let state = Protected(State())

  /// Creates a plan without faults.
  public init() {}

  /// How many requests have come, those with faults included.
  public var requestCount: Int { state.withLock { $0.requests } }

  /// Adds a fault.
  ///
  /// - Parameters:
  ///   - fault: What happens.
  ///   - path: How the path of the request begins; `nil` for any.
  ///   - skipping: How many matching requests are spared first.
  ///   - times: How many matching requests are hit after that.
  public func add(_ fault: Fault, path: String? = nil, skipping: Int = 0, times: Int = .max) {
    state.withLock {
      $0.rules.append(Rule(fault: fault, path: path, skipping: max(skipping, 0), times: max(times, 0)))
    }
  }

  /// Removes all faults.
  public func removeAll() { state.withLock { $0.rules = [] } }

  /// The faults of a request that has come.
  func faults(for path: String) -> [Fault] {
    state.withLock { state in
      state.requests += 1
      var faults: [Fault] = []
      for index in state.rules.indices where state.rules[index].path.map({ path.hasPrefix($0) }) ?? true {
        if state.rules[index].skipping > 0 {
          state.rules[index].skipping -= 1
        } else if state.rules[index].times > 0 {
          state.rules[index].times -= 1
          faults.append(state.rules[index].fault)
        }
      }
      return faults
    }
  }
}
#endif
