#if Configuration
import Configuration
import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import Testing

@Suite("Configurations") struct DriverConfigurationTests {
  private static let registry = DriverRegistry([.sqlite, .sqlcipher, .memory])

  @Test("A database is chosen by the program's configuration")
  func configuration() throws {
    let provider = InMemoryProvider(values: [
      "database.url": "sqlcipher:/tmp/x.db", "database.maximumReaders": 8, "database.featurePolicy": "strict",
      "database.key": "open sesame",
    ])
    let reader = ConfigReader(provider: provider)
    let configuration = try DriverConfiguration(reader: reader.scoped(to: "database"))
    #expect(configuration.url.scheme == "sqlcipher")
    #expect(configuration.database.maximumReaders == 8)
    let driver = try Self.registry.driver(for: configuration.url, environment: configuration.environment)
    #expect((driver as? SQLCipherDriver)?.encryption.key == .passphrase("open sesame"))
    #expect(throws: DatabaseError.self) { try DriverConfiguration(reader: reader.scoped(to: "other")) }
    for (key, value) in [("maximumReaders", "many"), ("maximumReaders", "0"), ("featurePolicy", "loose"), ("url", "x")]
    {
      var values: [AbsoluteConfigKey: ConfigValue] = ["url": "memory:"]
      values[AbsoluteConfigKey([key])] = ConfigValue(.string(value), isSecret: false)
      let reader = ConfigReader(provider: InMemoryProvider(values: values))
      let error = try #require(throws: DatabaseError.self) { try DriverConfiguration(reader: reader) }
      #expect(error.code == .invalidConfiguration)
    }
  }
}
#endif
