import Quarry

/// A first try of a call that began on its caller's thread.
package struct BegunTry: Sendable {
  /// The call, which may be under way.
  package let call: any InPlaceCall
  /// The token that was sent.
  fileprivate let token: DriverSecret?

  /// The try with its result.
  ///
  /// - Parameter started: The time when the wait for it began on the clock of the retries, or `nil` if it was short.
  package func ended(_ result: Result<HTTPResponse, HTTPError>, since started: Duration?) -> FirstTry {
    FirstTry(result: result, token: token, started: started)
  }
}

/// A first try of a call, which has ended.
package struct FirstTry: Sendable {
  let result: Result<HTTPResponse, HTTPError>
  let token: DriverSecret?
  let started: Duration?
}

extension RemoteCalls {
  /// Makes the first try of a call on this thread. It isn't cancelled with its task.
  ///
  /// - Parameters:
  ///   - request: A request that has no idempotency key.
  ///   - began: Gets the call before it is sent, to cancel it from another thread.
  /// - Returns: The try, or `nil` if nothing was sent.
  package func beginInPlace(_ request: HTTPRequest, began: (any InPlaceCall) -> Void) -> BegunTry? {
    guard let inPlace else { return nil }
    var request = request
    if request.timeout > policy.deadline || request.timeout < .milliseconds(1) {
      request.timeout = max(
        .milliseconds(1), min(request.timeout, RetryControl(policy, now: .zero).timeLeft(now: .zero)))
    }
    let token = tokens?.known
    if let token {
      request.headers.append(RemoteCalls.header(token))
    } else if tokens != nil {
      return nil
    }
    guard let call = try? inPlace.sendInPlace(request, began: began) else { return nil }
    return BegunTry(call: call, token: token)
  }
}
