import Foundation
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

@testable import Quarry

/// Statements on their callers' threads beside all else that happens to a connection.
@Suite struct CallersThreadLifeTests {
  /// A lease that is used after its return is the program's mistake, but never two threads use one session.
  @Test func aReturnedLeaseInUse() async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(.sqlite, folder, threads, DatabaseConfiguration(maximumReaders: 1))
    let query = TracedQuery("SELECT n FROM t WHERE id = 1", threads)
    try await database.warm(query)
    let (entered, release) = (Shared(false), Shared(false))
    let lease = try await database.lease(.reader)
    let work = Task {
      try await lease.withSession { session in
        entered.set(true)
        while !release.value { Thread.sleep(forTimeInterval: 0.001) }
        return try session.fetchOne(Values("SELECT 7"))
      }
    }
    try await eventually { entered.value }
    await lease.giveBack()
    query.places.set([])
    let call = Task { try await database.fetchAll(query) }
    // The call is on its way to the connection's thread, which is not free.
    for _ in 0..<10 { await Task.yield() }
    release.set(true)
    #expect(try await call.value == [.integer(10)])
    #expect(query.places.value == [.connection])
    #expect(try await work.value == 7)
    await database.close()
  }

  @Test(arguments: LocalDriver.engines) func closingMeanwhile(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(driver, folder, threads)
    let query = TracedQuery("SELECT n FROM t WHERE id = 1", threads)
    let command = TracedCommand(threads, "UPDATE t SET n = n WHERE id = 1")
    try await database.warm(query)
    try await database.warm(command)
    let calls = Shared(0)
    let ends = try await withThrowingTaskGroup(of: DatabaseError.Code?.self) { group in
      for task in 0..<4 {
        group.addTask {
          do {
            while true {
              if task % 2 == 0 {
                #expect(try await database.fetchAll(query) == [.integer(10)])
              } else {
                #expect(try await database.run(command).changes == [1])
              }
              calls.update { $0 += 1 }
            }
          } catch {
            return (error as? DatabaseError)?.code
          }
        }
      }
      try await eventually { calls.value > 200 }
      await database.close()
      var ends: [DatabaseError.Code?] = []
      for try await end in group { ends.append(end) }
      return ends
    }
    #expect(ends == Array(repeating: .connectionClosed, count: 4))
  }

  /// Automatic checkpoints keep the log small wherever writes run, at the number of pages that the program sets.
  @Test func checkpoints() async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(
      .sqlite, folder, threads, DatabaseConfiguration(connectionSQL: ["PRAGMA wal_autocheckpoint = 20"]))
    let command = TracedCommand(threads, "INSERT INTO t (n) VALUES (randomblob(3000))")
    try await database.warm(command)
    command.places.set([])
    for _ in 0..<300 { _ = try await database.run(command) }
    #expect(command.places.value.count { $0 == .caller } > 200)
    let log = folder.file(LocalDriver.sqlite.fileName) + "-wal"
    let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0
    #expect(size < 100 * 4096)
    let pages = try await database.withoutTransaction { session in
      try session.fetchOne(Values("PRAGMA wal_autocheckpoint"))
    }
    #expect(pages == 20)
    await database.close()
  }
}
