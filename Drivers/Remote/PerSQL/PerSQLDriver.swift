public import Quarry

/// A database of a service that speaks PerSQL `/v1`: hosted SQLite, one call for each statement or batch.
///
/// No connection is held between calls, so settings of connections are refused. A transaction is a batch of at most 100
/// statements, and a statement that changes rows is one by itself: `OR FAIL` keeps nothing. Blobs, infinities and
/// integers from 2^53 on cannot be carried and are refused before anything is sent. A whole REAL comes back as an
/// INTEGER, since the service's numbers are those of JavaScript; its value is the same.
///
/// Every write carries an idempotency key. The service remembers the answer of a key, but two calls of one key that are
/// under way at once may both run, and whoever lost an answer cannot know that its call has ended: so a write is made
/// again only when the service itself says that it did nothing, and its outcome is unknown otherwise. A server that runs
/// the calls of one key one after the other, as Quarry's does, is named with `serialisesKeys`.
///
/// ```swift
/// let database = try await Database(url: "persql+https://api.persql.com/namespace/db?token-env=PERSQL_TOKEN")
/// ```
public struct PerSQLDriver: DatabaseDriver {
  /// The address of the service for databases whose sign-in names no other.
  public static let serviceAddress = "https://api.persql.com"

  let calls: PerSQLCalls
  private var memory = EngineMemory()

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - baseURL: The address of the service, such as `https://api.persql.com`, without a path or with the one that
  ///     stands before `/v1`.
  ///   - database: The database as `namespace/db`.
  ///   - tokens: Where the token comes from; `nil` for a service that wants none.
  ///   - transport: What carries the calls.
  ///   - policy: How often failed calls are made again.
  ///   - timeouts: How long calls may take.
  ///   - serialisesKeys: Whether the server is known to run the calls of one idempotency key one after the other, also
  ///     over all its instances. Writes whose answer is lost are made again then. Where it is not so, a write may be
  ///     applied twice.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for a name that is not of that form.
  public init(
    baseURL: String, database: String, tokens: TokenProvider? = nil, transport: any HTTPTransport,
    policy: RetryPolicy = RetryPolicy(), timeouts: RemoteTimeouts = RemoteTimeouts(), serialisesKeys: Bool = false
  ) throws(DatabaseError) {
    calls = try PerSQLCalls(
      baseURL: baseURL, database: database,
      calls: RemoteCalls(transport: transport, policy: policy, tokens: tokens), timeouts: timeouts,
      serialisesKeys: serialisesKeys)
  }

  init(calls: PerSQLCalls) { self.calls = calls }

  /// Returns the same database for somebody who knows that it is of the same service as another one, with the same
  /// rights: what was found out about the service there is not asked again.
  public func onService(of other: PerSQLDriver) -> PerSQLDriver {
    var driver = self
    driver.memory = other.memory
    return driver
  }

  /// The name of the driver.
  public var name: String { "persql" }

  /// The address of the database, which the service keeps in one copy: every call sees all that was committed before.
  public var databaseName: String? { "persql \(calls.address)" }

  /// The host and port of the address, and the database.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "persql", address: calls.address, namespace: calls.database)
  }

  /// Calls suspend; any number of them may run at once.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 64, blocksThread: false) }

  /// Asks the service which engine it is, the first time, and gives a connection that is no more than an address.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending PerSQLConnection {
    let engine = try await memory.engine(rules: PerSQLDriver.rules) { (sql) throws(DatabaseError) in
      try await calls.ask(sql)
    }
    return PerSQLConnection(calls: calls, capabilities: PerSQLDriver.capabilities(engine))
  }

  /// What is never sent, since no connection is held.
  private static let rules = ListedEngine.Rules(parameters: 100) { sql in
    let text = StatementText(sql)
    do throws(DatabaseError) {
      try text.requireSelfContained("PerSQL")
      try text.requireNoSetting()
      return true
    } catch {
      return false
    }
  }

  /// The limits are those of the platform; those of the engine that it does not name are SQLite's defaults.
  static func capabilities(_ engine: DatabaseEngine) -> DriverCapabilities {
    DriverCapabilities(
      engine: engine, transactions: .batchOnly, parallelReaders: true, connectionSettings: .refused,
      atomicBatches: true, wholeReals: false, extendedErrorCodes: false, primaryErrorCodes: false,
      declaredTypes: false, streamsRows: false, lacking: [.everyStatement], exactOutcomes: false,
      limits: EngineLimits(
        parameters: rules.parameters, sqlBytes: 100_000, batchStatements: PerSQLCalls.statementsInBatch, columns: 100))
  }
}
