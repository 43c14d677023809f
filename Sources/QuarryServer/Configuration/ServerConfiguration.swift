#if Server
public import Logging
public import Quarry

/// What a server serves, to whom, and how much of it.
public struct ServerConfiguration: Sendable {
  /// The databases. The first one is what a Hrana client without a namespace gets.
  public var databases: [ServedDatabase]
  /// The address to listen on. Anything but loopback needs tokens, or ``allowsOpenAddress``.
  public var host: String
  /// The port; 0 takes a free one.
  public var port: Int
  /// Who may do what. Without tokens and keys everybody who reaches the address may do everything.
  public var access: ServerAccess
  /// What signs users in at this server and gives them tokens for their own databases; `nil` for nothing.
  ///
  /// It needs ``makeScratch``, or a served database for each user. With it, every client must send a token.
  public var authorization: ServerAuthorization?
  /// How much a client may use.
  public var limits: ServerLimits
  /// Whether every client may only read.
  public var isReadOnly: Bool
  /// The names by which clients may reach a server that asks for no tokens, beside those of this machine.
  ///
  /// A web page can make a browser call any address under a name of its own. `*.example.org` stands for all names below
  /// `example.org`, `*` for all names. A server that asks for tokens accepts every name.
  public var allowedHosts: [String] = []
  /// The origins of web pages that may use the server, such as `https://example.org`. Without any, no page may.
  public var allowedOrigins: [String] = []
  /// Whether the server may listen without tokens on an address that other machines reach.
  public var allowsOpenAddress = false
  /// The certificate and key of the server. If `nil`, connections are not encrypted.
  public var tls: ServerTLS?
  /// The misbehaviour that tests ask for.
  public var faults: FaultPlan
  /// Makes a database for a namespace that is not among ``databases``, when a client first names it, with PerSQL as
  /// `namespace/main`, or `nil` if such clients are refused. The server closes what it makes: when it stops, and the
  /// longest unused beyond 64.
  public var makeScratch: ScratchMaker?
  /// Where the server logs. Values, SQL texts and tokens are never logged.
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

  /// Creates a configuration for one database under the names `default/main`.
  public init(_ database: Database) {
    self.init(databases: [ServedDatabase(database)])
  }
}

/// A database and the names by which clients ask for it.
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
