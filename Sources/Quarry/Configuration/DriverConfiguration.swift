/// A database chosen by the program's configuration.
///
/// With the trait `Configuration`, swift-configuration can read one from environment variables, files and command-line
/// arguments.
public struct DriverConfiguration: Sendable {
  /// Where the database is.
  public var url: DriverURL

  /// How the database uses its driver.
  public var database: DatabaseConfiguration

  /// Where the driver finds the secrets that the URL names.
  public var environment: DriverEnvironment

  /// Creates a configuration.
  public init(
    url: DriverURL, database: DatabaseConfiguration = DatabaseConfiguration(),
    environment: DriverEnvironment = .process
  ) {
    self.url = url
    self.database = database
    self.environment = environment
  }
}
