extension Database {
  /// Opens the database that a URL names, with a driver of a registry.
  ///
  /// - Parameters:
  ///   - url: the URL, such as `sqlite:music.db`; it holds no secret.
  ///   - registry: the drivers that the URL can choose from.
  ///   - environment: where the driver finds the secrets that the URL names.
  ///   - configuration: how the database uses its driver.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for an unknown scheme or option or a missing key, and
  ///   as the driver's `open` does.
  public convenience init(
    url: String, registry: DriverRegistry, environment: DriverEnvironment = .process,
    configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    try await self.init(registry.driver(url: url, environment: environment), configuration: configuration)
  }

  /// Opens the database that the program's configuration names, with a driver of a registry.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for an unknown scheme or option or a missing key, and
  ///   as the driver's `open` does.
  public convenience init(configuration: DriverConfiguration, registry: DriverRegistry) async throws {
    let driver = try registry.driver(for: configuration.url, environment: configuration.environment)
    try await self.init(driver, configuration: configuration.database)
  }
}
