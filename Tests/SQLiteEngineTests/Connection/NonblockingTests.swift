import Foundation
import Quarry
import QuarrySQLiteEngine
import TestSupport
import Testing

/// Statements that end instead of blocking their thread.
@Suite struct NonblockingTests {
  private func open(
    _ library: SQLiteLibrary, _ folder: TemporaryFolder, _ change: (inout SQLiteConnectionSettings) -> Void = { _ in }
  ) throws -> SQLiteConnection {
    var settings = SQLiteConnectionSettings()
    change(&settings)
    return try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readWriteCreate), library: library.location, settings: settings)
  }

  @Test(arguments: Installed.all) func whatCanRun(_ library: SQLiteLibrary) throws {
    func statements(
      _ sql: String = "", _ change: (inout SQLiteConnectionSettings) -> Void = { _ in }
    ) throws -> NonblockingStatements {
      let folder = try TemporaryFolder()
      let connection = try open(library, folder, change)
      defer { withExtendedLifetime(folder) {} }
      try connection.execute(sql)
      return connection.nonblockingStatements
    }
    #expect(try statements() == .all)
    #expect(try statements { $0.synchronous = .off } == .all)
    #expect(try statements { $0.synchronous = .full } == .reads)
    #expect(try statements { $0.synchronous = .extra } == .reads)
    #expect(try statements { $0.journalMode = .delete } == .reads)
    #expect(try statements("PRAGMA synchronous = 2") == .reads)
    #expect(try statements("ATTACH ':memory:' AS other") == .reads)
    #expect(try statements("CREATE TEMP TABLE t (a)") == .all)
    #expect(try statements("BEGIN") == .none)
    #expect(try library.openMemory().nonblockingStatements == .all)
    let shared = try SQLiteConnection.open(.sharedMemory(name: UUID().uuidString), library: library.location)
    #expect(shared.nonblockingStatements == .none)
    let folder = try TemporaryFolder()
    let connection = try open(library, folder)
    let id = try connection.onCommit { true }
    #expect(connection.nonblockingStatements == .none)
    connection.removeObserver(id)
    #expect(connection.nonblockingStatements == .all)
    try connection.addFunction("f") { _ in .null }
    #expect(connection.nonblockingStatements == .none)
    connection.closeSynchronously()
    #expect(connection.nonblockingStatements == .none)
    #expect(!connection.beginNonblocking(isReadOnly: true))
  }

  @Test(arguments: Installed.all) func aLockStops(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let connection = try open(library, folder)
    try connection.execute("CREATE TABLE t (a)")
    #expect(connection.nonblockingStatements == .all)
    let other = try open(library, folder)
    try other.execute("BEGIN IMMEDIATE")
    // Without a time limit: were the wait not left out, the test would not end.
    connection.busyTimeout = .seconds(1_000_000)
    #expect(connection.beginNonblocking(isReadOnly: false))
    let error = try databaseError { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(error.code == .busy && error.outcome == .notApplied)
    #expect(connection.endNonblocking() == NonblockingResult(wasStopped: true))
    try other.execute("COMMIT")
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(connection.beginNonblocking(isReadOnly: false))
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(connection.endNonblocking() == NonblockingResult())
  }

  @Test(arguments: Installed.all) func aLongStatementStops(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (a)")
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
    for sql in [endless + "SELECT count(*) FROM c", endless + "INSERT INTO t SELECT x FROM c"] {
      #expect(connection.beginNonblocking(isReadOnly: false))
      let error = try databaseError { try connection.execute(sql) }
      #expect(error.code == .interrupted && error.outcome == .notApplied)
      #expect(connection.endNonblocking() == NonblockingResult(wasStopped: true))
      #expect(try connection.value("SELECT count(*) FROM t") == 0)
    }
  }

  @Test(arguments: Installed.all) func aCanceledTaskEnds(_ library: SQLiteLibrary) async throws {
    let library = library
    let outcome = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let connection = try library.openMemory()
      #expect(connection.beginNonblocking(isReadOnly: true))
      let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
      #expect(try databaseError { try connection.execute(endless) }.code == .interrupted)
      return connection.endNonblocking()
    }.value
    #expect(!outcome.wasStopped)
  }

  @Test(arguments: Installed.all, [5, 0]) func checkpointsArePostponed(_ library: SQLiteLibrary, _ limit: Int) throws {
    let folder = try TemporaryFolder()
    let connection = try open(library, folder)
    try connection.execute("PRAGMA wal_autocheckpoint = \(limit); CREATE TABLE t (a)")
    #expect(connection.nonblockingStatements == .all)
    var postponed = 0
    var refused = 0
    for _ in 0..<40 {
      guard connection.beginNonblocking(isReadOnly: false) else {
        refused += 1
        try connection.execute("INSERT INTO t VALUES (zeroblob(5000))")
        continue
      }
      try connection.execute("INSERT INTO t VALUES (zeroblob(5000))")
      guard connection.endNonblocking().hasPostponedWork else { continue }
      postponed += 1
      connection.finishPostponedWork()
      // The next commit begins the log anew, and waits for the disk.
      #expect(!connection.beginNonblocking(isReadOnly: false))
      try connection.execute("INSERT INTO t VALUES (zeroblob(5000))")
    }
    let pages = (try FileManager.default.attributesOfItem(atPath: folder.file() + "-wal")[.size] as? Int ?? 0) / 4096
    if limit == 0 {
      #expect(postponed == 0 && refused == 0 && pages > 80)
    } else {
      #expect(postponed > 2 && pages < 20)
    }
    // The engine's own hook is back.
    #expect(try connection.value("PRAGMA wal_autocheckpoint") == .integer(Int64(limit)))
  }
}
