#if Server
internal import Quarry

/// A fault that a test can cause in a server.
public enum Fault: Sendable, Hashable {
  /// Waits before it reads the request.
  case delay(Duration)
  /// Ignores the request and closes the connection.
  case dropRequest
  /// Runs the request, sends this many bytes of the response including its head, and closes the connection.
  case cutAnswer(afterBytes: Int)
  /// Responds with a status. If `executes` is `true`, the request runs first.
  case status(Int, retryAfter: Int? = nil, executes: Bool = false)
  /// Responds as if the token had expired.
  case expiredToken
  /// Runs the request and sends only this many bytes of the body, in a response that is complete for HTTP.
  case truncatedBody(bytes: Int)
  /// Runs the request and sends a body of at least this many bytes.
  case oversizedBody(bytes: Int)
}

/// The faults of a server. A test can change them while the server runs.
///
/// ```swift
/// let faults = FaultPlan()
/// faults.add(.cutAnswer(afterBytes: 100), path: "/v3/pipeline", skipping: 1, times: 1)
/// ```
///
/// The rules are checked in order, and every rule that matches a request applies to it.
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

  /// The number of requests, including those with faults.
  public var requestCount: Int { state.withLock { $0.requests } }

  /// Adds a fault.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - path: The prefix of the request's path. If `nil`, any path.
  ///   - skipping: The number of matching requests to skip first.
  ///   - times: The number of matching requests with the fault after that.
  public func add(_ fault: Fault, path: String? = nil, skipping: Int = 0, times: Int = .max) {
    state.withLock {
      $0.rules.append(Rule(fault: fault, path: path, skipping: max(skipping, 0), times: max(times, 0)))
    }
  }

  /// Removes all faults.
  public func removeAll() { state.withLock { $0.rules = [] } }

  /// Returns the faults of a new request.
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
