public import Logging

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
  /// Where the database logs what happened. Values and keys are never logged.
  public var logger: Logger

  /// Creates a configuration.
  public init(
    maximumReaders: Int = 64, statementCacheCapacity: Int = 64, featurePolicy: FeaturePolicy = .lower,
    databaseName: String? = nil, logger: Logger = Logger(label: "quarry", factory: { _ in SwiftLogNoOpLogHandler() })
  ) {
    self.maximumReaders = Self.clampedReaders(maximumReaders)
    self.statementCacheCapacity = StatementCache.clampedCapacity(statementCacheCapacity)
    self.featurePolicy = featurePolicy
    self.databaseName = databaseName
    self.logger = logger
  }

  private static func clampedReaders(_ count: Int) -> Int { min(max(count, 1), 64) }
}
