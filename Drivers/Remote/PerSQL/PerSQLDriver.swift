public import Quarry

/// A database of a service that speaks PerSQL `/v1`: hosted SQLite, one call for each statement or batch.
///
/// No connection is held between calls. A transaction is a batch of at most 100 statements; blobs, infinities and
/// integers from 2^53 on cannot be carried and are refused before anything is sent. A whole REAL comes back as an
/// INTEGER, since the service's numbers are those of JavaScript; its value is the same.
///
/// ```swift
/// let database = try await Database(url: "persql+https://api.persql.com/namespace/db?token-env=PERSQL_TOKEN")
/// ```
public struct PerSQLDriver: Driver {
  let calls: PerSQLCalls
  private let memory = EngineMemory()

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - baseURL: the address of the service, such as `https://api.persql.com`, without a path or with the one that
  ///     stands before `/v1`.
  ///   - database: the database as `namespace/db`.
  ///   - tokens: where the token comes from; `nil` for a service that wants none.
  ///   - transport: what carries the calls.
  ///   - policy: how often failed calls are made again.
  ///   - timeouts: how long calls may take.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for a name that is not of that form.
  public init(
    baseURL: String, database: String, tokens: TokenProvider? = nil, transport: any HTTPTransport,
    policy: RetryPolicy = RetryPolicy(), timeouts: RemoteTimeouts = RemoteTimeouts()
  ) throws(DatabaseError) {
    calls = try PerSQLCalls(
      baseURL: baseURL, database: database,
      calls: RemoteCalls(transport: transport, policy: policy, tokens: tokens), timeouts: timeouts)
  }

  init(calls: PerSQLCalls) { self.calls = calls }

  /// The name of the driver.
  public var name: String { "persql" }

  /// Calls suspend; any number of them may run at once.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 64, blocksThread: false) }

  /// Asks the service which engine it is, the first time, and gives a connection that is no more than an address.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending PerSQLConnection {
    let engine = try await memory.engine { (sql) throws(DatabaseError) in try await calls.ask(sql) }
    return PerSQLConnection(calls: calls, capabilities: PerSQLDriver.capabilities(engine))
  }

  /// The limits are those of the platform; those of the engine that it does not name are SQLite's defaults.
  static func capabilities(_ engine: Engine) -> Capabilities {
    Capabilities(
      engine: engine, transactions: .batchOnly, parallelReaders: true,
      atomicBatches: true, wholeReals: false, extendedErrorCodes: false,
      limits: EngineLimits(
        parameters: 100, sqlBytes: 100_000, batchStatements: PerSQLCalls.statementsInBatch, columns: 100))
  }
}
