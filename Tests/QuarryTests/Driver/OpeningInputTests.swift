import Foundation
import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// What cannot be opened: URLs, paths, files, keys and libraries.
@Suite("Bad input: opening")
struct OpeningInputTests {
  static let registry = DriverRegistry([.sqlite, .sqlcipher, .memory])
  static let environment = DriverEnvironment(
    variable: { ["KEY": secret, "EMPTY": "", "SHORT": "0f" + secret][$0] },
    file: { ["/key": Array(secret.utf8), "/blank": []][$0] })

  /// A URL and what the error about it names.
  struct URLCase: Sendable, CustomTestStringConvertible {
    let name: String
    let url: String
    let mentions: [String]
    var testDescription: String { name }
    init(_ name: String, _ url: String, names mentions: String...) {
      self.name = name
      self.url = url
      self.mentions = mentions
    }
  }

  static let wrongURLs = [
    URLCase("no scheme", "music.db", names: "scheme"),
    URLCase("an unknown scheme", "postgres:music", names: "postgres", "memory, sqlcipher, sqlite"),
    URLCase("an unknown option", "sqlite:a.db?colour=red", names: "colour", "mode"),
    URLCase("an option without a value", "sqlite:a.db?mode", names: "mode"),
    URLCase("an option twice", "sqlite:a.db?mode=ro&mode=rw", names: "mode", "twice"),
    URLCase("a word that is no mode", "sqlite:a.db?mode=rwx", names: "mode", "ro, rw, rwc"),
    URLCase("a number out of its range", "sqlite:a.db?readers=65", names: "readers", "0 to 64"),
    URLCase("a time that is none", "sqlite:a.db?busy-timeout=never", names: "busy-timeout"),
    URLCase("a page size out of its range", "sqlcipher:a.db?key-env=KEY&page-size=100", names: "page-size"),
    URLCase("a key in the URL", "sqlcipher:a.db?key=hunter2", names: "key", "key-env"),
    URLCase("a password before the host", "sqlite://user:hunter2@host/a.db", names: "@"),
    URLCase("a missing key", "sqlcipher:a.db", names: "key-env", "key-file"),
    URLCase("a missing environment variable", "sqlcipher:a.db?key-env=NOKEY", names: "NOKEY", "key-env"),
    URLCase("an empty environment variable", "sqlcipher:a.db?key-env=EMPTY", names: "EMPTY"),
    URLCase("a missing key file", "sqlcipher:a.db?key-file=/no/such/key", names: "/no/such/key"),
    URLCase("an empty key file", "sqlcipher:a.db?key-file=/blank", names: "/blank"),
    URLCase("a malformed raw key", "sqlcipher:a.db?key-env=SHORT&key-format=raw", names: "64", "hexadecimal"),
    URLCase("a key for an engine without encryption", "sqlite:a.db?key-env=KEY", names: "key-env"),
    URLCase("a missing path", "sqlite:", names: "path"),
    URLCase("a zero byte in a path", "sqlite:a%00.db", names: "zero byte"),
    URLCase("a broken escape", "sqlite:a%zz.db", names: "hexadecimal"),
    URLCase("a host for a file", "sqlite://host/a.db", names: "host"),
    URLCase("a fragment", "sqlite:a.db#x", names: "%23"),
  ]

