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
    let writer = try await database.write { _ in ObjectIdentifier(Thread.current) }
    let reader = try await database.read { _ in ObjectIdentifier(Thread.current) }
    #expect(writer != reader)
    #expect(driver.threads.withLock { $0 } == [writer, reader])
    await database.close()
  }
}

/// Notes the thread on which each connection is opened.
private struct OpeningDriver: Driver {
  let base: SQLiteDriver
  let threads: Protected<[ObjectIdentifier]>

  var name: String { "opened" }
  var traits: DriverTraits { base.traits }

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
