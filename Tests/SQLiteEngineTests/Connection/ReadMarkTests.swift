import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// The read mark that is held while short reads follow each other closely: what it must never be in the way of.
@Suite("Read mark")
struct ReadMarkTests {
  /// A file with a table, and a connection to it.
  private struct Place {
    let folder: TemporaryFolder
    let library: SQLiteLibrary
    let connection: SQLiteConnection

    init(_ library: SQLiteLibrary, journal: SQLiteJournalMode = .writeAheadLog) throws {
      folder = try TemporaryFolder()
      self.library = library
      var settings = SQLiteConnectionSettings()
      settings.journalMode = journal
      settings.busyTimeout = .zero
      connection = try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWriteCreate), library: library.location, settings: settings)
      try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    }

    /// Another connection, which takes no part in the mark and doesn't wait.
    func other() throws -> SQLiteConnection {
      var settings = SQLiteConnectionSettings()
      settings.keepsReadMark = false
      settings.busyTimeout = .zero
      return try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWrite), library: library.location, settings: settings)
    }

    /// Asks for the mark until it's held.
    func hold() async throws {
      try await eventually {
        #expect(connection.askForReadMark())
        return connection.holdsReadMark
      }
    }
  }

  @Test("Many reads in a short time hold it, and it is let go after them", arguments: Installed.all)
  func reads(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let statement = try #require(try place.connection.prepareSynchronously("SELECT a FROM t")?.statement)
    try await eventually {
      for _ in 0..<200 { _ = try statement.run() }
      return place.connection.holdsReadMark
    }
    try await eventually { !place.connection.holdsReadMark }
  }

  @Test("While it is held the log can't start over, and afterwards it can", arguments: Installed.all)
  func restarts(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let other = try place.other()
    var count: Int64 = 0
    try await eventually {
      count += 1
      try other.execute("INSERT INTO t VALUES (\(count))")
      try await place.hold()
      return try other.value("PRAGMA wal_checkpoint(RESTART)") == .integer(1)
    }
    try await eventually { !place.connection.holdsReadMark }
    #expect(try other.value("PRAGMA wal_checkpoint(TRUNCATE)") == .integer(0))
  }

  @Test("A connection of the process that writes is never hindered", arguments: Installed.all)
  func writes(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    for sql in [
      "INSERT INTO t VALUES (1)", "PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "DROP TABLE t",
      "PRAGMA journal_mode = DELETE",
    ] {
      try await place.hold()
      try place.connection.execute(sql)
      #expect(!place.connection.holdsReadMark, "\(sql)")
    }
    #expect(try place.connection.value("PRAGMA journal_mode") == .text("delete"))
  }

  @Test("Reads see what others commit while it is held", arguments: Installed.all)
  func sees(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let other = try place.other()
    for count in 1...200 as ClosedRange<Int64> {
      if count % 20 == 0 { try await place.hold() } else { _ = place.connection.askForReadMark() }
      try other.execute("UPDATE t SET a = \(count)")
      #expect(try place.connection.value("SELECT a FROM t") == .integer(count))
    }
  }

  @Test("Nothing has the file open after its connections are closed", arguments: Installed.all)
  func closing(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let second = try SQLiteConnection.open(
      .file(path: place.folder.file(), mode: .readWrite), role: .reader, library: library.location)
    try await place.hold()
    place.connection.closeSynchronously()
    #expect(!place.connection.holdsReadMark && !place.connection.askForReadMark())
    try await eventually {
      #expect(second.askForReadMark())
      return second.holdsReadMark
    }
    second.closeSynchronously()
    // The last one to close removes the log.
    #expect(!FileManager.default.fileExists(atPath: place.folder.file() + "-wal"))
    #if os(Linux)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(!open.contains { $0.hasPrefix(place.folder.file()) })
    #endif
  }

  @Test("Many files and connections at once", arguments: Installed.all)
  func many(_ library: SQLiteLibrary) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for round in 0..<20 {
            let place = try Place(library)
            let readers = try (0..<3).map { _ in
              try SQLiteConnection.open(
                .file(path: place.folder.file(), mode: .readWrite), role: .reader, library: library.location)
            }
            for reader in readers { _ = reader.askForReadMark() }
            try place.connection.execute("INSERT INTO t VALUES (\(round))")
            for reader in readers { #expect(try reader.value("SELECT count(*) FROM t") == .integer(2)) }
            if round % 2 == 0 { place.connection.closeSynchronously() }
            for reader in readers { reader.closeSynchronously() }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("There is none without a write-ahead log, in memory, for an encrypted file, and if the setting is off")
  func exceptions() throws {
    for library in Installed.all {
      #expect(try !Place(library, journal: .delete).connection.askForReadMark())
      #expect(try !library.openMemory().askForReadMark())
      let place = try Place(library)
      #expect(try !place.other().askForReadMark())
    }
    guard let cipher = try? Installed.sqlCipher.get() else { return }
    let folder = try TemporaryFolder()
    let encrypted = try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readWriteCreate), library: cipher.location,
      encryption: SQLCipherEncryption(key: .passphrase("secret")))
    #expect(!encrypted.askForReadMark())
  }

  @Test("URLs switch it off", arguments: ["sqlite:a.db?mode=rw", "sqlcipher:a.db?key-env=KEY"])
  func option(_ url: String) throws {
    let environment = DriverEnvironment(variable: { ["KEY": "secret"][$0] })
    let registry = DriverRegistry([.sqlite, .sqlcipher])
    func isOn(_ option: String) throws -> Bool? {
      let driver = try registry.driver(url: url + option, environment: environment)
      return (driver as? SQLiteDriver)?.settings.keepsReadMark ?? (driver as? SQLCipherDriver)?.settings.keepsReadMark
    }
    #expect(try isOn("") == true)
    #expect(try isOn("&read-mark=on") == true)
    #expect(try isOn("&read-mark=off") == false)
    #expect(try databaseError { _ = try isOn("&read-mark=maybe") }.code == .invalidConfiguration)
  }
}
