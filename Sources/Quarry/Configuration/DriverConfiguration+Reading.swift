#if Configuration
public import Configuration

extension DriverConfiguration {
  /// Reads a configuration from environment variables, files or command-line arguments.
  ///
  /// | key | value |
  /// | --- | --- |
  /// | `url` | the driver URL; required |
  /// | `maximumReaders` | the largest number of reader connections, 1 to 64 |
  /// | `statementCacheCapacity` | the number of prepared statements that each connection keeps, 0 to 100,000 |
  /// | `featurePolicy` | `lower` or `strict` |
  /// | `key`, `token` | secrets, for providers that store them; an option of the URL takes precedence |
  ///
  /// ```swift
  /// // DATABASE_URL=sqlite:music.db DATABASE_MAXIMUM_READERS=8
  /// let reader = ConfigReader(provider: EnvironmentVariablesProvider())
  /// let configuration = try DriverConfiguration(reader: reader.scoped(to: "database"))
  /// ```
  ///
  /// - Parameters:
  ///   - reader: A reader with the keys above. Scope it to the database's part of the configuration.
  ///   - environment: Where the driver finds the secrets that the URL names.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for a missing or invalid value.
  public init(reader: ConfigReader, environment: DriverEnvironment = .process) throws(DatabaseError) {
    guard let text = reader.string(forKey: "url") else {
      throw Self.failure("\"url\" is missing: set it to the URL of a database, such as sqlite:music.db")
    }
    url = try DriverURL(text)
    database = DatabaseConfiguration()
    if let readers = try Self.integer("maximumReaders", in: reader, range: 1...64) {
      database.maximumReaders = readers
    }
    if let capacity = try Self.integer("statementCacheCapacity", in: reader, range: 0...100_000) {
      database.statementCacheCapacity = capacity
    }
    switch reader.string(forKey: "featurePolicy")?.lowercased() {
    case nil: break
    case "lower"?: database.featurePolicy = .lower
    case "strict"?: database.featurePolicy = .strict
    default: throw Self.failure("\"featurePolicy\" must be lower or strict")
    }
    var environment = environment
    for name in ["key", "token"] {
      if let secret = reader.string(forKey: ConfigKey(name), isSecret: true) {
        environment.secrets[name] = DriverSecret(secret)
      }
    }
    self.environment = environment
  }

  private static func integer(
    _ name: String, in reader: ConfigReader, range: ClosedRange<Int>
  ) throws(DatabaseError) -> Int? {
    // Read as text, since a value that is no number counts as absent otherwise.
    guard let text = reader.string(forKey: ConfigKey(name)) ?? reader.int(forKey: ConfigKey(name)).map(String.init)
    else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw failure("\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func failure(_ message: String) -> DatabaseError {
    DatabaseError(.invalidConfiguration, "the configuration of the database: \(message)")
  }
}
#endif
