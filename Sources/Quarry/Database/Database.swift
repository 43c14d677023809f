/// A database, wherever it lives: a pool of connections of one driver, for use from any task.
///
/// ```swift
/// let database = try await Database(MemoryDriver())
/// try await database.execute("CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT)")
/// let nina = try await database.write { session in
///   try session.insert(Artist(id: 0, name: "Nina"))
/// }
/// ```
///
/// Writes come one after another, on one connection; reads run beside them, each on its own snapshot, as far as the
/// driver can. Callers get connections in the order in which they ask, and a cancelled task stops waiting or
/// interrupts its statement.
public final class Database: Sendable {
  let pool: ConnectionPool
  let configuration: DatabaseConfiguration
  let monitor: DatabaseMonitor
  /// Where commits are announced to those who observe the database.
  let hub: ChangeHub
  /// What others change.
  let others: ChangesOfOthers
  /// Whether calls are tried once, and no instrument surrounds them.
  let isPlain: Bool
  /// The name of the driver, for people.
  public let driverName: String
  /// What rendering may rely on before a connection is there.
  let context: SQLGenerationContext
  /// The name by which change tokens know the database.
  let databaseName: String

  /// Opens a database through a driver.
  ///
  /// - Throws: ``DatabaseError`` as the driver's `open` does, or with code `.invalidConfiguration` if the driver was written
  ///   for another version of the driver contract.
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
    self.driverName = name
    self.configuration = configuration
    self.context = writer.context
    self.databaseName = configuration.databaseName ?? databaseName() ?? "only here \(UInt64.random(in: .min ... .max))"
    let pool = ConnectionPool(
      maximumReaders: context.capabilities.parallelReaders ? maximumReaders : 0, runsInPlace: writer.runsInPlace,
      storageIdentity: writer.storageIdentity, monitor: monitor, open: open)
    self.pool = pool
    self.others = ChangesOfOthers(
      pool: pool, hub: hub, capabilities: writer.context.capabilities, configuration.surroundings)
    pool.add(writer, as: .writer)
    monitor.event(.databaseOpened(engineVersion: "\(capabilities.engine.version)"))
  }

  /// What the connections can do.
  public var capabilities: DriverCapabilities { context.capabilities }

  /// The engine behind the database, with its features.
  public var engine: DatabaseEngine { capabilities.engine }

  /// Whether writes are refused with `.readOnly`, since a migration found a newer schema; see ``DowngradePolicy/readOnly``.
  public var isReadOnly: Bool { pool.isReadOnly }

  /// Closes the database: later calls fail with `.connectionClosed`, and so do those that wait for a connection.
  ///
  /// Idle connections are closed when this returns. Work that has begun is not cut: its connection is closed as soon as
  /// it ends, which may be later.
  public func close() async {
    others.close()
    hub.close(ConnectionPool.closedError)
    await pool.close()
    monitor.event(.databaseClosed)
  }
}
