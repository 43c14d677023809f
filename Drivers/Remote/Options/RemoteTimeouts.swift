/// How long the calls of a remote driver may take, and how large their answers may be.
public struct RemoteTimeouts: Sendable, Hashable {
  /// How long making a connection may take.
  public var connect: Duration
  /// How long one try of a call may take.
  public var call: Duration
  /// The largest answer, in bytes after decompression.
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
