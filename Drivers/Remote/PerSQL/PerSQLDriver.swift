public import Quarry

/// A database of a service with the PerSQL `/v1` protocol: hosted SQLite, with one call for each statement or batch.
///
/// No connection is held between calls, so settings of connections throw. A transaction is a batch of at most 100
/// statements. A statement that changes rows is a transaction by itself: `OR FAIL` keeps nothing.
///
/// Blobs, infinities and integers from 2^53 on can't be sent and throw before anything is sent. A whole REAL is
/// returned as an INTEGER of the same value, because the service has JavaScript's numbers.
///
/// Every write has an idempotency key. The service remembers the response of a key, but two concurrent calls with one
/// key can both run. If a response is lost, nobody knows whether its call has ended. So a write is retried only if
/// the service itself says that nothing ran; otherwise it throws `.outcomeUnknown`. For a server that runs the calls
/// of one key one after the other, such as Quarry's, set `serialisesKeys`.
///
/// ```swift
/// let database = try await Database(url: "persql+https://api.persql.com/namespace/db?token-env=PERSQL_TOKEN")
/// ```
public struct PerSQLDriver: DatabaseDriver {
  /// The address of the service for databases whose sign-in names no other address.
  public static let serviceAddress = "https://api.persql.com"

  let calls: PerSQLCalls
  private var memory = EngineMemory()

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - baseURL: The address of the service, such as `https://api.persql.com`, with the path before `/v1` if it has
  ///     one.
  ///   - database: The database as `namespace/db`.
  ///   - tokens: The source of the token, or `nil` for a service without tokens.
  ///   - transport: The transport of the calls.
  ///   - policy: The policy for retries.
  ///   - timeouts: The limits for calls.
  ///   - serialisesKeys: Whether the server runs the calls of one idempotency key one after the other, on all its
  ///     instances. If `true`, writes whose response is lost are retried. If that is wrong, a write can be applied
  ///     twice.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the name doesn't have that form.
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

  /// Returns the same database, with the facts that another driver found about its service.
  ///
  /// Use it only if both databases are of the same service, with the same rights. What the other driver asked isn't
  /// asked again.
  public func onService(of other: PerSQLDriver) -> PerSQLDriver {
    var driver = self
    driver.memory = other.memory
    return driver
  }

  /// The name of the driver.
  public var name: String { "persql" }

  /// The address of the database. The service has one copy, so every call sees everything that was committed before.
  public var databaseName: String? { "persql \(calls.address)" }

  /// The host and port of the address, and the database.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "persql", address: calls.address, namespace: calls.database)
  }

  /// The traits: calls suspend, and any number of them can run concurrently.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 64, blocksThread: false) }

  /// Opens a connection, which is only an address. The first one asks the service for its engine, in two calls.
  ///
  /// - Throws: ``DatabaseError`` with the code of the failed call, such as `.cannotOpen`, `.authorization` or
  ///   `.protocolViolation`.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending PerSQLConnection {
    let engine = try await memory.engine(rules: PerSQLDriver.rules, asking: calls)
    return PerSQLConnection(calls: calls, capabilities: PerSQLDriver.capabilities(engine))
  }

  /// The statements that are never sent, because no connection is held.
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

  /// The limits of the platform. For limits of the engine that it doesn't name, SQLite's defaults.
  static func capabilities(_ engine: DatabaseEngine) -> DriverCapabilities {
    DriverCapabilities(
      engine: engine, transactions: .batchOnly, parallelReaders: true, connectionSettings: .refused,
      atomicBatches: true, wholeReals: false, extendedErrorCodes: false, primaryErrorCodes: false,
      declaredTypes: false, streamsRows: false, lacking: [.everyStatement], exactOutcomes: false,
      limits: EngineLimits(
        parameters: rules.parameters, sqlBytes: 100_000, batchStatements: PerSQLCalls.statementsInBatch, columns: 100))
  }
}
