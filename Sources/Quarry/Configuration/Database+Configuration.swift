extension Database {
  /// Opens the database of a URL with a driver of a registry.
  ///
  /// - Parameters:
  ///   - url: The URL, such as `sqlite:music.db`. It contains no secret.
  ///   - registry: The drivers that the URL can choose from.
  ///   - environment: Where the driver finds the secrets that the URL names.
  ///   - configuration: How the database uses its driver.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for an unknown scheme or option or a missing secret,
  ///   or the error of the driver's `open`.
  public convenience init(
    url: String, registry: DriverRegistry, environment: DriverEnvironment = .process,
    configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    try await self.init(registry.driver(url: url, environment: environment), configuration: configuration)
  }

  /// Opens the database of a configuration with a driver of a registry.
  ///
  /// - Parameters:
  ///   - configuration: The URL, the settings of the database, and where to find the secrets.
  ///   - registry: The drivers that the URL can choose from.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for an unknown scheme or option or a missing secret,
  ///   or the error of the driver's `open`.
  public convenience init(configuration: DriverConfiguration, registry: DriverRegistry) async throws {
    let driver = try registry.driver(for: configuration.url, environment: configuration.environment)
    try await self.init(driver, configuration: configuration.database)
  }
}
