/// A transport that can begin a call without suspending, and wait for a fast response on the caller's thread.
package protocol InPlaceTransport: HTTPTransport {
  /// Sends a request and, if the response is expected before another thread could wake up for it, waits a short time
  /// for it on this thread.
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

  /// Waits for the result without blocking, and takes it. Cancelling the task doesn't end the call.
  nonisolated(nonsending) func result() async -> Result<HTTPResponse, HTTPError>

  /// Ends the call.
  func cancel()
}
