import Foundation
import QuarrySQLiteEngine
import Testing
import TestSupport

@testable import Quarry

/// Members that are canceled, and databases that are closed.
@Suite("Writes that wait together: their ends")
struct GroupEndTests {
  private static func insert(_ number: Int) -> @Sendable (Database) async throws -> Void {
    { _ = try await $0.run(OneStatement("INSERT INTO t VALUES (\(number))")) }
  }

  @Test(
    "Who is canceled while waiting goes on at once, and nothing of it is left", arguments: [0, 4, 9],
    WriterWay.allCases)
  func cancelledWaiting(_ victim: Int, _ way: WriterWay) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder, way: way)
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    let operations = (0..<10).map { number -> @Sendable (Database) async throws -> Void in
      { _ = try await $0.run(way(OneStatement("INSERT INTO t VALUES (\(number))"))) }
    }
    let results = try await line.run(operations) { tasks in
      tasks[victim].cancel()
      await #expect(throws: CancellationError.self) { try await tasks[victim].value }
      #expect(line.waiting == 10)
    }
    for (index, result) in results.enumerated() where index != victim { try result.get() }
    #expect(try await line.rows("SELECT n FROM t") == (0..<10).filter { $0 != victim }.map { [.integer(Int64($0))] })
    await line.database.close()
  }

  @Test("Who is canceled while running loses only its own statement", arguments: LocalDriver.engines, [0, 4, 9])
  func cancelledRunning(_ place: LocalDriver, _ victim: Int) async throws {
    let folder = try TemporaryFolder()
    let reached = Shared(false)
    let line = try await WriterLine(place, in: folder) { connection in
      try connection.addFunction("reached", argumentCount: 0) { _ in
        reached.set(true)
        return 1
      }
    }
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    let endless: SQLFragment = """
      INSERT INTO t WITH RECURSIVE c(n) AS (SELECT reached() UNION ALL SELECT n + 1 FROM c) SELECT -count(*) FROM c
      """
    let running = Shared<Task<Void, any Error>?>(nil)
    let canceller = Task {
      try await eventually { reached.value && running.value != nil }
      running.value?.cancel()
    }
    let operations = (0..<10).map { number -> @Sendable (Database) async throws -> Void in
      if number == victim { return { _ = try await $0.run(OneStatement(endless)) } }
      return Self.insert(number)
    }
    let results = try await line.run(operations) { running.set($0[victim]) }
    try await canceller.value
    for (index, result) in results.enumerated() {
      if index == victim {
        #expect(throws: CancellationError.self) { try result.get() }
      } else {
        try result.get()
      }
    }
    #expect(try await line.rows("SELECT n FROM t") == (0..<10).filter { $0 != victim }.map { [.integer(Int64($0))] })
    await line.database.close()
  }

  @Test("Closing tells those who wait, and nothing of them is left", arguments: WriterWay.allCases)
  func closing(_ way: WriterWay) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder, way: way)
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    let (entered, released) = (Shared(false), Shared(false))
    let holder = Task {
      try await line.database.write { (_: SQLSession) in
        entered.set(true)
        while !released.value { Thread.sleep(forTimeInterval: 0.0005) }
      }
    }
    try await eventually { entered.value }
    let tasks = (0..<20).map { number in
      Task { _ = try await line.database.run(way(OneStatement("INSERT INTO t VALUES (\(number))"))) }
    }
    try await eventually { line.waiting == 20 }
    await line.database.close()
    for task in tasks {
      #expect(try await databaseError { try await task.value }.code == .connectionClosed)
    }
    released.set(true)
    try await holder.value
    let again = try await WriterLine(.sqlite, in: folder)
    #expect(try await again.rows("SELECT n FROM t").isEmpty)
    await again.database.close()
  }

  @Test("Observers learn of a shared commit once, before any caller goes on")
  func observation() async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder)
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    try await line.database.execute("CREATE TABLE u (n INTEGER)")
    let observer = ChangeObserver(line.database.hub)
    let before = line.database.hub.number
    let results = try await line.run(
      (0..<20).map { number in
        { database -> UInt64 in
          _ = try await database.run(
            OneStatement(number % 2 == 0 ? "INSERT INTO t VALUES (1)" : "INSERT INTO u VALUES (1)"))
          return database.hub.number
        }
      })
    let seen = try results.map { try $0.get() }
    // The command before the group announces nothing new: it deletes nothing, but that is known only of its table.
    let last = line.database.hub.number
    #expect(last - before <= 2)
    #expect(seen.allSatisfy { $0 == last })
    let regions = line.database.hub.changes(since: last - 1, for: .init(region: .everything, hearsOthers: false)).region
    #expect(regions.tables.keys.count == 2)
    withExtendedLifetime(observer) {}
    await line.database.close()
  }
}
