public import Quarry

extension Database {
  /// Opens the database at a URL with a driver of this package.
  ///
  /// ```swift
  /// let database = try await Database(url: "sqlite:music.db")
  /// let notes = try await Database(url: "sqlcipher:notes.db?key-env=NOTES_KEY")
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL of the database, without secrets.
  ///   - environment: The source of the secrets that the URL names.
  ///   - configuration: The settings of the database.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the scheme or an option is unknown or a key is
  ///   missing, and what the driver's `open` throws.
  public convenience init(
    url: String, environment: DriverEnvironment = .process,
    configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    try await self.init(url: url, registry: .standard, environment: environment, configuration: configuration)
  }

  /// Opens the database of the program's configuration with a driver of this package.
  ///
  /// - Throws: What ``init(url:environment:configuration:)`` throws.
  public convenience init(configuration: DriverConfiguration) async throws {
    try await self.init(configuration: configuration, registry: .standard)
  }
}
