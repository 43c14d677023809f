import Quarry

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
  /// - Returns: The call for ``call(_:effect:after:_:)``, or `nil` if nothing was sent.
  package func beginInPlace(_ request: HTTPRequest, began: (any InPlaceCall) -> Void) -> (any InPlaceCall)? {
    guard let inPlace else { return nil }
    var request = request
    request.timeout = max(
      .milliseconds(1), min(request.timeout, RetryControl(policy, now: .zero).timeLeft(now: .zero)))
    if let tokens {
      guard let token = tokens.known else { return nil }
      request.headers.append(RemoteCalls.header(token))
    }
    return try? inPlace.sendInPlace(request, began: began)
  }
}
