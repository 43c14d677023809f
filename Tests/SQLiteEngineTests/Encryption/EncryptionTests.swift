import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLCipher", .needsSQLCipher)
struct EncryptionTests {
  let folder: TemporaryFolder
  let library: SQLiteLibrary
  static let raw = SQLCipherKey.raw([UInt8](1...32))
  static let other = SQLCipherKey.raw([UInt8](2...33))

  init() throws {
    folder = try TemporaryFolder()
    library = try Installed.sqlCipher.get()
  }

  func open(
    _ key: SQLCipherKey?, name: String = "test.db", mode: SQLiteOpenMode = .readWriteCreate,
    _ configure: (inout SQLCipherEncryption) -> Void = { _ in }
  ) throws -> SQLiteConnection {
    var encryption = key.map { SQLCipherEncryption(key: $0) }
    if var configured = encryption {
      configure(&configured)
      encryption = configured
    }
    return try SQLiteConnection.open(
      .file(path: folder.file(name), mode: mode), library: library.location, encryption: encryption)
  }

  func fill(_ key: SQLCipherKey?, name: String = "test.db") throws {
    let connection = try open(key, name: name)
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('find me if you can')")
    connection.closeSynchronously()
  }

  @Test("A key is refused by an engine without encryption, before the file is touched")
  func engineWithoutEncryption() throws {
    let error = try databaseError {
      _ = try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWriteCreate), library: Installed.sqlite.get().location,
        encryption: SQLCipherEncryption(key: Self.raw))
    }
    #expect(error.code == .unsupportedFeature)
    #expect(folder.names.isEmpty)
  }

  @Test("The file and its log hold nothing in the clear")
  func nothingInTheClear() throws {
    let connection = try open(Self.raw)
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('find me if you can')")
    #expect(connection.capabilities.encrypted)
    #expect(connection.capabilities.engine.product == .sqlcipher)
    let needle = Array("find me".utf8)
    #expect(folder.names.contains("test.db-wal"))
    for name in folder.names {
      let bytes = folder.bytes(of: name)
      #expect(!bytes.starts(with: Array("SQLite format 3".utf8)))
      #expect(!bytes.indices.dropLast(needle.count).contains { bytes[$0..<($0 + needle.count)].elementsEqual(needle) })
    }
  }

  @Test("S32: a wrong or missing key fails at opening, by its own error, and leaves the file as it was")
  func wrongKey() throws {
    try fill(Self.raw)
    let before = folder.bytes()
    for _ in 0..<2 {
      let wrong = try databaseError { _ = try open(Self.other) }
      #expect(wrong.code == .wrongKey)
      #expect(wrong.engineCode == .notADatabase)
      #expect(wrong.sql == nil)
      #expect(try databaseError { _ = try open(.passphrase("no")) }.code == .wrongKey)
      #expect(try databaseError { _ = try open(nil) }.code == .notADatabase)
    }
    #expect(try databaseError { _ = try open(Self.raw) { $0.pageSize = 8192 } }.code == .wrongKey)
    #expect(folder.bytes() == before)
    #expect(folder.names == ["test.db"])
    #expect(try open(Self.raw).rows("SELECT a FROM t") == [["find me if you can"]])
  }

  @Test("A key for a file in the clear is refused, and says that")
  func plainFile() throws {
    try fill(nil)
    let before = folder.bytes()
    let error = try databaseError { _ = try open(Self.raw) }
    #expect(error.code == .wrongKey)
    #expect(error.message.contains("not encrypted"))
    #expect(folder.bytes() == before)
  }

  @Test("Passphrases of any bytes, raw keys and raw keys with salt open their own files")
  func keys() throws {
    let salt = [UInt8](100..<116)
    let keys: [SQLCipherKey] = [
      .passphrase("it's a \"pass\" phrase; 🦊"), .passphrase(bytes: [0, 1, 0, 255]), .raw([UInt8](1...32), salt: salt),
      .raw(hexadecimal: String(repeating: "aB", count: 32)),
    ]
    for (index, key) in keys.enumerated() {
      try fill(key, name: "\(index).db")
      #expect(try open(key, name: "\(index).db", mode: .readWrite).value("SELECT count(*) FROM t") == 1)
      #expect(throws: DatabaseError.self) { try open(keys[(index + 1) % keys.count], name: "\(index).db") }
    }
    #expect(folder.bytes(of: "2.db").starts(with: salt))
  }

  @Test("Keys that cannot be used are refused by name")
  func uselessKeys() throws {
    for key in [
      SQLCipherKey.passphrase(""), .raw([1, 2, 3]), .raw([UInt8](1...32), salt: [1]), .raw(hexadecimal: "xyz"),
      .passphrase("x'" + String(repeating: "0f", count: 32) + "'"),
    ] {
      #expect(try databaseError { _ = try open(key) }.code == .invalidConfiguration)
    }
    #expect(folder.names.isEmpty)
  }

  @Test("A key never shows itself")
  func hiddenKeys() {
    var text = "\(SQLCipherKey.passphrase("sesame")) \(SQLCipherKey.raw([UInt8](1...32)))"
    text += String(reflecting: SQLCipherEncryption(key: .passphrase("sesame")))
    dump(SQLCipherEncryption(key: .passphrase("sesame")), to: &text)
    #expect(!text.contains("sesame"))
    #expect(!text.contains("0102"))
    #expect(!text.contains("115"))
  }

  @Test("Settings of the file format hold, and have to be given again")
  func settings() throws {
    let configure: (inout SQLCipherEncryption) -> Void = {
      $0.pageSize = 8192
      $0.keyDerivationIterations = 1000
    }
    let connection = try open(.passphrase("p"), configure)
    try connection.execute("CREATE TABLE t (a)")
    #expect(try connection.value("PRAGMA page_size") == 8192)
    connection.closeSynchronously()
    #expect(try open(.passphrase("p"), configure).value("SELECT count(*) FROM t") == 0)
    #expect(try databaseError { _ = try open(.passphrase("p")) }.code == .wrongKey)
    #expect(try databaseError { _ = try open(.passphrase("p")) { $0.pageSize = 1000 } }.code == .invalidConfiguration)
  }

  @Test("A setting that this version does not know is refused by name and version")
  func settingsOfLaterVersions() throws {
    let version = try #require(
      SQLiteConnection.open(.memory, library: library.location).capabilities.engine.cipherVersion)
    guard version < EngineVersion(4, 0) else { return }
    for configure in [
      { $0.compatibility = 3 }, { $0.plaintextHeaderSize = 32 }, { $0.salt = [UInt8](repeating: 1, count: 16) },
    ] as [(inout SQLCipherEncryption) -> Void] {
      let error = try databaseError { _ = try open(Self.raw, configure) }
      #expect(error.code == .unsupportedFeature)
      #expect(error.message.contains("cipher_") && error.message.contains(version.description))
    }
    #expect(folder.names.isEmpty)
  }

  @Test("S33: export encrypts and decrypts, keeps the numbers of the header, and leaves nothing when it fails")
  func export() throws {
    try fill(nil)
    let plain = try open(nil)
    try plain.setUserVersion(42)
    try plain.setApplicationID(4711)
    try plain.export(to: folder.file("e.db"), encryption: SQLCipherEncryption(key: Self.raw))
    let encrypted = try open(Self.raw, name: "e.db")
    #expect(try encrypted.rows("SELECT a FROM t") == [["find me if you can"]])
    #expect(try encrypted.userVersion() == 42)
    #expect(try encrypted.applicationID() == 4711)
    try encrypted.export(to: folder.file("p.db"), encryption: nil)
    #expect(folder.bytes(of: "p.db").starts(with: Array("SQLite format 3".utf8)))
    #expect(try open(nil, name: "p.db").userVersion() == 42)

    #expect(try databaseError { try plain.export(to: folder.file("e.db"), encryption: nil) }.code == .cannotOpen)
    try plain.execute("BEGIN")
    #expect(try databaseError { try plain.export(to: folder.file("x.db"), encryption: nil) }.code == .transactionState)
    try plain.execute("ROLLBACK")
    var useless = SQLCipherEncryption(key: Self.raw)
    useless.pageSize = 3
    #expect(
      try databaseError { try plain.export(to: folder.file("x.db"), encryption: useless) }.code == .invalidConfiguration
    )
    // Fails half-way: the copy may not have more pages than this.
    try plain.execute("CREATE VIEW broken AS SELECT * FROM t; CREATE TABLE big (a)")
    try plain.addFunction("sqlcipher_export", argumentCount: 1) { _ in throw SQLiteFunctionError("half-way") }
    let failed = try databaseError { try plain.export(to: folder.file("x.db"), encryption: nil) }
    #expect(failed.message.contains("half-way"))
    #expect(try plain.rows("PRAGMA database_list").count == 1)
    #expect(!folder.names.contains { $0.hasPrefix("x.db") })
    let sqlite = try SQLiteConnection.open(.memory)
    #expect(
      try databaseError { try sqlite.export(to: folder.file("x.db"), encryption: nil) }.code == .unsupportedFeature)
  }

  @Test("Backup does not encrypt or decrypt, and says what does")
  func backup() throws {
    try fill(Self.raw)
    let encrypted = try open(Self.raw)
    let plain = try open(nil, name: "plain.db")
    for call in [
      { try encrypted.backUp(to: plain) }, { try plain.backUp(to: encrypted) },
      { try encrypted.backUp(toFile: folder.file("x.db")) }, { _ = try encrypted.image() },
    ] as [() throws -> Void] {
      let error = try databaseError { try call() }
      #expect(error.code == .unsupportedFeature && error.message.contains("export"))
    }
    try encrypted.backUp(toFile: folder.file("copy.db"), encryption: SQLCipherEncryption(key: Self.other))
    #expect(try open(Self.other, name: "copy.db").value("SELECT count(*) FROM t") == 1)
    #expect(try databaseError { _ = try open(Self.raw, name: "copy.db") }.code == .wrongKey)
    #expect(try encrypted.value("SELECT count(*) FROM t") == 1)
  }

  @Test("S32: rekey changes the key of an encrypted database, and of no other")
  func rekey() throws {
    try fill(Self.raw)
    let connection = try open(Self.raw)
    let reader = try open(Self.raw)
    #expect(try reader.value("SELECT count(*) FROM t") == 1)
    #expect(try databaseError { try connection.rekey(Self.other) }.code == .busy)
    reader.closeSynchronously()
    try connection.execute("BEGIN")
    #expect(try databaseError { try connection.rekey(Self.other) }.code == .transactionState)
    try connection.execute("ROLLBACK")
    #expect(try databaseError { try connection.rekey(.passphrase("")) }.code == .invalidConfiguration)
    try connection.rekey(Self.other)
    #expect(try connection.value("SELECT count(*) FROM t") == 1)
    #expect(try connection.value("PRAGMA journal_mode") == "wal")
    connection.closeSynchronously()
    #expect(try databaseError { _ = try open(Self.raw) }.code == .wrongKey)
    #expect(try open(Self.other).value("SELECT count(*) FROM t") == 1)
    let plain = try open(nil, name: "plain.db")
    #expect(try databaseError { try plain.rekey(Self.raw) }.code == .unsupportedFeature)
  }

  @Test("Attached files have keys of their own")
  func attach() throws {
    try fill(Self.raw, name: "raw.db")
    try fill(nil, name: "plain.db")
    let connection = try open(Self.other)
    try connection.attach(folder.file("raw.db"), as: "raw", encryption: SQLCipherEncryption(key: Self.raw))
    try connection.attach(folder.file("plain.db"), as: "plain")
    #expect(try connection.value("SELECT count(*) FROM raw.t, plain.t") == 1)
    let wrong = try databaseError {
      try connection.attach(folder.file("raw.db"), as: "wrong", encryption: SQLCipherEncryption(key: Self.other))
    }
    #expect(wrong.code == .wrongKey)
    #expect(try databaseError { try connection.attach(folder.file("raw.db"), as: "none") }.code == .notADatabase)
    try connection.attach(folder.file("new.db"), as: "new")
    try connection.execute("CREATE TABLE new.t (a)")
    try connection.detach("new")
    #expect(folder.bytes(of: "new.db").starts(with: Array("SQLite format 3".utf8)))
    #expect(try connection.rows("PRAGMA database_list").count == 3)
  }
}
