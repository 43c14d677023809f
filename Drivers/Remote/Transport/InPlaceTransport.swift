/// A transport that can wait for a fast response on the caller's thread, without suspending.
package protocol InPlaceTransport: HTTPTransport {
  /// Whether a response is expected before another thread could wake up for it, and no other call is under way.
  var canSendInPlace: Bool { get }

  /// Sends a request and waits a short time for its response on this thread.
  ///
  /// The call isn't cancelled with its task, but only with ``InPlaceCall/cancel()``.
  ///
  /// - Parameter began: Gets the call before the request is sent, to cancel it from another thread.
  /// - Returns: The call, which may still be under way.
  func sendInPlace(_ request: HTTPRequest, began: (any InPlaceCall) -> Void) throws(HTTPError) -> any InPlaceCall
}

/// A call that began on its caller's thread.
package protocol InPlaceCall: Sendable {
  /// The result, or `nil` while the call is under way. It can be taken once.
  func takeResult() -> Result<HTTPResponse, HTTPError>?

  /// Waits for the result without blocking. Cancelling the task ends the call.
  ///
  /// - Throws: ``HTTPError`` if there is no complete response.
  func response() async throws(HTTPError) -> HTTPResponse

  /// Ends the call.
  func cancel()
}
