public import Quarry

extension Database {
  /// Opens the database that a URL names, with a driver of this package.
  ///
  /// ```swift
  /// let database = try await Database(url: "sqlite:music.db")
  /// let notes = try await Database(url: "sqlcipher:notes.db?key-env=NOTES_KEY")
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL; it holds no secret.
  ///   - environment: Where the driver finds the secrets that the URL names.
  ///   - configuration: How the database uses its driver.
  /// - Throws: `DatabaseError` with code `.invalidConfiguration` for an unknown scheme or option or a missing key,
  ///   and as the driver's `open` does.
  public convenience init(
    url: String, environment: DriverEnvironment = .process,
    configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    try await self.init(url: url, registry: .standard, environment: environment, configuration: configuration)
  }

  /// Opens the database that the program's configuration names, with a driver of this package.
  ///
  /// - Throws: As ``init(url:environment:configuration:)``.
  public convenience init(configuration: DriverConfiguration) async throws {
    try await self.init(configuration: configuration, registry: .standard)
  }
}
