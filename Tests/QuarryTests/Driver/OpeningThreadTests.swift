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
    let count: [Int] = try await database.fetchAll(("SELECT count(*) FROM t" as SQLFragment).values(Int.self))
    #expect(count == [0])
    await database.close()
    #expect(driver.threads.withLock { $0 } == ["quarry.opened", "quarry.opened"])
  }
}

/// Notes the name of the thread on which each connection is opened.
private struct OpeningDriver: Driver {
  let base: SQLiteDriver
  let threads: Protected<[String?]>

  var name: String { "opened" }
  var traits: DriverTraits { base.traits }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending SQLiteConnection {
    note()
    return try base.openSynchronously(role)
  }

  private func note() {
    let name = Thread.current.name
    threads.withLock { $0.append(name) }
  }
}
