public import Quarry

/// A database over the Hrana protocol and HTTP: libSQL's server sqld, Turso, and Quarry's own server.
///
/// ```swift
/// let database = try await Database(HranaDriver(url: "http://127.0.0.1:8080"))
/// ```
///
/// Transactions are interactive. While a transaction is open, its connection holds a stream on the server. Infinities
/// can't be sent and databases can't be attached; everything else is exact.
///
/// A setting of the connection (PRAGMA) is repeated on each new stream if that has the same effect. Any other setting
/// would be lost between two calls, so it throws.
///
/// A write whose response is lost, or replaced by a gateway's, is never sent again. It throws `.outcomeUnknown`.
///
/// Source: <https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md>.
public struct HranaDriver: DatabaseDriver {
  /// The type of its connections.
  public typealias Connection = HranaConnection

  /// The maximum number of readers beside the writer, each with one call at a time.
  public var maximumReaders: Int

  private var server: HranaServer

  /// Creates a driver. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - url: The address, with the scheme `http` or `https` and without credentials.
  ///   - tokens: The source of the token, or `nil` for no token.
  ///   - namespace: The name of the database on a server with several databases, sent in a header.
  ///   - transport: The transport of the requests.
  ///   - retries: The policy for retries of calls that can be retried safely.
  ///   - connectTimeout: The longest time to wait for a connection.
  ///   - timeout: The longest time that a call can take. A statement that waits longer for its rows fails.
  ///   - maximumAnswerBytes: The largest response that is read as a whole. The rows of a query outside a transaction
  ///     are streamed.
  ///   - maximumReaders: The maximum number of readers beside the writer.
  ///   - replicaSettling: The longest time that a replica can use an old log after its primary began a new one, such
  ///     as after a crash. For that time, the primary runs reads that wait for a change token.
  ///   - trustedOrigins: Additional origins to which the server can move a stream (`base_url`). The token, statements
  ///     and values are sent only to `url` and to these origins, and never from `https` to `http`.
  public init(
    url: String, tokens: TokenProvider? = nil, namespace: String? = nil,
    transport: any HTTPTransport = CurlTransport(), retries: RetryPolicy = RetryPolicy(deadline: .seconds(60)),
    connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(60), maximumAnswerBytes: Int = 64 << 20,
    maximumReaders: Int = 32, replicaSettling: Duration = .seconds(5), trustedOrigins: [HTTPOrigin] = []
  ) {
    self.maximumReaders = maximumReaders
    server = HranaServer(
      url: url, calls: RemoteCalls(transport: transport, policy: retries, tokens: tokens), namespace: namespace,
      connectTimeout: connectTimeout, timeout: timeout, maximumAnswerBytes: maximumAnswerBytes,
      settling: replicaSettling, trustedOrigins: trustedOrigins)
  }

  /// Returns the same database, with the facts that another driver found about its server.
  ///
  /// Use it only if both databases are on the same server, with the same rights. What the other driver asked isn't
  /// asked again.
  public func onServer(of other: HranaDriver) -> HranaDriver {
    var driver = self
    driver.server = server.knowing(as: other.server)
    return driver
  }

  /// The prefix of the schemes of its URLs.
  public var name: String { "hrana" }

  /// The address with the namespace. On servers that number their changes, tokens name the log instead.
  public var databaseName: String? { server.databaseName }

  /// The host and port of the address, and the namespace.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "libsql", address: server.url, namespace: server.namespace)
  }

  /// The traits: no call blocks a thread.
  public var traits: DriverTraits { DriverTraits(maximumReaders: maximumReaders, blocksThread: false) }

  /// Opens a connection. The first one asks the server for its version and capabilities.
  ///
  /// - Throws: ``DatabaseError`` with code `.cannotOpen` if there is no server, `.authorization` if it rejects the
  ///   token, or `.timedOut`.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending HranaConnection {
    let version = try await server.version()
    let capabilities = try await HranaProbe.capabilities(of: server)
    return HranaConnection(server: server, role: role, version: version, capabilities: capabilities)
  }
}
