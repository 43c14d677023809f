/// One HTTP request.
public struct HTTPRequest: Sendable {
  /// The method, in capitals.
  public var method: String
  /// The address, with the scheme `http` or `https` and without credentials.
  public var url: String
  /// The headers, in order. The transport adds `Host`, `Content-Length` and `Accept-Encoding`.
  public var headers: [(name: String, value: String)]
  /// The body, or `nil` for none.
  public var body: [UInt8]?
  /// The longest time to wait for a connection: finding the address, connecting and TLS.
  public var connectTimeout: Duration
  /// The longest time that the whole call can take, from waiting for a connection to reading the body.
  public var timeout: Duration
  /// The largest body to accept, in bytes after decompression.
  public var maximumResponseBytes: Int

  /// Creates a request.
  public init(
    method: String = "POST", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(60),
    maximumResponseBytes: Int = 64 * 1024 * 1024
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
  }

  /// Returns the value of the first header of this name, in any case, or `nil` if there is none.
  public func header(_ name: String) -> String? { HTTPHeaders.value(of: name, in: headers) }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// The method and the address without its query, because headers and bodies can contain secrets.
  public var description: String { "\(method) \(HTTPHeaders.withoutQuery(url))" }
  /// No children, so that only the description is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
