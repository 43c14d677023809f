import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import Testing

@Suite("Driver registry")
struct DriverRegistryTests {
  static let registry = DriverRegistry([.sqlite, .sqlcipher, .memory])

  static let environment = DriverEnvironment(
    variable: { ["KEY": "open sesame", "EMPTY": "", "RAW": String(repeating: "0f", count: 32)][$0] },
    file: { ["/key": Array("from a file\r\n".utf8), "/blank": [10]][$0] })

  static func failure(_ url: String) throws -> DatabaseError {
    try #require(throws: DatabaseError.self) { try registry.driver(url: url, environment: environment) }
  }

  @Test("URLs choose their driver")
  func drivers() throws {
    let sqlite = try #require(
      try Self.registry.driver(url: "sqlite:/tmp/a.db?mode=ro&busy-timeout=2s") as? SQLiteDriver)
    #expect(sqlite.path == "/tmp/a.db")
    #expect(sqlite.mode == .readOnly)
    #expect(sqlite.settings.busyTimeout == .seconds(2))
    #expect(sqlite.settings.journalMode == .writeAheadLog)
    let other = try #require(
      try Self.registry.driver(
        url: "sqlite:a.db?library=/x/lib.so&wal=off&foreign-keys=off&synchronous=full&readers=2&cache-size=100")
        as? SQLiteDriver)
    #expect(other.path.hasPrefix("/") && other.path.hasSuffix("/a.db"))
    #expect(other.library == .file("/x/lib.so"))
    #expect(other.settings.journalMode == .delete)
    #expect(!other.settings.enforcesForeignKeys)
    #expect(other.settings.synchronous == .full)
    #expect(other.settings.cacheKibibytes == 100)
    #expect(other.traits.maximumReaders == 0)
    let memory = try #require(try Self.registry.driver(url: "memory:") as? MemoryDriver)
    #expect(memory.sharedName == nil)
    #expect((try Self.registry.driver(url: "memory:scratch") as? MemoryDriver)?.sharedName == "scratch")
  }

  @Test("A key comes from a variable, a file or the program")
  func keys() throws {
    func key(_ url: String, _ environment: DriverEnvironment = Self.environment) throws -> SQLCipherKey? {
      (try Self.registry.driver(url: url, environment: environment) as? SQLCipherDriver)?.encryption.key
    }
    #expect(try key("sqlcipher:a.db?key-env=KEY") == .passphrase("open sesame"))
    #expect(try key("sqlcipher:a.db?key-file=/key") == .passphrase("from a file"))
    #expect(try key("sqlcipher:a.db?key-env=RAW&key-format=raw") == .raw([UInt8](repeating: 15, count: 32)))
    let own = DriverEnvironment(secrets: ["key": DriverSecret("mine")])
    #expect(try key("sqlcipher:a.db", own) == .passphrase("mine"))
    #expect("\(DriverSecret("mine"))".contains("mine") == false)
  }

  @Test(
    "What is wrong with a URL is named",
    arguments: [
      ("postgres:x", "memory, sqlcipher, sqlite"), ("sqlite:a?colour=red", "colour"), ("sqlite:a?colour=red", "mode"),
      ("sqlite:", "path"), ("sqlite:a?mode=rx", "ro, rw, rwc"), ("sqlite:a?mode=", "empty"),
      ("sqlite:a?busy-timeout=soon", "500ms"), ("sqlite:a?busy-timeout=-1", "500ms"),
      ("sqlite:a?readers=65", "0 to 64"),
      ("sqlite:a?foreign-keys=maybe", "on or off"), ("sqlite:a?journal=paper", "wal"),
      ("sqlite:a?wal=on&journal=wal", "not both"), ("sqlite://host/a", "no host"), ("memory://host/a", "no host"),
      ("memory:?mode=ro", "mode"), ("sqlite:a?key-env=KEY", "key-env"), ("sqlcipher:a", "key-env"),
      ("sqlcipher:a?key-env=NONE", "NONE"), ("sqlcipher:a?key-env=EMPTY", "empty"),
      ("sqlcipher:a?key-file=/none", "/none"), ("sqlcipher:a?key-file=/blank", "empty"),
      ("sqlcipher:a?key-file=/key&key-env=KEY", "not both"), ("sqlcipher:a?key-env=KEY&key-format=raw", "64"),
      ("sqlcipher:a?key-env=KEY&page-size=512", "1024"), ("sqlcipher:a?key-env=KEY&salt=xyz", "32"),
    ])
  func refused(_ url: String, _ part: String) throws {
    let error = try Self.failure(url)
    #expect(error.code == .invalidConfiguration)
    #expect(error.message.contains(part), "\(error.message)")
    #expect(!error.message.contains("open sesame"))
  }

  @Test("A driver of one's own joins in, and the later registration is taken")
  func ownDriver() throws {
    var registry = DriverRegistry()
    #expect(throws: DatabaseError.self) { try registry.driver(url: "memory:") }
    registry.register(.memory)
    registry.register(scheme: "Mine", options: [DriverOption("name", "a name")]) { parameters throws(DatabaseError) in
      MemoryDriver(name: try parameters.text("name"))
    }
    #expect(registry.schemes == ["memory", "mine"])
    #expect((try registry.driver(url: "mine:?name=n") as? MemoryDriver)?.sharedName == "n")
  }
}
