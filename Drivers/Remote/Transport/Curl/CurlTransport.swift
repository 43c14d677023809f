public import Quarry

/// HTTP with the system's libcurl. One thread handles all transfers, and callers wait without blocking a thread.
///
/// If a response is faster than waking another thread, a caller can wait on its own thread: see
/// ``Configuration/longestWaitInPlace``.
///
/// If 16 or more calls are under way that take 4 milliseconds or longer on average, the thread sends several requests and
/// reads several responses at a time: they wait for others for a part of that average, up to a millisecond. The part is a
/// thirtieth for 16 calls, and grows to a tenth for 48 and more. That saves wake-ups, for the server too.
///
/// Connections are reused. Certificates are always verified, TLS 1.2 is the oldest version, redirects aren't
/// followed, and only `http` and `https` are allowed. A request whose connection ends without a response is never
/// retried, except GET, HEAD and OPTIONS.
///
/// Source: <https://curl.se/libcurl/c/libcurl-multi.html>.
public final class CurlTransport: HTTPTransport {
  /// The settings of this transport.
  public let configuration: Configuration
  let loop: CurlLoop

  /// Creates a transport. Its thread starts with the first request.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    loop = CurlLoop(configuration)
  }

  deinit { loop.stop() }

  /// Sends a request and returns the whole response.
  ///
  /// - Throws: ``HTTPError`` if there is no complete response.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    // The transport, and with it the thread, stays until the answer is there.
    defer { withExtendedLifetime(self) {} }
    let transfer = try loop.take(withHeaders(request), streams: false)
    try await transfer.run(to: .end)
    return try transfer.wholeResponse()
  }

  /// Sends a request and returns the head of the response. The body is read only as fast as its pieces are read.
  ///
  /// - Throws: ``HTTPError`` if there is no complete head.
  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream {
    let transfer = try loop.take(withHeaders(request), streams: true)
    try await transfer.run(to: .head)
    let head = try transfer.head()
    return HTTPBodyStream(
      status: head.status, headers: head.headers,
      next: { () throws(HTTPError) in
        // The stream keeps the transport, and with it the thread.
        defer { withExtendedLifetime(self) {} }
        return try await transfer.next()
      },
      close: { transfer.cancel() })
  }

  func withHeaders(_ request: HTTPRequest) -> HTTPRequest {
    guard !configuration.headers.isEmpty else { return request }
    var request = request
    for (name, value) in configuration.headers where request.header(name) == nil {
      request.headers.append((name, String(decoding: value.bytes, as: UTF8.self)))
    }
    return request
  }

  /// Cancels running transfers, closes every connection and waits until that is done. Later calls throw.
  public func close() async { await loop.close() }

  /// The counts of this transport so far.
  public var statistics: Statistics { loop.statistics }

  /// The counts of a transport.
  public struct Statistics: Sendable, Hashable {
    /// The calls that ended with a response or an error.
    public internal(set) var calls = 0
    /// The connections that were made for these calls.
    public internal(set) var connections = 0
  }
}

extension CurlTransport {
  /// The settings of a transport.
  public struct Configuration: Sendable, Hashable {
    /// A file with the certificates to trust, in PEM, instead of the system's.
    public var caFile: String?
    /// The proxy.
    public var proxy: Proxy
    /// Headers for every request that has no header of that name, such as those that a gateway requires.
    public var headers: [String: DriverSecret]
    /// The maximum number of concurrent connections to one host. Further calls wait for one.
    public var connectionsPerHost: Int
    /// The maximum number of idle connections to keep for later calls.
    public var connectionsKept: Int
    /// Whether to offer HTTP/2 over TLS, so that calls can share a connection.
    public var offersHTTP2: Bool
    /// Whether to ask for compressed responses, in every format that the library can decompress. A compressed
    /// response is always decompressed.
    public var compression: Compression

    /// The longest time for which a call can block its caller's thread while it waits. Zero means never.
    ///
    /// A call blocks only if it's the only one, if recent responses took less than two thirds of this time, and if
    /// waking another thread would delay them by a twentieth. That fits a server on the same machine or in the same
    /// rack. Slower responses are awaited without blocking.
    public var longestWaitInPlace: Duration

    /// Creates settings.
    public init(
      caFile: String? = nil, proxy: Proxy = .environment, headers: [String: DriverSecret] = [:],
      connectionsPerHost: Int = 32, connectionsKept: Int = 64, offersHTTP2: Bool = true,
      compression: Compression = .unlessLoopback,
      longestWaitInPlace: Duration = .milliseconds(2)
    ) {
      self.caFile = caFile
      self.proxy = proxy
      self.headers = headers
      self.connectionsPerHost = max(1, connectionsPerHost)
      self.connectionsKept = max(1, connectionsKept)
      self.offersHTTP2 = offersHTTP2
      self.compression = compression
      self.longestWaitInPlace = max(.zero, longestWaitInPlace)
    }
  }

  /// The proxy of a transport.
  public enum Proxy: Sendable, Hashable {
    /// The proxy in `http_proxy`, `https_proxy` or `all_proxy`, except for the hosts in `no_proxy`. For `localhost`,
    /// `127.…` and `[::1]` no proxy is used.
    case environment
    /// No proxy.
    case none
    /// A proxy with this address.
    case url(String)

    /// The setting of libcurl: `nil` for the environment, empty for none.
    func text(isLoopback: Bool) -> String? {
      switch self {
      case .environment: isLoopback ? "" : nil
      case .none: ""
      case .url(let url): url
      }
    }
  }

  /// The conditions for asking for compressed responses.
  public enum Compression: Sendable, Hashable {
    case always
    /// Not for `localhost`, `127.…` and `[::1]`, where transfers are faster than decompression.
    case unlessLoopback
    case never

    func isOffered(isLoopback: Bool) -> Bool { self == .always || (self == .unlessLoopback && !isLoopback) }
  }
}
