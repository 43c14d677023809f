public import Quarry

/// HTTP over the system's libcurl: one thread waits for all transfers, callers wait without a thread, unless the answer
/// is sooner there than another thread could wake up.
///
/// Connections are kept and used again. Certificates are always verified, TLS 1.2 is the oldest version, redirects are
/// not followed, and only `http` and `https` are spoken. A request whose connection ends without an answer is never
/// sent again by itself, except for GET, HEAD and OPTIONS.
///
/// Source: <https://curl.se/libcurl/c/libcurl-multi.html>.
public final class CurlTransport: HTTPTransport {
  /// The settings of this transport.
  public let configuration: Configuration
  private let loop: CurlLoop

  /// Creates a transport. Its thread starts with the first request.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    loop = CurlLoop(configuration)
  }

  deinit { loop.stop() }

  /// Sends a request and gives the whole answer.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    // The transport, and with it the thread, stays until the answer is there.
    defer { withExtendedLifetime(self) {} }
    let transfer = try loop.take(withHeaders(request), streams: false)
    try await transfer.run(to: .end)
    return try transfer.response()
  }

  /// Sends a request and gives the head of the answer; the body is read no faster than it is taken.
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

  private func withHeaders(_ request: HTTPRequest) -> HTTPRequest {
    guard !configuration.headers.isEmpty else { return request }
    var request = request
    for (name, value) in configuration.headers where request.header(name) == nil {
      request.headers.append((name, String(decoding: value.bytes, as: UTF8.self)))
    }
    return request
  }

  /// Ends what runs as cancelled, closes every connection and waits until that is done. Later calls fail.
  public func close() async { await loop.close() }

  /// What this transport has done so far.
  public var statistics: Statistics { loop.statistics }

  /// Counts of a transport.
  public struct Statistics: Sendable, Hashable {
    /// The calls that ended by themselves, with an answer or an error.
    public internal(set) var calls = 0
    /// The connections that were made for them.
    public internal(set) var connections = 0
  }
}

extension CurlTransport {
  /// The settings of a transport.
  public struct Configuration: Sendable, Hashable {
    /// A file with the certificates to trust, in PEM, instead of the system's.
    public var caFile: String?
    /// Which proxy is asked.
    public var proxy: Proxy
    /// Headers that every request gets which has none of the name, such as those that a gateway wants.
    public var headers: [String: DriverSecret]
    /// The largest number of connections to one host at a time; further calls wait for one.
    public var connectionsPerHost: Int
    /// The largest number of connections that are kept for later calls.
    public var connectionsKept: Int
    /// Whether HTTP/2 is offered over TLS; many calls then share one connection.
    public var offersHTTP2: Bool
    /// Whether compressed answers are asked for, in every form that the library can decompress. What comes compressed
    /// is decompressed in any case.
    public var compression: Compression

    /// The longest time for which a call may keep its caller's thread waiting for the answer; zero for never.
    ///
    /// It does so only while it is the only call, where answers have lately come within two thirds of this time, and
    /// where waking up another thread would make them later by a twentieth: a server on the same machine or in the same
    /// rack. Anything slower is waited for without a thread.
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

  /// Which proxy a transport asks.
  public enum Proxy: Sendable, Hashable {
    /// The one that `http_proxy`, `https_proxy` or `all_proxy` name, with the exceptions of `no_proxy`. For `localhost`,
    /// `127.…` and `[::1]` no proxy is asked.
    case environment
    /// None.
    case none
    /// This one, by its address.
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

  /// When compressed answers are asked for.
  public enum Compression: Sendable, Hashable {
    case always
    /// Not from `localhost`, `127.…` and `[::1]`, from where bytes come faster than they are decompressed.
    case unlessLoopback
    case never

    func isOffered(isLoopback: Bool) -> Bool { self == .always || (self == .unlessLoopback && !isLoopback) }
  }
}
