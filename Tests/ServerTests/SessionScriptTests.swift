#if Command
import Quarry
import QuarryRemote
import TestSupport
import Testing

/// Bodies over HTTP: those that call, on a thread that waits for the server, do what those do that await.
@Suite struct RemoteSessionScriptTests {
  @Test(arguments: [true, false]) func bothWays(writes: Bool) async throws {
    try await withServer(isFile: true, limits: .patient) { (served) async throws in
      let database = try await served.overHrana()
      for seed in 0..<25 as Range<UInt64> {
        let script = SessionScript(seed: seed, writes: writes)
        let called = try await script.trace(.calling, on: database)
        let awaited = try await script.trace(.awaiting, on: database)
        #expect(called == awaited, "seed \(seed): \(script.operations)")
      }
      await database.close()
    }
  }

  /// A program that is written once gives the same on a file, in memory and over HTTP.
  @Test func oneProgramEverywhere() async throws {
    try await withServer(isFile: true, limits: .patient) { (served) async throws in
      let folder = try TemporaryFolder()
      var answers: [[[String]]] = []
      for driver in LocalDriver.engines {
        let database = try await driver.database(in: folder)
        answers.append(try await Self.program(database))
        await database.close()
      }
      let database = try await served.overHrana()
      answers.append(try await Self.program(database))
      await database.close()
      for answer in answers {
        for (here, there) in zip(answer, answers[0]) { #expect(here == there) }
      }
    }
  }

  private static func program(_ database: Database) async throws -> [[String]] {
    var traces: [[String]] = []
    for seed in 300..<312 as Range<UInt64> {
      for way in SessionScript.Way.allCases {
        let script = SessionScript(seed: seed, writes: true, usesReturning: false)
        traces.append(try await script.trace(way, on: database))
      }
    }
    return traces
  }

  /// The body that waits does so on a thread of its own; the pool's threads go on.
  @Test func theThreadsOfThePoolGoOn() async throws {
    try await withServer(isFile: true, limits: .patient) { (served) async throws in
      let database = try await served.overHrana()
      try await withThrowingTaskGroup(of: Int.self) { group in
        // More bodies than the pool has threads.
        for _ in 0..<8 {
          group.addTask {
            try await database.read { session in
              var sum = 0
              for number in 0..<20 {
                let found: [Int] = try session.fetchAll(("SELECT \(number)" as SQLFragment).values(Int.self))
                sum += found[0]
              }
              return sum
            }
          }
        }
        for try await sum in group { #expect(sum == 190) }
      }
      await database.close()
    }
  }

  /// A cancelled task ends the call that its body waits for; the connection goes on.
  @Test func cancelled() async throws {
    try await withServer(isFile: true, limits: .patient) { (served) async throws in
      let database = try await served.overHrana()
      let endless: SQLFragment =
        "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
      let begun = Protected(false)
      let task = Task {
        try await database.write { session in
          begun.withLock { $0 = true }
          return try session.fetchOne(endless.values(Int.self))
        }
      }
      #expect(try await eventually { begun.withLock { $0 } })
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      let seven: [Int] = try await database.fetchAll(("SELECT 7" as SQLFragment).values(Int.self))
      #expect(seven == [7])
      await database.close()
    }
  }
}

extension Served {
  /// The database through the driver, patiently.
  func overHrana() async throws -> Database {
    try await Database(
      HranaDriver(
        url: "http://127.0.0.1:\(client.port)", retries: .patient, connectTimeout: .seconds(300), timeout: .seconds(300)
      ))
  }
}
#endif
