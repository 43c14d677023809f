import CQuarrySQLite
import Foundation
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite(
  "SQLite libraries: two in one process",
  .needsSQLCipher)
struct SideBySideTests {
  /// Writes a database, encrypted where the library can, and reads it back through a second connection.
  private static func writeAndRead(_ library: SQLiteLibrary, path: String, key: String?, rows: Int) throws -> Int {
    func open() throws -> RawConnection {
      let connection = try RawConnection(library, path: path)
      if let key, let keying = library.api.pointee.key_v2 {
        let code = keying(connection.database, "main", key, Int32(key.utf8.count))
        guard code == SQLITE_OK else { throw connection.failure(code) }
      }
      return connection
    }
    do {
      let writer = try open()
      try writer.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT)")
      try writer.execute("BEGIN")
      for id in 1...rows {
        _ = try writer.rows("INSERT INTO t VALUES(?, ?)", [.integer(Int64(id)), .text("secret text \(id)")])
      }
      try writer.execute("COMMIT")
    }
    let reader = try open()
    let found = try reader.rows("SELECT id, text FROM t ORDER BY id", byteCapacity: 200)
    return zip(found, 1...rows).count { $0 == [.integer(Int64($1)), .text("secret text \($1)")] }
  }

  @Test("Both are themselves: versions, files and functions differ")
  func versions() throws {
    let sqlite = try Installed.sqlite.get()
    let cipher = try Installed.sqlCipher.get()
    #expect(sqlite !== cipher)
    #expect(sqlite.path != cipher.path)
    #expect(sqlite.sourceID != cipher.sourceID)
    #expect(sqlite.api.pointee.slot != cipher.api.pointee.slot)
    #expect(!sqlite.hasSymbol("sqlite3_key_v2"))
    #expect(cipher.hasSymbol("sqlite3_key_v2"))
    for library in [sqlite, cipher] {
      let connection = try RawConnection(library)
      #expect(try connection.text("SELECT sqlite_version()") == library.version)
    }
    #expect(try RawConnection(cipher).rows("PRAGMA cipher_version").count == 1)
    #expect(try RawConnection(sqlite).rows("PRAGMA cipher_version").isEmpty)
  }

  @Test("Eight tasks at once use both, a file each, and every file is what it should be")
  func eightTasks() async throws {
    let sqlite = try Installed.sqlite.get()
    let cipher = try Installed.sqlCipher.get()
    let folder = try TemporaryFolder()
    let rows = 50
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        let library = task.isMultiple(of: 2) ? sqlite : cipher
        let path = folder.file("\(task).db")
        let key = library === cipher ? "key \(task)" : nil
        group.addTask {
          let found = try Self.writeAndRead(library, path: path, key: key, rows: rows)
          #expect(found == rows)
        }
      }
      try await group.waitForAll()
    }
    for task in 0..<8 {
      let content = try Data(contentsOf: URL(filePath: folder.file("\(task).db")))
      let isPlain = task.isMultiple(of: 2)
      #expect(content.starts(with: Data("SQLite format 3\0".utf8)) == isPlain)
      #expect((content.range(of: Data("secret text".utf8)) != nil) == isPlain)
    }
  }

  @Test("Both work in a process that has linked SQLite besides", .needsLinux)
  func besideLinkedSQLite() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        let folder = try TemporaryFolder()
        let sqlite = try SQLiteLibrary.load(.systemSQLite)
        // A copy is a library of its own to the loader, so it is not loaded yet, whatever ran before.
        let copy = folder.file("libsqlcipher-copy.so")
        try FileManager.default.copyItem(atPath: try Installed.sqlCipher.get().path, toPath: copy)
        // From here on SQLite's symbols are in the global scope, as in a program that links it. (Under a sanitizer
        // libraries do not bind to their own symbols first, so there the order of loading has to do it.)
        let early = Surroundings.isSanitized ? try SQLiteLibrary.load(.file(copy)) : nil
        try #require(makeVisible(sqlite.path))
        let cipher = try early ?? SQLiteLibrary.load(.file(copy))
        #expect(try Self.writeAndRead(cipher, path: folder.file("cipher.db"), key: "key", rows: 10) == 10)
        #expect(try Self.writeAndRead(sqlite, path: folder.file("plain.db"), key: nil, rows: 10) == 10)
        let content = try Data(contentsOf: URL(filePath: folder.file("cipher.db")))
        #expect(!content.starts(with: Data("SQLite format 3\0".utf8)))
      }
    }
  }
}
