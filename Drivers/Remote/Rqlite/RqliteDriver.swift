public import Quarry
internal import QuarryWire

/// A cluster of rqlite: SQLite, replicated by Raft, over HTTP.
///
/// No transaction is held open between calls; a batch is one transaction. A write whose response is lost throws
/// `.outcomeUnknown` and is never retried. Declare columns only as INTEGER, REAL, TEXT and BLOB: the server changes
/// the values of columns declared as dates or booleans, so reading such values throws.
///
/// ```swift
/// let database = try await Database(
///   url: "rqlite+https://n1:4001,n2:4001,n3:4001?user=app&password-env=RQLITE_PASSWORD&level=linearizable")
/// ```
///
/// Source: <https://rqlite.io/docs/api/>.
public struct RqliteDriver: DatabaseDriver {
  private(set) var calls: RqliteCalls
  private let discovers: Bool
  private let memory = EngineMemory()
  private let shapes = RqliteShapes()

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of nodes, such as `https://n1:4001`. If one fails, the next one is tried.
  ///   - user: The name and password for basic authentication, or `nil` for none.
  ///   - level: The consistency of reads.
  ///   - freshness: The greatest age of data for a read of level `none`.
  ///   - redirects: Whether nodes redirect to the leader, which saves a hop, instead of forwarding to it.
  ///   - discovers: Whether opening the database asks for the other nodes of the cluster.
  ///   - transport: The transport of the calls.
  ///   - policy: The policy for retries.
  ///   - timeouts: The limits for calls.
  ///   - trustedOrigins: Additional origins to which nodes can redirect. Calls with credentials are sent only to
  ///     `addresses` and to these origins. Calls without credentials are also sent to discovered nodes. No call goes
  ///     from `https` to `http`.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if an address or an option isn't valid.
  public init(
    addresses: [String], user: (name: String, password: DriverSecret)? = nil, level: RqliteReadLevel = .linearizable,
    freshness: Duration? = nil, redirects: Bool = false, discovers: Bool = false,
    transport: any HTTPTransport, policy: RetryPolicy = RetryPolicy(),
    timeouts: RemoteTimeouts = RemoteTimeouts(), trustedOrigins: [HTTPOrigin] = []
  ) throws(DatabaseError) {
    guard !addresses.isEmpty else { throw Self.failure("give the address of a node, as in rqlite+http://host:4001") }
    if freshness != nil, level != .none { throw Self.failure("the option freshness is for level=none") }
    if user?.name.contains(":") == true { throw Self.failure("a user's name mustn't contain a colon") }
    // Further headers of a transport may hold secrets too.
    let isGuarded = user != nil || (transport as? CurlTransport)?.configuration.headers.isEmpty == false
    if discovers, isGuarded, trustedOrigins.isEmpty {
      throw Self.failure(
        "credentials go only to nodes that are named; name them all and leave discover out, or allow further ones with the "
          + "option trusted-hosts")
    }
    var calls = RqliteCalls(
      nodes: NodeList(addresses.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }), transport: transport,
      policy: policy, timeouts: timeouts,
      credentials: user.map { user in
        DriverSecret("Basic " + Base64.encode(Array(user.name.utf8) + [UInt8(ascii: ":")] + user.password.bytes))
      },
      level: level, freshness: freshness.map { "\(Int64($0 / .milliseconds(1)))ms" }, redirects: redirects)
    calls.trusted = TrustedOrigins(named: addresses, further: trustedOrigins)
    calls.isGuarded = isGuarded
    self.calls = calls
    self.discovers = discovers
    databaseName = RqliteDriver.databaseName(calls)
  }

  /// The driver with another clock, for tests.
  package func with(_ surroundings: RetrySurroundings) -> RqliteDriver {
    var copy = self
    copy.calls.surroundings = surroundings
    return copy
  }

  private static func databaseName(_ calls: RqliteCalls) -> String {
    "rqlite " + calls.nodes.inOrder.sorted().joined(separator: " ")
  }

  private static func failure(_ message: String) -> DatabaseError {
    DatabaseError(.invalidConfiguration, "rqlite: \(message)")
  }

  /// The name of the driver.
  public var name: String { "rqlite" }

  /// The given addresses. Two programs can share change tokens if they use the same addresses. Otherwise, name the
  /// database in ``DatabaseConfiguration/databaseName``.
  public let databaseName: String?

  /// The host and port of the first address.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "rqlite", address: calls.nodes.inOrder.first ?? "", namespace: nil)
  }

  /// The traits: calls suspend, and any number of them can run concurrently.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 64, blocksThread: false) }

  /// Opens a connection, which is only an address. The first one asks the cluster for its engine.
  ///
  /// - Throws: ``DatabaseError`` with the code of the failed call, such as `.cannotOpen`, `.authorization` or
  ///   `.protocolViolation`.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending RqliteConnection {
    let calls = calls.withOneDeadline()
    if discovers, role == .writer { try await calls.discover() }
    let engine = try await memory.engine(rules: RqliteDriver.rules, asking: calls)
    return RqliteConnection(
      calls: self.calls, shapes: shapes, capabilities: RqliteDriver.capabilities(engine, calls.level))
  }

  /// The statements that are never sent, or that have no effect without others: a new `auto_vacuum` takes effect with
  /// VACUUM.
  private static let rules = ListedEngine.Rules(parameters: 32_766) { sql in
    let text = StatementText(sql)
    do throws(DatabaseError) {
      try RqliteRules.check(text)
      return !text.tokens.contains { $0.isName("auto_vacuum") }
    } catch {
      return false
    }
  }

  static func capabilities(_ engine: DatabaseEngine, _ level: RqliteReadLevel) -> DriverCapabilities {
    DriverCapabilities(
      engine: engine, transactions: .batchOnly, parallelReaders: true, exactIntegers: true, blobs: true,
      connectionSettings: .refused, atomicBatches: true, extendedErrorCodes: false, primaryErrorCodes: false,
      declaredTypes: false,
      streamsRows: false, changeTokens: level.isCurrent ? .always : .onRequest,
      lacking: [.bearerTokens, .everyStatement, .exactResults, .nondeterministicWrites, .readsAmongWrites],
      exactOutcomes: false, changeDetection: .position,
      limits: EngineLimits(parameters: engine.version >= EngineVersion(3, 32, 0) ? 32_766 : 999))
  }
}
