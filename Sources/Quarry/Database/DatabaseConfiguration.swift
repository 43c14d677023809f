public import Logging

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a ``Database`` uses its driver.
public struct DatabaseConfiguration: Sendable {
  /// The largest number of reader connections, clamped to 1 through 64. A driver can allow fewer, and most do.
  public var maximumReaders: Int {
    didSet { maximumReaders = Self.clampedReaders(maximumReaders) }
  }
  /// The number of prepared statements that each connection keeps, clamped to 0 through 100,000. It keeps fewer if they
  /// need more than 16 MiB of memory.
  public var statementCacheCapacity: Int {
    didSet { statementCacheCapacity = StatementCache.clampedCapacity(statementCacheCapacity) }
  }
  /// Whether Quarry lowers features that the engine lacks to equivalent forms.
  public var featurePolicy: FeaturePolicy
  /// The name of the database in change tokens, if the driver has no suitable one; `nil` for the driver's name.
  ///
  /// Use the same name in every program that uses the database, and a different name for every other database.
  public var databaseName: String?
  /// How often to retry calls and bodies of transactions after an attempt that provably had no effect. The default is
  /// ``RetryPolicy/never``.
  ///
  /// A call or body is retried if another connection held a lock, or if the connection or a cluster's leader was lost
  /// before the commit. An attempt with an unknown outcome is never repeated. Streams of rows, leases and
  /// ``Database/withoutTransaction(_:)`` aren't retried.
  ///
  /// > Important: With more than one attempt, the body of a transaction can run more than once; see
  /// ``Database/write(_:retries:_:)-(_,_,(DatabaseTransaction)->R)``. Local drivers wait for locks in any case, for up to their busy
  /// timeout.
  public var retries: RetryPolicy
  /// Statements that prepare each connection, such as PRAGMAs, TEMP views and TEMP tables.
  ///
  /// They run in order on each new connection, including readers and connections that replace lost ones. They run after
  /// the driver's own setup and before anything else. If a statement fails, the connection isn't opened. The statements
  /// must not begin a transaction or change what other connections see.
  ///
  /// A driver whose connections don't keep such settings, such as one with a connection for each request, throws
  /// `.unsupportedFeature` when the database is opened.
  public var connectionSQL: [SQLFragment]
  /// The thread on which a local driver runs single statements. The default is ``StatementThread/automatic``: short
  /// ones run on the thread of their caller. <doc:WhereStatementsRun> lists the conditions.
  public var statementThread: StatementThread
  /// The time from which an execution of a statement counts as long, in nanoseconds.
  package var longStatement = StatementPace.long
  /// Whether commands that wait for the writer at the same time share a transaction, on a local driver. The default is
  /// `true`.
  ///
  /// Each caller still waits until its own change is committed, and receives only its own result or error. Up to 64
  /// commands of one statement share a transaction, for up to about 2 milliseconds of work. Bodies, batches, scripts and
  /// `execute(_:)` always have their own. <doc:TransactionsAndSavepoints> says what can be noticed.
  public var groupsWrites: Bool
  /// The time after which a shared transaction takes no further command.
  package var longestGroup = Duration.milliseconds(2)
  /// The clock of typed changes to columns with a time stamp; see ``SQLColumnStamp``.
  public var now: @Sendable () -> Date
  /// The clock and the randomness of retries.
  package var surroundings = RetrySurroundings.system
  /// The logger of the database; `nil` for the logger of the calling task (`Logger.current`).
  ///
  /// Quarry logs every statement at level trace, and connections, rollbacks and lowered features at debug. It logs slow
  /// statements, retries and unknown outcomes at info. It never logs values, keys, tokens or paths.
  public var logger: Logger?
  /// The duration from which a statement is logged as slow, at level info; `nil` to log none.
  public var slowStatementThreshold: Duration?
  /// How much of the SQL text logs and instruments receive.
  public var statementText: StatementTextPolicy
  /// The instruments of the database, such as for metrics and traces; see ``DatabaseInstrument``.
  public var instruments: [any DatabaseInstrument]

  /// Creates a configuration.
  public init(
    maximumReaders: Int = 64, statementCacheCapacity: Int = 64, featurePolicy: FeaturePolicy = .lower,
    databaseName: String? = nil, retries: RetryPolicy = .never, connectionSQL: [SQLFragment] = [],
    groupsWrites: Bool = true, logger: Logger? = nil, slowStatementThreshold: Duration? = nil,
    statementText: StatementTextPolicy = .parameterized, instruments: [any DatabaseInstrument] = [],
    statementThread: StatementThread = .automatic,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.maximumReaders = Self.clampedReaders(maximumReaders)
    self.statementCacheCapacity = StatementCache.clampedCapacity(statementCacheCapacity)
    self.featurePolicy = featurePolicy
    self.databaseName = databaseName
    self.retries = retries
    self.connectionSQL = connectionSQL
    self.groupsWrites = groupsWrites
    self.logger = logger
    self.slowStatementThreshold = slowStatementThreshold
    self.statementText = statementText
    self.instruments = instruments
    self.statementThread = statementThread
    self.now = now
  }

  private static func clampedReaders(_ count: Int) -> Int { min(max(count, 1), 64) }
}
