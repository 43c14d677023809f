import Quarry

/// The first try of a call, which began on its caller's thread.
package struct FirstTry: Sendable {
  /// The call, which may be under way.
  package let call: any InPlaceCall
  /// The token that was sent.
  let token: DriverSecret?

  /// The same try with the result of its call.
  package func ended(_ result: Result<HTTPResponse, HTTPError>) -> FirstTry {
    FirstTry(call: EndedCall(result: result), token: token)
  }
}

extension RemoteCalls {
  /// Whether the first try of a call can be made on this thread.
  package var canBeginInPlace: Bool {
    guard let inPlace, inPlace.canSendInPlace else { return false }
    return tokens == nil || tokens?.known != nil
  }

  /// Makes the first try of a call on this thread. It isn't cancelled with its task.
  ///
  /// - Parameters:
  ///   - request: A request that has no idempotency key.
  ///   - began: Gets the call before it is sent, to cancel it from another thread.
  /// - Returns: The try for ``call(_:effect:after:_:)``, or `nil` if nothing was sent.
  package func beginInPlace(_ request: HTTPRequest, began: (any InPlaceCall) -> Void) -> FirstTry? {
    guard let inPlace else { return nil }
    var request = request
    request.timeout = max(
      .milliseconds(1), min(request.timeout, RetryControl(policy, now: .zero).timeLeft(now: .zero)))
    let token = tokens?.known
    if let token {
      request.headers.append(RemoteCalls.header(token))
    } else if tokens != nil {
      return nil
    }
    guard let call = try? inPlace.sendInPlace(request, began: began) else { return nil }
    return FirstTry(call: call, token: token)
  }
}

/// A call that has ended.
private struct EndedCall: InPlaceCall {
  let result: Result<HTTPResponse, HTTPError>

  func takeResult() -> Result<HTTPResponse, HTTPError>? { result }

  func response() async throws(HTTPError) -> HTTPResponse { try result.get() }

  func cancel() {}
}
