/// The limits for the calls of a remote driver: times, and the size of responses.
public struct RemoteTimeouts: Sendable, Hashable {
  /// The longest time to wait for a connection.
  public var connect: Duration
  /// The longest time that one try of a call can take.
  public var call: Duration
  /// The largest response, in bytes after decompression.
  public var maximumAnswerBytes: Int

  /// Creates timeouts.
  public init(
    connect: Duration = .seconds(10), call: Duration = .seconds(60), maximumAnswerBytes: Int = 64 * 1024 * 1024
  ) {
    self.connect = connect
    self.call = call
    self.maximumAnswerBytes = maximumAnswerBytes
  }

  /// A request with these limits.
  func request(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: url,
      headers: (body == nil ? [] : [("Content-Type", "application/json")]) + [("Accept", "application/json")] + headers,
      body: body, connectTimeout: connect, timeout: call, maximumResponseBytes: maximumAnswerBytes)
  }
}
