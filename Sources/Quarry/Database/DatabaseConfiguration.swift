public import Logging

/// How a ``Database`` uses its driver.
public struct DatabaseConfiguration: Sendable {
  /// How many connections may read at once, 1 to 64; the driver may allow fewer, and mostly does.
  public var maximumReaders: Int
  /// How many prepared statements each connection keeps, 0 or more.
  public var statementCacheCapacity: Int
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
    self.maximumReaders = min(max(maximumReaders, 1), 64)
    self.statementCacheCapacity = max(statementCacheCapacity, 0)
    self.featurePolicy = featurePolicy
    self.databaseName = databaseName
    self.logger = logger
  }
}
