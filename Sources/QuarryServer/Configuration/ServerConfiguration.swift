#if Server
public import Logging
public import Quarry

/// The databases, the access rules and the limits of a server.
public struct ServerConfiguration: Sendable {
  /// The databases. A Hrana client without a namespace gets the first one.
  public var databases: [ServedDatabase]
  /// The address to listen on. Any address other than loopback needs tokens, or ``allowsOpenAddress``.
  public var host: String
  /// The port. If 0, the system chooses a free one.
  public var port: Int
  /// The access rules. Without tokens and keys, anyone who can reach the address can do everything.
  public var access: ServerAccess
  /// The authorization server, which gives users tokens for their databases, or `nil` for none.
  ///
  /// It needs ``makeScratch``, or a served database for each user. With it, every client must send a token.
  public var authorization: ServerAuthorization?
  /// The limits for clients.
  public var limits: ServerLimits
  /// Whether all clients can only read.
  public var isReadOnly: Bool
  /// The host names for clients of a server without tokens, in addition to those of this machine.
  ///
  /// A web page can make a browser call any address under a host name that the page controls. `*.example.org` matches
  /// all names below `example.org`, `*` all names. A server with tokens accepts every name.
  public var allowedHosts: [String] = []
  /// The origins of web pages that can use the server, such as `https://example.org`. If empty, no page can use it.
  public var allowedOrigins: [String] = []
  /// Whether a server without tokens can listen on an address that other machines can reach.
  public var allowsOpenAddress = false
  /// The certificate and key of the server. If `nil`, connections aren't encrypted.
  public var tls: ServerTLS?
  /// The faults for tests.
  public var faults: FaultPlan
  /// Makes a database for a namespace that isn't among ``databases``, when a client first names it. With PerSQL, its
  /// name is `namespace/main`. If `nil`, such clients are rejected.
  ///
  /// The server closes these databases when it stops. It keeps at most 64 open, and closes the one that was unused
  /// for the longest time.
  public var makeScratch: ScratchMaker?
  /// The logger. Values, SQL texts and tokens are never logged.
  public var logger: Logger

  /// Makes a database for a namespace.
  public typealias ScratchMaker = @Sendable (_ namespace: String) async throws -> Database

  /// Creates a configuration.
  public init(
    databases: [ServedDatabase], host: String = "127.0.0.1", port: Int = 0, access: ServerAccess = ServerAccess(),
    limits: ServerLimits = ServerLimits(), isReadOnly: Bool = false, faults: FaultPlan = FaultPlan(),
    logger: Logger = Logger(label: "quarry.server", factory: { _ in SwiftLogNoOpLogHandler() })
  ) {
    self.databases = databases
    self.host = host
    self.port = port
    self.access = access
    self.limits = limits
    self.isReadOnly = isReadOnly
    self.faults = faults
    self.logger = logger
  }

  /// Creates a configuration for one database with the name `default/main`.
  public init(_ database: Database) {
    self.init(databases: [ServedDatabase(database)])
  }
}

/// A database and its names for clients.
public struct ServedDatabase: Sendable {
  /// The namespace: the first half of a PerSQL path, and Hrana's `x-namespace`.
  public var namespace: String
  /// The name in its namespace: the second half of a PerSQL path.
  public var name: String
  /// The database.
  public var database: Database

  /// Creates an entry.
  public init(_ database: Database, namespace: String = "default", name: String = "main") {
    self.database = database
    self.namespace = namespace
    self.name = name
  }
}
#endif
