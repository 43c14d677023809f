public import Logging

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a ``Database`` uses its driver.
public struct DatabaseConfiguration: Sendable {
  /// How many connections may read at once, 1 to 64, to which other numbers are clamped; the driver may allow fewer, and
  /// mostly does.
  public var maximumReaders: Int {
    didSet { maximumReaders = Self.clampedReaders(maximumReaders) }
  }
  /// How many prepared statements each connection keeps, 0 to 100,000, to which other numbers are clamped; fewer where they
  /// take more than 16 MiB of memory together.
  public var statementCacheCapacity: Int {
    didSet { statementCacheCapacity = StatementCache.clampedCapacity(statementCacheCapacity) }
  }
  /// Whether exact equivalents may stand for features that the engine lacks.
  public var featurePolicy: FeaturePolicy
  /// The name by which change tokens know the database, where the driver has none that is right: the same in every
  /// program that uses the database, and another one for every other database. `nil` leaves it to the driver.
  public var databaseName: String?
  /// How often calls and the bodies of transactions are tried again after an attempt that provably had no effect:
  /// ``RetryPolicy/never`` by default.
  ///
  /// Tried again are calls and bodies that failed since another connection held a lock, or since the connection or a
  /// cluster's leader was lost before anything could be committed. An attempt whose outcome is unknown is never repeated.
  /// Streams of rows, leases and ``Database/withoutTransaction(_:)`` are not tried again.
  ///
  /// > Important: With more than one attempt, the body of a transaction can run more than once; see
  ///   ``Database/write(_:retries:_:)-swift.method``. That is why a database does not retry unless it is told to. Local
  ///   drivers wait for locks in any case, as long as their busy timeout says.
  public var retries: RetryPolicy
  /// Statements that prepare each connection, such as PRAGMAs, TEMP views and TEMP tables.
  ///
  /// They run in order on each connection that is opened, readers included, and again on connections that replace lost
  /// ones: after the driver's own set-up, and before anything else. A statement that fails ends the opening. They must
  /// not begin a transaction, and not change what other connections see.
  ///
  /// A driver that cannot keep what they set up, such as one whose requests are connections of their own, refuses to open
  /// with `.unsupportedFeature`.
  public var connectionSQL: [SQLFragment]
  /// The clock of typed changes to columns with a time stamp; see ``SQLColumnStamp``.
  public var now: @Sendable () -> Date
  /// Time and chance, as retries see them.
  package var surroundings = RetrySurroundings.system
  /// Where the database logs what happened; `nil` for the logger of the task (`Logger.current`) that calls.
  ///
  /// Every statement is logged at level trace; connections, roll-backs and lowered features at debug; slow statements,
  /// retries and unknown outcomes at info. Values, keys, tokens and paths are never logged.
  public var logger: Logger?
  /// From which time on a statement is logged as slow, at level info; `nil` for never.
  public var slowStatementThreshold: Duration?
  /// How much of the SQL text logs and instruments get.
  public var statementText: StatementTextPolicy
  /// What else watches the database: metrics, traces. See ``DatabaseInstrument``.
  public var instruments: [any DatabaseInstrument]

  /// Creates a configuration.
  public init(
    maximumReaders: Int = 64, statementCacheCapacity: Int = 64, featurePolicy: FeaturePolicy = .lower,
    databaseName: String? = nil, retries: RetryPolicy = .never, connectionSQL: [SQLFragment] = [],
    logger: Logger? = nil, slowStatementThreshold: Duration? = nil,
    statementText: StatementTextPolicy = .parameterized, instruments: [any DatabaseInstrument] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.maximumReaders = Self.clampedReaders(maximumReaders)
    self.statementCacheCapacity = StatementCache.clampedCapacity(statementCacheCapacity)
    self.featurePolicy = featurePolicy
    self.databaseName = databaseName
    self.retries = retries
    self.connectionSQL = connectionSQL
    self.logger = logger
    self.slowStatementThreshold = slowStatementThreshold
    self.statementText = statementText
    self.instruments = instruments
    self.now = now
  }

  private static func clampedReaders(_ count: Int) -> Int { min(max(count, 1), 64) }
}
