import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite(
  "SQLCipher 4",
  .enabled(
    if: CachedEngine.sqlCipher4 != nil,
    "skipped: sqlcipher-4.19.0 is not in the folder of engines; run Conformance/Engines/get-engines"))
struct SQLCipher4Tests {
  let folder: TemporaryFolder
  let library: SQLiteLibrary.Location
  static let raw = SQLCipherKey.raw([UInt8](1...32))
  static let other = SQLCipherKey.raw([UInt8](2...33))
  static let salt = [UInt8](16..<32)

  init() throws {
    folder = try TemporaryFolder()
    library = try #require(CachedEngine.sqlCipher4)
  }

  func open(
    _ key: SQLCipherKey?, library: SQLiteLibrary.Location? = nil,
    _ configure: (inout SQLCipherEncryption) -> Void = { _ in }
  ) throws -> SQLiteConnection {
    let encryption = key.map { key in
      var encryption = SQLCipherEncryption(key: key)
      configure(&encryption)
      return encryption
    }
    return try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readWriteCreate), library: library ?? self.library, encryption: encryption)
  }

  /// Makes a file with one row.
  func fill(
    _ key: SQLCipherKey, library: SQLiteLibrary.Location? = nil,
    _ configure: (inout SQLCipherEncryption) -> Void = { _ in }
  ) throws {
    let connection = try open(key, library: library, configure)
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('find me if you can')")
    connection.closeSynchronously()
  }

  @Test("A wrong or missing key fails at opening, again and again, and leaves the file as it was")
  func wrongKey() throws {
    try fill(.passphrase("right"))
    let before = folder.bytes()
    for _ in 0..<2 {
      for key in [Self.raw, .passphrase("wrong")] {
        let error = try databaseError { _ = try open(key) }
        #expect(error.code == .wrongKey)
        #expect(error.engineCode == .notADatabase)
        #expect(error.sql == nil)
      }
      #expect(try databaseError { _ = try open(nil) }.code == .notADatabase)
      // Version 4 lets nothing be written on a connection that had a wrong key first; a new connection is not one.
      let connection = try open(.passphrase("right"))
      try connection.execute("BEGIN IMMEDIATE; UPDATE t SET a = a; ROLLBACK")
      connection.closeSynchronously()
    }
    #expect(folder.bytes() == before)
    #expect(folder.names == ["test.db"])
  }

  @Test("The settings of the format are those of version 4, and those that are given")
  func settings() throws {
    let connection = try open(Self.raw)
    #expect(connection.capabilities.encrypted)
    #expect(connection.capabilities.engine.cipherVersion == EngineVersion(4, 19, 0))
    #expect(try connection.value("PRAGMA cipher_page_size") == "4096")
    #expect(try connection.value("PRAGMA kdf_iter") == "256000")
    connection.closeSynchronously()
  }

  @Test("A page size holds, and has to be given again")
  func pageSize() throws {
    try fill(Self.raw) { $0.pageSize = 16384 }
    let connection = try open(Self.raw) { $0.pageSize = 16384 }
    #expect(try connection.rows("SELECT a FROM t") == [["find me if you can"]])
    #expect(try connection.value("PRAGMA cipher_page_size") == "16384")
    connection.closeSynchronously()
    #expect(folder.bytes().count % 16384 == 0)
    #expect(try databaseError { _ = try open(Self.raw) }.code == .wrongKey)
    #expect(try databaseError { _ = try open(Self.raw) { $0.pageSize = 1024 } }.code == .wrongKey)
  }

  @Test("A file of version 3 opens with its compatibility level alone, and version 3 reads what was written")
  func compatibility() throws {
    let old = try #require(try? Installed.sqlCipher.get(), "SQLCipher is not installed").location
    guard
      try SQLiteConnection.open(.memory, library: old).capabilities.engine.cipherVersion ?? EngineVersion(4, 0)
        < EngineVersion(4, 0)
    else { return }
    try fill(Self.raw, library: old)
    #expect(try databaseError { _ = try open(Self.raw) }.code == .wrongKey)
    #expect(try databaseError { _ = try open(Self.raw) { $0.compatibility = 1 } }.code == .wrongKey)
    let new = try open(Self.raw) { $0.compatibility = 3 }
    try new.execute("INSERT INTO t VALUES ('and me')")
    new.closeSynchronously()
    let again = try open(Self.raw, library: old)
    #expect(try again.rows("SELECT a FROM t") == [["find me if you can"], ["and me"]])
    again.closeSynchronously()
    #expect(try databaseError { _ = try open(Self.raw) { $0.compatibility = 5 } }.code == .invalidConfiguration)
  }

  @Test("A plaintext header needs its salt at every opening, and hides everything else")
  func plaintextHeader() throws {
    let configure: (inout SQLCipherEncryption) -> Void = {
      $0.plaintextHeaderSize = 32
      $0.salt = Self.salt
    }
    try fill(.passphrase("right"), configure)
    let bytes = folder.bytes()
    #expect(bytes.starts(with: Array("SQLite format 3".utf8)))
    let needle = Array("find me".utf8)
    #expect(!bytes.indices.dropLast(needle.count).contains { bytes[$0..<($0 + needle.count)].elementsEqual(needle) })
    let connection = try open(.passphrase("right"), configure)
    #expect(try connection.value("SELECT a FROM t") == "find me if you can")
    connection.closeSynchronously()

    let wrongSalt = try databaseError {
      _ = try open(.passphrase("right")) {
        $0.plaintextHeaderSize = 32
        $0.salt = Self.salt.reversed()
      }
    }
    #expect(wrongSalt.code == .wrongKey)
    #expect(!wrongSalt.message.contains("not encrypted"))
    // The file begins like one in the clear, and may or may not be one.
    let noHeader = try databaseError { _ = try open(.passphrase("right")) }
    #expect(noHeader.code == .wrongKey)
    #expect(noHeader.message.contains("plaintext header"))
    let noSalt = try databaseError { _ = try open(.passphrase("right")) { $0.plaintextHeaderSize = 32 } }
    #expect(noSalt.code == .invalidConfiguration)
    // What the encrypted rest of the header says to an engine without the key is chance.
    let noKey = try databaseError { _ = try open(nil) }
    #expect([.notADatabase, .corrupt].contains(noKey.code), "\(noKey)")
    #expect(folder.bytes() == bytes)
  }

  @Test("A new key takes effect, and export changes the format")
  func rekeyAndExport() throws {
    try fill(Self.raw)
    let connection = try open(Self.raw)
    try connection.rekey(Self.other)
    #expect(try connection.value("PRAGMA journal_mode") == "wal")
    try connection.setUserVersion(42)
    try connection.export(to: folder.file("plain.db"), encryption: nil)
    connection.closeSynchronously()
    #expect(try databaseError { _ = try open(Self.raw) }.code == .wrongKey)
    #expect(try open(Self.other).value("SELECT count(*) FROM t") == 1)
    let plain = try SQLiteConnection.open(.file(path: folder.file("plain.db"), mode: .readOnly), library: library)
    #expect(try plain.userVersion() == 42)
    #expect(try plain.rows("SELECT a FROM t") == [["find me if you can"]])
  }

  @Test("A wrong salt of a file with a header in the clear is a wrong key, whatever the bytes come to")
  func wrongSalts() throws {
    for size in [32, 64, 128] {
      try? Foundation.FileManager.default.removeItem(atPath: folder.file())
      func configure(_ encryption: inout SQLCipherEncryption, _ salt: [UInt8]) {
        encryption.plaintextHeaderSize = size
        encryption.salt = salt
      }
      try fill(.passphrase("right")) { configure(&$0, Self.salt) }
      for number in UInt8(0)..<8 {
        let salt = Self.salt.map { $0 ^ (number + 1) }
        let error = try databaseError { _ = try open(.passphrase("right")) { configure(&$0, salt) } }
        #expect(error.code == .wrongKey, "\(size): \(error)")
        let other = try databaseError { _ = try open(.passphrase("wrong \(number)")) { configure(&$0, Self.salt) } }
        #expect(other.code == .wrongKey, "\(size): \(other)")
      }
      let connection = try open(.passphrase("right")) { configure(&$0, Self.salt) }
      #expect(try connection.value("SELECT count(*) FROM t") == 1)
    }
  }
}
