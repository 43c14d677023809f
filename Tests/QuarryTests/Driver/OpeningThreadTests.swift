import Foundation
import Quarry
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

/// A connection is opened on the thread that it runs on, so that a lock or a key that takes its time holds up nobody else.
@Suite struct OpeningThreadTests {
  @Test func writersAndReaders() async throws {
    let folder = try TemporaryFolder()
    let driver = OpeningDriver(base: SQLiteDriver(path: folder.file("t.db")), threads: Protected([]))
    let database = try await Database(driver)
    try await database.execute("CREATE TABLE t (n)")
    // Bodies that do not suspend run on their connection's thread.
    let writer = try await database.write { (session: SQLSession) in ObjectIdentifier(Thread.current) }
    let reader = try await database.read { (session: SQLSession) in ObjectIdentifier(Thread.current) }
    #expect(writer != reader)
    #expect(driver.threads.withLock { $0 } == [writer, reader])
    await database.close()
  }

  /// More openings than the pool of Swift's concurrency has threads wait for a lock, which is only released when others have
  /// run all the while: were a thread of the pool blocked by each, nobody would be left to release it.
  @Test func lockedFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("locked.db")
    // Without a write-ahead log, an exclusive lock keeps readers out too.
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .seconds(60)
    settings.journalMode = .delete
    let owner = try SQLContext(SQLiteDriver(path: path, settings: settings))
    try owner.execute("CREATE TABLE t (n)")
    let count = 8 * max(1, ProcessInfo.processInfo.activeProcessorCount / 8)
    var gaps: [Duration] = []
    // A busy machine delays everybody: one quiet round is enough, and none is quiet when openings block the pool.
    for _ in 0..<5 {
      try owner.execute("BEGIN EXCLUSIVE")
      let driver = OpeningDriver(
        base: SQLiteDriver(path: path, settings: settings), threads: Protected([]))
      let openings = Task {
        try await withThrowingTaskGroup(of: Database.self) { group in
          for _ in 0..<count { group.addTask { try await Database(driver) } }
          for try await database in group { await database.close() }
        }
      }
      try await eventually { driver.threads.withLock { $0.count } == count }
      let gap = try await longestGap()
      try owner.execute("ROLLBACK")
      try await openings.value
      gaps.append(gap)
      if gap < .milliseconds(50) { break }
    }
    #expect(gaps.min() ?? .seconds(60) < .milliseconds(50), "\(gaps)")
  }

  /// The longest time between two of some ticks of 10 ms on the pool.
  @concurrent private func longestGap() async throws -> Duration {
    var longest = Duration.zero
    var last = ContinuousClock.now
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(10))
      let now = ContinuousClock.now
      longest = max(longest, now - last)
      last = now
    }
    return longest
  }
}

/// Notes the thread on which each connection is opened.
private struct OpeningDriver: ForwardingDriver {
  let base: SQLiteDriver
  let threads: Protected<[ObjectIdentifier]>

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending SQLiteConnection {
    note()
    return try base.openSynchronously(role)
  }

  private func note() {
    let thread = ObjectIdentifier(Thread.current)
    threads.withLock { $0.append(thread) }
  }
}
