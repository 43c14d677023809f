public import Logging
public import Quarry

/// What a server serves, to whom, and how much of it.
public struct ServerConfiguration: Sendable {
  /// The databases. The first one is what a Hrana client without a namespace gets.
  public var databases: [ServedDatabase]
  /// The address to listen on. Anything but loopback needs tokens.
  public var host: String
  /// The port; 0 takes a free one.
  public var port: Int
  /// Who may do what. Without tokens and keys everybody who reaches the address may do everything.
  public var access: ServerAccess
  /// How much a client may use.
  public var limits: ServerLimits
  /// Whether every client may only read.
  public var isReadOnly: Bool
  /// The misbehaviour that tests ask for.
  public var faults: FaultPlan
  /// Makes a database for a namespace that is not among ``databases``, when a client first names it, with PerSQL as
  /// `namespace/main`; `nil` where such clients are refused. The server closes what it makes: when it stops, and the longest unused beyond 64.
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

/// How much a client may use.
public struct ServerLimits: Sendable, Hashable {
  /// How long one statement may run.
  public var statementTime: Duration
  /// How long a transaction may go on when somebody else waits for it.
  public var transactionTime: Duration
  /// How long a statement waits for somebody else's transaction.
  public var waitingTime: Duration
  /// How long a stream lives without a call.
  public var streamIdleTime: Duration
  /// How many streams may be open.
  public var streams: Int
  /// How many bytes a request may have.
  public var requestBytes: Int
  /// How many bytes the result of one statement or batch may have, except on a cursor.
  public var responseBytes: Int
  /// How many rows one statement may give, except on a cursor.
  public var rows: Int
  /// How many statements a PerSQL batch may have.
  public var batchStatements: Int
  /// How many parameters a PerSQL statement may have.
  public var parameters: Int
  /// How many columns the result of a PerSQL statement may have.
  public var columns: Int

  /// Creates limits; the defaults are those of the servers that this one stands for, where they have any.
  public init(
    statementTime: Duration = .seconds(30), transactionTime: Duration = .seconds(5),
    waitingTime: Duration = .seconds(10), streamIdleTime: Duration = .seconds(10), streams: Int = 256,
    requestBytes: Int = 16 << 20, responseBytes: Int = 10 << 20, rows: Int = 1_000_000, batchStatements: Int = 100,
    parameters: Int = 100, columns: Int = 100
  ) {
    self.statementTime = statementTime
    self.transactionTime = transactionTime
    self.waitingTime = waitingTime
    self.streamIdleTime = streamIdleTime
    self.streams = streams
    self.requestBytes = requestBytes
    self.responseBytes = responseBytes
    self.rows = rows
    self.batchStatements = batchStatements
    self.parameters = parameters
    self.columns = columns
  }
}
