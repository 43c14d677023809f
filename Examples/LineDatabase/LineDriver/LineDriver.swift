internal import LineProtocol
public import Quarry

/// Opens databases of a ``LineServer``: a driver that suspends.
public struct LineDriver: DatabaseDriver {
  public typealias Connection = LineConnection

  /// How long things may take.
  public struct Limits: Sendable {
    /// How long making a connection may take.
    public var connect: Duration = .seconds(10)
    /// How long an answer may take.
    public var answer: Duration = .seconds(60)
    /// How long a statement waits for a lock.
    public var busy: Duration = .seconds(5)

    public init() {}
  }

  let host: String
  let port: UInt16
  let database: String
  let limits: Limits
  /// What the server can do: asked by the first connection, and known to all copies of this value.
  private let engine = Locked<DatabaseEngine?>(nil)

  /// Describes a database. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - database: The name of the file in the folder that the server serves.
  ///   - host: Where the server is.
  ///   - port: The port that it listens on.
  ///   - limits: How long things may take.
  public init(database: String, host: String = "127.0.0.1", port: UInt16, limits: Limits = Limits()) {
    (self.database, self.host, self.port, self.limits) = (database, host, port, limits)
  }

  public var name: String { "line" }

  /// What logs, metrics and traces call the database.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(
      systemName: "sqlite", namespace: database, serverAddress: host, serverPort: Int(port))
  }

  /// No call blocks its thread. Other connections read beside the writer, as many as the pool is laid out for.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 4, blocksThread: false) }

  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending LineConnection {
    let line = LineCalls(driver: self, role: role)
    let facts = try await line.begin()
    var known = engine.withLock { $0 }
    if known == nil {
      known = try await FeatureProber().engine(of: try await LineProbe(line: line))
      engine.withLock { [known] in $0 = known }
    }
    guard let known else { throw DatabaseError(.protocolViolation, "the server did not tell what it can do") }
    let capabilities = DriverCapabilities(
      engine: known, transactions: .interactive, parallelReaders: true, exactIntegers: true, blobs: true,
      infinities: true, interrupts: .statement, attach: false, connectionSettings: .kept,
      limits: EngineLimits(
        parameters: facts.parameters, sqlBytes: min(facts.sqlBytes, maximumLineBytes / 8),
        compoundSelectTerms: facts.compoundSelectTerms, expressionDepth: facts.expressionDepth,
        columns: facts.columns))
    return LineConnection(line: line, capabilities: capabilities)
  }
}
