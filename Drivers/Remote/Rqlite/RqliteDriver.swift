public import Quarry
internal import QuarryWire

/// A cluster of rqlite: SQLite, replicated by Raft, over HTTP.
///
/// No transaction is held open between calls; a batch is one transaction. Writes whose answer is lost have an unknown
/// outcome and are never made again. Declare columns INTEGER, REAL, TEXT and BLOB only: the server changes the values of
/// columns declared as dates or booleans, and such values are refused by type rather than told wrongly.
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
  ///   - addresses: The addresses of nodes, such as `https://n1:4001`; the next one is asked when one fails.
  ///   - user: The name for basic authentication, with its password; `nil` for none.
  ///   - level: How current reads are.
  ///   - freshness: The age that a read of level `none` may have.
  ///   - redirects: Whether nodes point to the leader, which saves a hop, instead of forwarding to it.
  ///   - discovers: Whether the other nodes of the cluster are asked for when the database is opened.
  ///   - transport: What carries the calls.
  ///   - policy: How often failed calls are made again.
  ///   - timeouts: How long calls may take.
  ///   - trustedOrigins: Further places to which nodes may point. Calls, with the credentials, go to `addresses` and
  ///     to these places, and to nodes that are asked for (`discovers`) where there are no credentials; never from
  ///     `https` to `http`.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration`.
  public init(
    addresses: [String], user: (name: String, password: DriverSecret)? = nil, level: RqliteReadLevel = .linearizable,
    freshness: Duration? = nil, redirects: Bool = false, discovers: Bool = false,
    transport: any HTTPTransport, policy: RetryPolicy = RetryPolicy(),
    timeouts: RemoteTimeouts = RemoteTimeouts(), trustedOrigins: [HTTPOrigin] = []
  ) throws(DatabaseError) {
    guard !addresses.isEmpty else { throw Self.failure("give the address of a node, as in rqlite+http://host:4001") }
    if freshness != nil, level != .none { throw Self.failure("the option freshness is for level=none") }
    if user?.name.contains(":") == true { throw Self.failure("a user's name must not contain a colon") }
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

  /// The driver with another clock, as tests need one.
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

  /// The addresses that were given: two programs share tokens when they are given the same ones. Otherwise, give the
  /// database a name in ``DatabaseConfiguration/databaseName``.
  public let databaseName: String?

  /// The host and port of the first address.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "rqlite", address: calls.nodes.inOrder.first ?? "", namespace: nil)
  }

  /// Calls suspend; any number of them may run at once.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 64, blocksThread: false) }

  /// Asks the cluster which engine it is, the first time, and gives a connection that is no more than an address.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending RqliteConnection {
    let calls = calls.withOneDeadline()
    if discovers, role == .writer { try await calls.discover() }
    let engine = try await memory.engine(rules: RqliteDriver.rules) { (sql) throws(DatabaseError) in
      try await calls.ask(sql)
    }
    return RqliteConnection(
      calls: self.calls, shapes: shapes, capabilities: RqliteDriver.capabilities(engine, calls.level))
  }

  /// What is never sent, or does nothing without what is never sent: a new `auto_vacuum` takes effect with VACUUM.
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
