/// Carries HTTP requests: over libcurl in ``CurlTransport``, from a closure in ``ScriptedTransport``.
///
/// A transport follows no redirect, repeats no request and adds no credentials: what it is given is what is sent, once.
public protocol HTTPTransport: Sendable {
  /// Sends a request and gives the whole answer, whatever its status is.
  ///
  /// Cancelling the task ends the transfer at once, with ``HTTPError/Kind/cancelled``.
  ///
  /// - Throws: An ``HTTPError`` when there is no whole answer.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// Sends a request and gives the head of the answer as soon as it is there; the body follows in pieces.
  ///
  /// The server is read no faster than the pieces are taken. Cancelling the task ends the transfer at once; so does
  /// closing the stream, or letting go of it.
  ///
  /// - Throws: An ``HTTPError`` when there is no whole head.
  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream
}
