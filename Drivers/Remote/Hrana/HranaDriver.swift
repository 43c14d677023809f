public import Quarry

/// A database behind the Hrana protocol over HTTP: libSQL's server sqld, Turso, and Quarry's own server.
///
/// ```swift
/// let database = try await Database(HranaDriver(url: "http://127.0.0.1:8080"))
/// ```
///
/// Transactions are interactive; a connection is a stream on the server while one is open. Infinities cannot be sent
/// and databases cannot be attached; everything else is exact. A setting of the connection (PRAGMA) is made again on each
/// new stream where that is the same; any other one would be lost between two calls and is refused.
///
/// A write whose answer is lost, or in whose place a gateway answers, is never sent again: its outcome is unknown.
///
/// Source: <https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md>.
public struct HranaDriver: DatabaseDriver {
  /// The type of its connections.
  public typealias Connection = HranaConnection

  /// How many connections may read beside the writer, each with one call at a time.
  public var maximumReaders: Int

  private var server: HranaServer

  /// Describes a database. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - url: The address, with the scheme `http` or `https` and without credentials.
  ///   - tokens: Where the token comes from; `nil` for none.
  ///   - namespace: The name of the database on a server with several, sent in a header.
  ///   - transport: What carries the requests.
  ///   - retries: How often calls that failed in passing are made again, where that is exact.
  ///   - connectTimeout: How long connecting may take.
  ///   - timeout: How long a call may take; a statement that waits for its rows longer than that fails.
  ///   - maximumAnswerBytes: The largest answer that is taken whole; rows of a query that stands alone come in pieces.
  ///   - maximumReaders: How many connections may read beside the writer.
  ///   - replicaSettling: How long a replica may go on with an old log after its primary has begun a new one, as after
  ///     a crash; for that long the primary answers reads that wait for a change token.
  ///   - trustedOrigins: Further places to which the server may move a stream (`base_url`). The token, statements and
  ///     values go to `url` and to these places, and nowhere else; from `https` never to `http`, even where it is
  ///     named.
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

  /// Returns the same database for somebody who knows that it is on the server of another one, with the same rights:
  /// what was found out about the server there is not asked again.
  public func onServer(of other: HranaDriver) -> HranaDriver {
    var driver = self
    driver.server = server.knowing(as: other.server)
    return driver
  }

  /// The beginning of the schemes of its URLs.
  public var name: String { "hrana" }

  /// The address with the namespace. Tokens of servers that number their changes name the log instead.
  public var databaseName: String? { server.databaseName }

  /// The host and port of the address, and the namespace.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "libsql", address: server.url, namespace: server.namespace)
  }

  /// No call blocks a thread.
  public var traits: DriverTraits { DriverTraits(maximumReaders: maximumReaders, blocksThread: false) }

  /// Opens a connection: asks the server what it is and can do, once for all connections of the driver.
  ///
  /// - Throws: `.cannotOpen` when there is no server, `.authorization` when it refuses the token.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending HranaConnection {
    let version = try await server.version()
    let capabilities = try await HranaProbe.capabilities(of: server)
    return HranaConnection(server: server, role: role, version: version, capabilities: capabilities)
  }
}
