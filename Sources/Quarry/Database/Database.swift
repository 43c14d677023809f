/// A database: a pool of connections of one driver, for use from any task.
///
/// ```swift
/// let database = try await Database(MemoryDriver())
/// try await database.execute("CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT)")
/// let nina = try await database.write { session in
///   try session.insert(Artist(id: 0, name: "Nina"))
/// }
/// ```
///
/// Writes run one after another, on one connection. Reads run in parallel, each on its own snapshot, if the driver
/// supports it. Callers receive connections in the order in which they ask. A canceled task stops waiting, or
/// interrupts its statement.
public final class Database: Sendable {
  let pool: ConnectionPool
  let configuration: DatabaseConfiguration
  let monitor: DatabaseMonitor
  /// Announces commits to the observers of the database.
  let hub: ChangeHub
  /// Detects changes by others.
  let others: ChangesOfOthers
  /// Whether calls have one attempt and no instrument.
  let isPlain: Bool
  /// Whether short statements can run on their callers' threads.
  let runsOnCallers: Bool
  /// The driver's display name.
  public let driverName: String
  /// The context for rendering before there is a connection.
  @usableFromInline let context: SQLGenerationContext
  /// The values of an earlier command, whose memory the next one uses.
  let spareValues = Protected<BoundValues?>(nil)
  /// The name of the database in change tokens.
  let databaseName: String

  /// Opens a database with a driver.
  ///
  /// - Parameters:
  ///   - driver: The driver.
  ///   - configuration: How the database uses the driver.
  /// - Throws: The error of the driver's `open`. ``DatabaseError`` with code `.invalidConfiguration` if the driver was
  ///   written for another version of the driver contract.
  public convenience init(
    _ driver: any DatabaseDriver, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    try driver.requireSupportedContract()
    let monitor = DatabaseMonitor(driver.endpoint, configuration)
    let hub = ChangeHub()
    let opener = PooledConnectionOpener(
      contexts: SQLGenerationContexts(policy: configuration.featurePolicy, now: configuration.now) {
        monitor.event(.featureLowered($0))
      },
      statementCacheCapacity: configuration.statementCacheCapacity, connectionSQL: configuration.connectionSQL,
      monitor: monitor, hub: hub)
    try await self.init(
      name: driver.name, monitor: monitor, hub: hub,
      maximumReaders: min(driver.traits.maximumReaders, configuration.maximumReaders),
      configuration: configuration, databaseName: driver.databaseName
    ) { role in try await driver.connect(role, by: opener) }
  }

  init(
    name: String, monitor: DatabaseMonitor, hub: ChangeHub = ChangeHub(), maximumReaders: Int,
    configuration: DatabaseConfiguration,
    databaseName: @autoclosure () -> String? = nil,
    open: @escaping @Sendable (ConnectionRole) async throws -> any PooledConnection
  ) async throws {
    let open: @Sendable (ConnectionRole) async throws -> any PooledConnection = { role in
      let start = ContinuousClock.now
      let connection = try await open(role)
      monitor.event(.connectionOpened(role, in: start.duration(to: .now)))
      return connection
    }
    let writer = try await open(.writer)
    self.monitor = monitor
    self.hub = hub
    self.isPlain = !monitor.hasInstruments && configuration.retries.attempts <= 1
    self.runsOnCallers = isPlain && configuration.statementThread == .automatic && writer.runsOnCallers
    self.driverName = name
    self.configuration = configuration
    self.context = writer.context
    self.databaseName = configuration.databaseName ?? databaseName() ?? "only here \(UInt64.random(in: .min ... .max))"
    let pool = ConnectionPool(
      maximumReaders: context.capabilities.parallelReaders ? maximumReaders : 0, servesLine: writer.servesLine,
      longestGroup: configuration.longestGroup,
      storageIdentity: writer.storageIdentity, monitor: monitor, open: open)
    self.pool = pool
    self.others = ChangesOfOthers(
      pool: pool, hub: hub, capabilities: writer.context.capabilities, configuration.surroundings)
    pool.add(writer, as: .writer)
    monitor.event(.databaseOpened(engineVersion: "\(capabilities.engine.version)"))
  }

  /// The capabilities of the connections.
  public var capabilities: DriverCapabilities { context.capabilities }

  /// The engine of the database, with its features.
  public var engine: DatabaseEngine { capabilities.engine }

  /// Whether writes throw `.readOnly` because a migration found a newer schema; see ``DowngradePolicy/readOnly``.
  public var isReadOnly: Bool { pool.isReadOnly }

  /// Closes the database. Later calls, and calls that wait for a connection, throw `.connectionClosed`.
  ///
  /// Idle connections are closed when this method returns. Running work isn't interrupted: its connection is closed
  /// when it ends, which can be later.
  public func close() async {
    others.close()
    hub.close(ConnectionPool.closedError)
    await pool.close()
    monitor.event(.databaseClosed)
  }
}
