import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Copies page by page of a database whose encryption has another format than the engine's own: readable, or refused.
@Suite("Copies of encrypted databases in other formats", .needsSQLCipher)
struct CopyFormatTests {
  static let libraries = (Installed.all + CachedEngine.libraries).filter { $0.hasSymbol("sqlite3_key_v2") }

  /// Pages of a size that no version has by itself.
  private static func encryption(pageSize: Int?) -> SQLCipherEncryption {
    var encryption = SQLCipherEncryption(key: .raw([UInt8](1...32)))
    encryption.pageSize = pageSize
    return encryption
  }

  private func open(
    _ library: SQLiteLibrary, _ path: String, _ encryption: SQLCipherEncryption
  ) throws -> SQLiteConnection {
    try SQLiteConnection.open(
      .file(path: path, mode: .readWriteCreate), library: library.location, encryption: encryption)
  }

  @Test("A backup into another format is refused, and one into the same format is read again")
  func backups() throws {
    for library in Self.libraries {
      let folder = try TemporaryFolder()
      let source = try open(library, folder.file("source.db"), Self.encryption(pageSize: 8192))
      try source.execute("CREATE TABLE t (a)")
      try source.execute("INSERT INTO t VALUES ('row')")
      let other = folder.file("other.db")
      let error = try databaseError { try source.backUp(toFile: other, encryption: Self.encryption(pageSize: nil)) }
      #expect(error.code == .unsupportedFeature, "\(library.version): \(error)")
      #expect(!FileManager.default.fileExists(atPath: other))
      let same = folder.file("same.db")
      try source.backUp(toFile: same, encryption: Self.encryption(pageSize: 8192))
      #expect(try open(library, same, Self.encryption(pageSize: 8192)).value("SELECT a FROM t") == "row")
      #expect(try source.value("PRAGMA integrity_check") == "ok")
    }
  }

  @Test("VACUUM INTO makes a file that can be opened, or is refused by type")
  func vacuum() throws {
    for library in Self.libraries where library.versionNumber >= 3_027_000 {
      for pageSize in [nil, 8192] {
        let folder = try TemporaryFolder()
        let source = try open(library, folder.file("source.db"), Self.encryption(pageSize: pageSize))
        try source.execute("CREATE TABLE t (a)")
        try source.execute("INSERT INTO t VALUES ('row')")
        let copy = folder.file("copy.db")
        #expect(source.capabilities.engine.supports(.vacuumInto) == (pageSize == nil))
        guard let pageSize else {
          try source.execute("VACUUM INTO '\(copy)'")
          #expect(try open(library, copy, Self.encryption(pageSize: nil)).value("SELECT a FROM t") == "row")
          continue
        }
        for text in ["VACUUM INTO '\(copy)'", "SELECT 1; /* ; */ vacuum main into '\(copy)'"] {
          let error = try databaseError { try source.execute(text) }
          #expect(error.code == .unsupportedFeature, "\(library.version), pages of \(pageSize): \(error)")
          #expect(!FileManager.default.fileExists(atPath: copy))
        }
        try source.execute("VACUUM")
      }
    }
  }
}