  @Test("URLs", arguments: wrongURLs)
  func urls(_ input: URLCase) throws {
    let error = try databaseError { try Self.registry.driver(url: input.url, environment: Self.environment) }
    #expect(error.code == .invalidConfiguration)
    for mention in input.mentions { #expect(error.message.contains(mention), "\(mention) in: \(error.message)") }
    #expect(!String(reflecting: error).contains(secret))
  }

  @Test("A missing file, a missing folder, a folder, a file as a folder, an empty path")
  func paths() throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "file")
    let cases: [(String, SQLiteOpenMode, DatabaseError.Code, String)] = [
      (folder.file("missing.db"), .readWrite, .cannotOpen, "mode=rwc"),
      (folder.file("missing.db"), .readOnly, .cannotOpen, "no such file"),
      (folder.file("no/such/a.db"), .readWriteCreate, .cannotOpen, folder.file("no/such")),
      (folder.path, .readWriteCreate, .cannotOpen, "folder"),
      (folder.path, .readOnly, .cannotOpen, "folder"),
      (folder.file("file/a.db"), .readWriteCreate, .cannotOpen, "not a folder"),
    ]
    for (path, mode, code, mention) in cases {
      for isKeyed in [false, true] {
        let error = try databaseError {
          isKeyed
            ? try SQLContext(SQLCipherDriver(path: path, key: LocalDriver.key, mode: mode))
            : try SQLContext(SQLiteDriver(path: path, mode: mode))
        }
        #expect(error.code == code, "\(path): \(error)")
        #expect(error.message.contains(path) && error.message.contains(mention), "\(error)")
      }
    }
    #expect(try databaseError { try SQLContext(path: "") }.code == .invalidConfiguration)
    #expect(try databaseError { try SQLContext(path: folder.file("a\0b")) }.code == .invalidConfiguration)
    #expect(folder.names == ["file"])
  }

  @Test("A file that is no database, and one that is encrypted, are named and left alone")
  func noDatabase() throws {
    let folder = try TemporaryFolder()
    do { try LocalDriver.sqlcipher.context(in: folder).createTable(Item.self) }
    try folder.write(Array(String(repeating: "Dear diary, ", count: 500).utf8), to: "diary.txt")
    for name in ["diary.txt", "c.db"] {
      let before = folder.bytes(of: name)
      let error = try databaseError { try SQLContext(path: folder.file(name)) }
      #expect(error.code == .notADatabase)
      #expect(error.message.contains(folder.file(name)))
      #expect(error.engineCode?.primary == .notADatabase)
      #expect(folder.bytes(of: name) == before)
    }
    #expect(try LocalDriver.sqlcipher.context(in: folder).fetchCount(Item.all) == 0)
  }

  @Test("A truncated or damaged database gives an error where it is read", arguments: [LocalDriver.sqlite, .sqlcipher])
  func damaged(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let name = place == .sqlite ? "a.db" : "c.db"
    do {
      let context = try place.context(in: folder)
      try context.createTable(Item.self)
      try context.insert((1...5000).map { Item($0, "some text that fills the pages \($0)") })
    }
    let whole = folder.bytes(of: name)
    try folder.write(Array(whole.prefix(whole.count / 4096 / 2 * 4096)), to: name)
    let truncated = try databaseError { try place.context(in: folder).fetchAll(Item.all) }
    #expect([.corrupt, .inputOutput, .wrongKey, .notADatabase].contains(truncated.code), "\(truncated)")
    var damaged = whole
    for index in 4096..<(damaged.count - 4096) { damaged[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try folder.write(damaged, to: name)
    let other = try databaseError { try place.context(in: folder).fetchAll(Item.all) }
    #expect([.corrupt, .inputOutput, .wrongKey, .notADatabase].contains(other.code), "\(other)")
    try folder.write(whole, to: name)
    #expect(try place.context(in: folder).fetchCount(Item.all) == 5000)
  }

  @Test("An empty file is an empty database", arguments: [LocalDriver.sqlite, .sqlcipher])
  func emptyFile(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "a.db")
    try folder.write([], to: "c.db")
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    #expect(try context.insert(Item(1)).id == 1)
  }

  @Test(
    "A database that is opened for reading refuses writes and stays readable",
    arguments: [LocalDriver.sqlite, .sqlcipher])
  func readOnly(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    do {
      let context = try place.context(in: folder)
      try context.createTable(Item.self)
      try context.insert(Item(1))
    }
    let reader =
      place == .sqlite
      ? try SQLContext(SQLiteDriver(path: folder.file("a.db"), mode: .readOnly))
      : try SQLContext(SQLCipherDriver(path: folder.file("c.db"), key: LocalDriver.key, mode: .readOnly))
    for text: SQLFragment in ["DELETE FROM Item", "CREATE TABLE t (n)", "INSERT INTO Item(id) VALUES (\(2))"] {
      let error = try databaseError { try reader.execute(text) }
      #expect(error.code == .readOnly)
      #expect(error.engineCode?.primary == .readOnly)
    }
    #expect(try reader.fetchAll(Item.all) == [Item(1)])
  }

  @Test(
    "A file or folder without permission", .enabled(if: getuid() != 0, "an administrator is not stopped by permissions")
  )
  func permission() throws {
    let folder = try TemporaryFolder()
    do { try LocalDriver.sqlite.context(in: folder).createTable(Item.self) }
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.file("a.db"))
    let unreadable = try databaseError { try SQLContext(path: folder.file("a.db")) }
    #expect(unreadable.code == .permission && unreadable.message.contains(folder.file("a.db")))
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: folder.file("a.db"))
    #expect(try databaseError { try SQLContext(path: folder.file("a.db")) }.code == .permission)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    #expect(try databaseError { try SQLContext(path: folder.file("new.db")) }.code == .permission)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("a.db"))
    #expect(try SQLContext(path: folder.file("a.db")).fetchCount(Item.all) == 0)
  }

  @Test("Keys that cannot be used are refused before the file is touched")
  func keys() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("c.db")
    let malformed: [SQLCipherKey] = [
      .passphrase(""), .raw([1, 2, 3]), .raw(hexadecimal: "hunter2"),
      .passphrase("x'" + String(repeating: "0f", count: 32) + "'"),
      .raw(Array(repeating: 1, count: 32), salt: [1]),
    ]
    for key in malformed {
      let error = try databaseError { try SQLContext(SQLCipherDriver(path: path, key: key)) }
      #expect(error.code == .invalidConfiguration)
      #expect(error.message.contains("key"))
      #expect(!String(reflecting: error).contains("hunter2") && !String(reflecting: error).contains("0f0f"))
    }
    #expect(folder.names.isEmpty)
  }

  #if os(Linux)
  @Test("Libraries that cannot be used say why, and nothing is created")
  func libraries() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(Array("no library".utf8), to: "text.so")
    let cases: [(String, String)] = [
      (folder.file("missing.so"), "missing.so"), (text, text), (folder.path, folder.path), ("libm.so.6", "sqlite3_"),
    ]
    for (library, mention) in cases {
      for scheme in ["sqlite", "sqlcipher"] {
        let url =
          "\(scheme):\(folder.file("a.db"))?library=\(library)" + (scheme == "sqlcipher" ? "&key-env=KEY" : "")
        let driver = try Self.registry.driver(url: url, environment: Self.environment)
        let error = try await databaseError { try await Database(driver) }
        #expect(error.code == .libraryUnavailable)
        #expect(error.message.contains(mention), "\(error)")
        #expect(error.underlying is SQLiteLibraryError)
      }
    }
    let symbols = try databaseError {
      try SQLContext(SQLiteDriver(path: folder.file("a.db"), library: .file("libm.so.6")))
    }
    let missing = try #require(symbols.underlying as? SQLiteLibraryError).missingSymbols
    #expect(missing.contains("sqlite3_open_v2") && missing.contains("sqlite3_step"))
    #expect(folder.names == ["text.so"])
  }
  #endif
}
