import Foundation
import Quarry
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// All read marks of a file, held while short transactions follow each other closely: what they must never be in the way of.
@Suite("All read marks")
struct AllMarksTests {
  /// A file with a table, and a connection that writes to it.
  private struct Place {
    let folder: TemporaryFolder
    let library: SQLiteLibrary
    let connection: SQLiteConnection
    let insert: SQLiteStatement

    init(_ library: SQLiteLibrary) throws {
      folder = try TemporaryFolder()
      self.library = library
      var settings = SQLiteConnectionSettings()
      settings.journalMode = .writeAheadLog
      settings.synchronous = .off
      settings.busyTimeout = .seconds(10)
      connection = try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWriteCreate), library: library.location, settings: settings)
      try connection.execute("CREATE TABLE t (a)")
      insert = try #require(try connection.prepareSynchronously("INSERT INTO t VALUES (1)")?.statement)
    }

    /// Another connection, which takes no part in the marks, as those of other processes.
    func other(waits: Duration = .zero) throws -> SQLiteConnection {
      var settings = SQLiteConnectionSettings()
      settings.keepsReadMark = false
      settings.busyTimeout = waits
      return try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWrite), library: library.location, settings: settings)
    }

    /// Writes until all marks are held.
    func hold() async throws {
      try await eventually {
        for _ in 0..<200 where !connection.holdsAllMarks { _ = try insert.run() }
        return connection.holdsAllMarks
      }
    }

    var logBytes: Int {
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file() + "-wal")
      return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
  }

  @Test("Many commits in a short time hold them, and they are released after them", arguments: Installed.all)
  func commits(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try await place.hold()
    try await eventually { !place.connection.holdsAllMarks }
  }

  @Test("Transactions of several statements count as one commit", arguments: Installed.all)
  func transactions(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try await eventually {
      for _ in 0..<200 where !place.connection.holdsAllMarks {
        let begin = try #require(try place.connection.prepareSynchronously("BEGIN IMMEDIATE")?.statement)
        let commit = try #require(try place.connection.prepareSynchronously("COMMIT")?.statement)
        for statement in [begin, place.insert, place.insert, commit] { _ = try statement.run() }
      }
      return place.connection.holdsAllMarks
    }
  }

  @Test("Transactions that only read don't lead to them", arguments: Installed.all)
  func reads(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try await place.hold()
    try await eventually { !place.connection.holdsAllMarks }
    let begin = try #require(try place.connection.prepareSynchronously("BEGIN")?.statement)
    let read = try #require(try place.connection.prepareSynchronously("SELECT count(*) FROM t")?.statement)
    let commit = try #require(try place.connection.prepareSynchronously("COMMIT")?.statement)
    for _ in 0..<2_000 {
      for statement in [begin, read, commit] { _ = try statement.run() }
      #expect(!place.connection.holdsAllMarks)
    }
  }

  @Test("The log starts over although somebody else makes the checkpoints", arguments: Installed.all)
  func checkpointsOfOthers(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let other = try place.other()
    try await place.hold()
    try place.connection.execute("PRAGMA wal_autocheckpoint = 0")
    for _ in 0..<100 {
      for _ in 0..<100 { _ = try place.insert.run() }
      _ = try other.value("PRAGMA wal_checkpoint")
    }
    // Held only while the log has less than a thousand pages.
    #expect(place.logBytes < 3_000 * 4_120)
    #expect(try place.connection.value("PRAGMA wal_autocheckpoint") == .integer(0))
    #expect(try other.value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test("A setting that is made while they are held counts", arguments: Installed.all)
  func settings(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    for pages in [77, 0] as [Int64] {
      try await place.hold()
      try place.connection.execute("PRAGMA wal_autocheckpoint = \(pages)")
      for _ in 0..<300 { _ = try place.insert.run() }
      #expect(try place.connection.value("PRAGMA wal_autocheckpoint") == .integer(pages))
      // Without checkpoints the log would grow until no marks are held.
      try place.connection.execute("PRAGMA wal_autocheckpoint = 500")
    }
  }

  @Test("The locks of a connection that has the file for itself", arguments: Installed.all)
  func exclusive(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try await place.hold()
    try place.connection.execute("PRAGMA busy_timeout = 0")
    try place.connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    for _ in 0..<300 { _ = try place.insert.run() }
    try place.connection.execute("PRAGMA locking_mode = NORMAL")
    _ = try place.connection.value("SELECT count(*) FROM t")
    try await place.hold()
  }

  @Test("An attached database has its own checkpoints", arguments: Installed.all)
  func attached(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let second = place.folder.file("second.db")
    try place.connection.execute("PRAGMA wal_autocheckpoint = 50")
    try place.connection.execute("ATTACH '\(second)' AS second")
    #expect(try place.connection.value("PRAGMA second.journal_mode = WAL") == .text("wal"))
    try place.connection.execute("CREATE TABLE second.u (a)")
    let insert = try #require(try place.connection.prepareSynchronously("INSERT INTO u VALUES (1)")?.statement)
    try await place.hold()
    for _ in 0..<2_000 {
      _ = try place.insert.run()
      _ = try insert.run()
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: second + "-wal")
    #expect((attributes[.size] as? NSNumber)?.intValue ?? .max < 100 * 4_120)
    #expect(place.logBytes < 100 * 4_120)
  }

  @Test("The log starts over as often as without them", arguments: Installed.all)
  func log(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try place.connection.execute("PRAGMA wal_autocheckpoint = 50")
    try await place.hold()
    let before = try place.connection.value("SELECT count(*) FROM t")
    for _ in 0..<4_000 { _ = try place.insert.run() }
    // A page of 4,096 bytes and its header, fifty times, and some commits that came between a checkpoint and the next.
    #expect(place.logBytes < 100 * 4_120)
    #expect(try place.connection.value("PRAGMA wal_autocheckpoint") == .integer(50))
    guard case .integer(let count) = before else { return }
    #expect(try place.connection.value("SELECT count(*) FROM t") == .integer(count + 4_000))
    #expect(try place.connection.value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test("While they are held, everybody reads what was committed last", arguments: Installed.all)
  func sees(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let other = try place.other()
    let reader = try SQLiteConnection.open(
      .file(path: place.folder.file(), mode: .readWrite), role: .reader, library: library.location)
    for round in 1...50 as ClosedRange<Int64> {
      try await place.hold()
      try place.connection.execute("UPDATE t SET a = \(round) WHERE rowid = 1")
      for connection in [other, reader, place.connection] {
        #expect(try connection.value("SELECT a FROM t WHERE rowid = 1") == .integer(round))
      }
    }
  }

  @Test("A reader's snapshot stays as it is", arguments: Installed.all)
  func snapshot(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try place.connection.execute("PRAGMA wal_autocheckpoint = 20")
    try await place.hold()
    for reader in [try place.other(), try place.other(waits: .seconds(1))] {
      try reader.execute("BEGIN")
      let before = try reader.value("SELECT count(*) FROM t")
      for _ in 0..<5 {
        for _ in 0..<100 { _ = try place.insert.run() }
        try place.connection.execute("DELETE FROM t WHERE rowid % 3 = 0")
        #expect(try reader.value("SELECT count(*) FROM t") == before)
      }
      try reader.execute("COMMIT")
      #expect(try reader.value("SELECT count(*) FROM t") != before)
    }
    #expect(try place.connection.value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test("Others write, and checkpoint what is behind the marks", arguments: Installed.all)
  func others(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    let other = try place.other(waits: .seconds(10))
    try await place.hold()
    try other.execute("INSERT INTO t VALUES (3)")
    #expect(try other.value("SELECT count(*) FROM t WHERE a = 3") == .integer(1))
    // It waits until the marks are released, which takes some milliseconds.
    try await place.hold()
    #expect(try other.value("PRAGMA wal_checkpoint(TRUNCATE)") == .integer(0))
    #expect(place.logBytes == 0)
    try await place.hold()
    #expect(try place.connection.value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test("A connection of the process is never hindered", arguments: Installed.all)
  func yields(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    for sql in [
      "CREATE TABLE u (a)", "PRAGMA wal_checkpoint(TRUNCATE)", "ALTER TABLE u ADD COLUMN b", "VACUUM", "DROP TABLE u",
      "PRAGMA user_version = 5",
    ] {
      try await place.hold()
      try place.connection.execute(sql)
      #expect(!place.connection.holdsAllMarks, "\(sql)")
    }
    try await place.hold()
    let checkpoint = try place.connection.checkpoint(.truncate)
    #expect(checkpoint.logPages == 0)
    try await place.hold()
    place.insert.finalize()
    #expect(try place.connection.value("PRAGMA journal_mode = DELETE") == .text("delete"))
  }

  @Test("An observer of the log leaves its checkpoints to the engine's hook", arguments: Installed.all)
  func observed(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try place.connection.execute("PRAGMA wal_autocheckpoint = 50")
    var pages = 0
    let observer = try place.connection.onLogWrite { pages = max(pages, $0.pageCount) }
    for _ in 0..<2_000 { _ = try place.insert.run() }
    #expect(!place.connection.holdsAllMarks)
    #expect(pages >= 50 && pages < 100)
    place.connection.removeObserver(observer)
    try await place.hold()
    #expect(try place.connection.value("PRAGMA wal_autocheckpoint") == .integer(50))
  }

  @Test("Writers and readers on many threads", arguments: Installed.all)
  func many(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try place.connection.execute("PRAGMA wal_autocheckpoint = 100")
    let path = place.folder.file()
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<4 {
        group.addTask {
          var settings = SQLiteConnectionSettings()
          settings.busyTimeout = .seconds(20)
          settings.synchronous = .off
          let connection = try SQLiteConnection.open(
            .file(path: path, mode: .readWrite), role: index < 2 ? .writer : .reader, library: library.location,
            settings: settings)
          let sql = index < 2 ? "INSERT INTO t VALUES (\(index))" : "SELECT count(*) FROM t"
          let statement = try #require(try connection.prepareSynchronously(sql)?.statement)
          var last = -1
          for _ in 0..<1_000 {
            guard index >= 2 else {
              _ = try statement.run()
              continue
            }
            guard case .integer(let count) = try connection.value(sql) else { continue }
            #expect(Int(count) >= last)
            last = Int(count)
          }
          connection.closeSynchronously()
          return index < 2 ? 1_000 : 0
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(try place.connection.value("SELECT count(*) FROM t") == .integer(Int64(total)))
    #expect(try place.connection.value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test("Nothing has the file open after its connections are closed", arguments: Installed.all)
  func closing(_ library: SQLiteLibrary) async throws {
    let place = try Place(library)
    try await place.hold()
    place.insert.finalize()
    place.connection.closeSynchronously()
    #expect(!FileManager.default.fileExists(atPath: place.folder.file() + "-wal"))
  }
}
