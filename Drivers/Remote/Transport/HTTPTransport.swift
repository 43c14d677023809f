/// Sends HTTP requests: with libcurl in ``CurlTransport``, with a closure in ``ScriptedTransport``.
///
/// A transport follows no redirects, retries no requests and adds no credentials. Every request is sent once,
/// unchanged.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the whole response, whatever its status.
  ///
  /// Cancelling the task ends the transfer immediately, with ``HTTPError/Kind/cancelled``.
  ///
  /// - Throws: ``HTTPError`` if there is no complete response.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// Sends a request and returns the head of the response when it arrives. The body follows in pieces.
  ///
  /// The server's data is read only as fast as the pieces are read. Cancelling the task, closing the stream or
  /// releasing it ends the transfer immediately.
  ///
  /// - Throws: ``HTTPError`` if there is no complete head.
  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream
}
