import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLite connections: opening")
struct OpeningTests {
  @Test(
    "A path is taken as it is",
    arguments: [
      "plain.db", "with blank.db", "100%25.db", "what?mode=ro.db", "a#b.db", "it's \"quoted\".db", ":memory:",
      "file:x.db",
      "ünï🦊.db",
    ])
  func paths(_ name: String) throws {
    let folder = try TemporaryFolder()
    for library in Installed.all {
      let connection = try SQLiteConnection.open(
        .file(path: folder.file(name), mode: .readWriteCreate), library: library.location)
      try connection.execute("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
      connection.closeSynchronously()
      #expect(folder.names == [name])
    }
  }

  @Test("S29: each obstacle has its own error, which names the path and what to do")
  func obstacles() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Array("not a database, but long enough to be looked at. ".utf8) + [UInt8](repeating: 65, count: 2000), to: "text")
    try folder.write([], to: "empty")
    func failure(_ path: String, _ mode: SQLiteOpenMode = .readWriteCreate) throws -> DatabaseError {
      try databaseError { _ = try SQLiteConnection.open(.file(path: path, mode: mode)) }
    }
    for mode in SQLiteOpenMode.allCases {
      let isFolder = try failure(folder.path, mode)
      #expect(isFolder.code == .cannotOpen && isFolder.message.contains("folder"))
      #expect(isFolder.message.contains(folder.path))
      let parent = try failure(folder.file("none/x.db"), mode)
      #expect(parent.code == .cannotOpen && parent.message.contains("none does not exist"))
      #expect(try failure(folder.file("text"), mode).code == .notADatabase)
      #expect(try failure(folder.file("text/x.db"), mode).message.contains("is not a folder"))
    }
    for mode in [SQLiteOpenMode.readOnly, .readWrite] {
      let missing = try failure(folder.file("none.db"), mode)
      #expect(missing.code == .cannotOpen && missing.message.contains("no such file"))
      #expect(missing.message.contains(folder.file("none.db")))
      #expect(missing.engineCode == .cannotOpen)
    }
    #expect(try failure("").code == .invalidConfiguration)
    #expect(try failure("a\0b").code == .invalidConfiguration)
    #expect(folder.names == ["empty", "text"])
    #expect(try SQLiteConnection.open(.file(path: folder.file("empty"), mode: .readWrite)).rows("SELECT 1") == [[1]])
  }

  @Test("A file without permission says so", .enabled(if: geteuid() != 0, "the superuser may do everything"))
  func permissions() throws {
    let folder = try TemporaryFolder()
    try SQLiteConnection.open(.file(path: folder.file(), mode: .readWriteCreate)).execute("CREATE TABLE t (a)")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: folder.file())
    let writing = try databaseError { _ = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite)) }
    #expect(writing.code == .permission)
    try files.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.file())
    let reading = try databaseError { _ = try SQLiteConnection.open(.file(path: folder.file(), mode: .readOnly)) }
    #expect(reading.code == .permission)
  }

  @Test(
    "A file that cannot have a write-ahead log says which setting helps, and opens with it",
    .needsLinux)
  func withoutLog() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        for library in Installed.all {
          // Files that are locked by files share no memory, which the log needs.
          #expect(makeDefault(fileSystem: "unix-dotfile", ofLibraryAt: library.path))
          let folder = try TemporaryFolder()
          func open(_ settings: SQLiteConnectionSettings) throws -> SQLiteConnection {
            try SQLiteConnection.open(
              .file(path: folder.file(), mode: .readWriteCreate), library: library.location, settings: settings)
          }
          var settings = SQLiteConnectionSettings()
          let error = try databaseError { _ = try open(settings) }
          #expect(error.code == .invalidConfiguration)
          #expect(error.message.contains("journal=delete") && error.message.contains("journal=keep"))
          for mode in [nil, .delete, .truncate] as [SQLiteJournalMode?] {
            settings.journalMode = mode
            let connection = try open(settings)
            try connection.execute("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
            #expect(try connection.value("PRAGMA journal_mode") == .text(mode?.rawValue ?? "delete"))
            connection.closeSynchronously()
          }
        }
      }
    }
  }

  @Test("A library that is not there is named")
  func library() throws {
    let error = try databaseError { _ = try SQLiteConnection.open(.memory, library: .file("/none/libsqlite3.so")) }
    #expect(error.code == .libraryUnavailable)
    #expect(error.message.contains("/none/libsqlite3.so"))
  }

  @Test("The settings hold", arguments: Installed.all)
  func settings(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let location = SQLiteLocation.file(path: folder.file(), mode: .readWriteCreate)
    let connection = try SQLiteConnection.open(location, library: library.location)
    #expect(try connection.value("PRAGMA foreign_keys") == 1)
    #expect(try connection.value("PRAGMA journal_mode") == "wal")
    #expect(try connection.value("PRAGMA synchronous") == 1)
    #expect(connection.capabilities.parallelReaders)
    if library.versionNumber >= 3_031_000 { #expect(try connection.value("PRAGMA trusted_schema") == 0) }
    #expect(throws: DatabaseError.self) { try connection.value("SELECT load_extension('x')") }
    if library.versionNumber >= 3_029_000 {
      #expect(try databaseError { _ = try connection.rows("SELECT \"nothing\"") }.code == .noSuchObject)
    }
    try connection.execute("CREATE TABLE p (a PRIMARY KEY); CREATE TABLE c (b REFERENCES p)")
    #expect(try databaseError { try connection.execute("INSERT INTO c VALUES (1)") }.code == .constraintForeignKey)

    let reader = try SQLiteConnection.open(location, role: .reader, library: library.location)
    #expect(try databaseError { try reader.execute("INSERT INTO p VALUES (1)") }.code == .readOnly)
    #expect(try reader.rows("SELECT * FROM p").isEmpty)
  }

  @Test("Every setting can be changed", arguments: Installed.all)
  func otherSettings(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    var settings = SQLiteConnectionSettings()
    settings.enforcesForeignKeys = false
    settings.journalMode = .truncate
    settings.synchronous = .extra
    settings.acceptsDoubleQuotedTexts = true
    settings.cacheKibibytes = 4096
    settings.memoryMapBytes = 1 << 20
    let connection = try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readWriteCreate), library: library.location, settings: settings)
    #expect(try connection.value("PRAGMA foreign_keys") == 0)
    #expect(try connection.value("PRAGMA journal_mode") == "truncate")
    #expect(try connection.value("PRAGMA synchronous") == 3)
    #expect(try connection.value("PRAGMA cache_size") == -4096)
    #expect(try connection.value("SELECT \"nothing\"") == "nothing")
    #expect(!connection.capabilities.parallelReaders)
    settings.cacheKibibytes = -1
    #expect(
      try databaseError { _ = try SQLiteConnection.open(.memory, settings: settings) }.code == .invalidConfiguration)
  }

  @Test("A read-only database can be read and not written", arguments: Installed.all)
  func readOnly(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    try SQLiteConnection.open(.file(path: folder.file(), mode: .readWriteCreate), library: library.location)
      .execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let connection = try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readOnly), library: library.location)
    #expect(try connection.rows("SELECT a FROM t") == [[1]])
    #expect(try databaseError { try connection.execute("INSERT INTO t VALUES (2)") }.code == .readOnly)
  }

  @Test("A memory database with a name is one for the whole process", arguments: Installed.all)
  func sharedMemory(_ library: SQLiteLibrary) throws {
    let name = "shared \(library.version) %&?#/ü"
    let first = try SQLiteConnection.open(.sharedMemory(name: name), library: library.location)
    let second = try SQLiteConnection.open(.sharedMemory(name: name), library: library.location)
    let other = try SQLiteConnection.open(.sharedMemory(name: name + "2"), library: library.location)
    try first.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try second.execute("INSERT INTO t VALUES (2)")
    #expect(try first.rows("SELECT a FROM t ORDER BY a") == [[1], [2]])
    #expect(try other.value("SELECT count(*) FROM sqlite_master") == 0)
    first.closeSynchronously()
    second.closeSynchronously()
    let later = try SQLiteConnection.open(.sharedMemory(name: name), library: library.location)
    #expect(try later.value("SELECT count(*) FROM sqlite_master") == 0)
  }

  @Test("A lock on shared memory is waited for", arguments: Installed.all)
  func sharedMemoryLock(_ library: SQLiteLibrary) throws {
    let name = "locked \(library.version)"
    let first = try SQLiteConnection.open(.sharedMemory(name: name), library: library.location)
    try first.execute("CREATE TABLE t (a); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .milliseconds(20)
    let second = try SQLiteConnection.open(
      .sharedMemory(name: name + "x"), library: library.location, settings: settings)
    #expect(try second.value("SELECT 1") == 1)
    let waiting = try databaseError {
      let third = try SQLiteConnection.open(
        .sharedMemory(name: name), library: library.location, settings: settings)
      try third.execute("BEGIN IMMEDIATE")
    }
    #expect(waiting.code == .busy)
    try first.execute("COMMIT")
    let fourth = try SQLiteConnection.open(.sharedMemory(name: name), library: library.location, settings: settings)
    try fourth.execute("INSERT INTO t VALUES (2)")
    #expect(try first.value("SELECT count(*) FROM t") == 2)
  }

  @Test("Many that open a new file at once, and each asks for the write-ahead log, all have it")
  func manyAtOnce() async throws {
    for library in Installed.all {
      for _ in 0..<60 {
        let folder = try TemporaryFolder()
        let path = folder.file()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask {
              try await onThread {
                let connection = try SQLiteConnection.open(
                  .file(path: path, mode: .readWriteCreate), library: library.location)
                try connection.execute("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
                connection.closeSynchronously()
              }
            }
          }
          try await group.waitForAll()
        }
        let connection = try SQLiteConnection.open(.file(path: path, mode: .readWrite), library: library.location)
        #expect(try connection.value("SELECT count(*) FROM t") == 8)
        #expect(try connection.value("PRAGMA journal_mode") == "wal")
      }
    }
  }
}
