import Foundation
import Quarry
import QuarrySQLiteEngine
import Synchronization
import Testing
import TestSupport

/// Interrupts a connection again and again, on a thread of its own: the test blocks the one that it runs on.
final class Interrupter: Sendable {
  private let isStopped = Atomic<Bool>(false)

  init(_ handle: any InterruptHandle) {
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        Thread.sleep(forTimeInterval: 0.005)
        handle.interrupt()
      }
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}

@Suite("SQLite connections")
struct ConnectionTests {
  @Test("S22: after closing, every call answers that the connection is closed", arguments: Installed.all)
  func closed(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
    let statement = try #require(try connection.prepareSynchronously("SELECT a FROM t WHERE a > ?")).statement
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 1)
    try statement.start([0])
    _ = try statement.stepSynchronously(into: batch, limit: 1)
    let handle = connection.interruptHandle
    connection.closeSynchronously()
    connection.closeSynchronously()
    handle.interrupt()
    #expect(connection.isClosed)
    #expect(connection.transactionStatus == .unknown)
    #expect(try databaseError { _ = try connection.prepareSynchronously("SELECT 1") }.code == .connectionClosed)
    #expect(try databaseError { try statement.start([0]) }.code == .connectionClosed)
    #expect(try databaseError { _ = try statement.stepSynchronously(into: batch, limit: 1) }.code == .connectionClosed)
    #expect(statement.parameterNames.isEmpty)
    statement.reset()
    statement.finalize()
    statement.finalize()
  }

  @Test("S28: a connection that is forgotten closes itself and lets its lock go")
  func forgotten() throws {
    let folder = try TemporaryFolder()
    func forget() throws {
      let connection = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWriteCreate))
      try connection.execute("CREATE TABLE t (a); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
      let statement = try #require(try connection.prepareSynchronously("SELECT * FROM t")).statement
      try statement.start([])
    }
    try forget()
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .zero
    let next = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite), settings: settings)
    try next.execute("INSERT INTO t VALUES (2)")
    #expect(try next.rows("SELECT a FROM t") == [[2]])
  }

  @Test("S34: a lock is waited for as long as the busy timeout says")
  func busyTimeout() throws {
    let folder = try TemporaryFolder()
    let holder = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWriteCreate))
    try holder.execute("CREATE TABLE t (a); BEGIN IMMEDIATE")
    var settings = SQLiteConnectionSettings()
    #expect(settings.busyTimeout == .seconds(5))
    settings.busyTimeout = .milliseconds(30)
    let waiting = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite), settings: settings)
    var error: DatabaseError?
    let time = try ContinuousClock().measure {
      error = try databaseError { try waiting.execute("INSERT INTO t VALUES (1)") }
    }
    #expect(error?.code == .busy)
    #expect(error?.engineCode == .busy)
    #expect(error?.isRetrySafe == true)
    #expect(time >= .milliseconds(30))
    try holder.execute("COMMIT")
    try waiting.execute("INSERT INTO t VALUES (1)")
  }

  @Test("Interrupting ends the running statement and no later one", arguments: Installed.all)
  func interrupt(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let handle = connection.interruptHandle
    handle.interrupt()
    #expect(try connection.value("SELECT 1") == 1)
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let ender = Interrupter(handle)
    let error = try databaseError { _ = try connection.rows(endless) }
    ender.stop()
    #expect(error.code == .interrupted)
    while true {
      // The thread may have been about to interrupt once more.
      if let value = try? connection.value("SELECT 1") {
        #expect(value == 1)
        break
      }
    }
  }

  @Test("Interrupting ends the wait for a lock")
  func interruptWaiting() throws {
    let folder = try TemporaryFolder()
    let holder = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWriteCreate))
    try holder.execute("CREATE TABLE t (a); BEGIN IMMEDIATE")
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .seconds(60)
    let waiting = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite), settings: settings)
    let handle = waiting.interruptHandle
    let ender = Interrupter(handle)
    let error = try databaseError { try waiting.execute("INSERT INTO t VALUES (1)") }
    ender.stop()
    #expect(error.code == .interrupted)
    try holder.execute("ROLLBACK")
    try waiting.execute("INSERT INTO t VALUES (1)")
  }

  @Test("Capabilities tell the engine, its limits and the way transactions work", arguments: Installed.all)
  func capabilities(_ library: SQLiteLibrary) throws {
    let capabilities = try library.openMemory().capabilities
    #expect(capabilities.engine.version.number == library.versionNumber)
    #expect(capabilities.engine.sourceID == library.sourceID)
    #expect(capabilities.transactions == .interactive)
    #expect(capabilities.exactIntegers && capabilities.blobs && capabilities.infinities && capabilities.attach)
    #expect(!capabilities.encrypted && !capabilities.parallelReaders)
    #expect(capabilities.limits.parameters >= 999)
    #expect(capabilities.limits.columns == 2000)
  }
}
