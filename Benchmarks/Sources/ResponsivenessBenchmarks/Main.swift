import Foundation
import Quarry
import QuarrySQLite

/// Whether other tasks get the threads of Swift concurrency while statements run on their callers' threads.
///
/// Long queries run on as many tasks as there are cores, then short ones, then both. Meanwhile one task sleeps for 10 ms
/// again and again, and one looks up rows by key. If a statement blocked a thread, they would come late.
@main struct ResponsivenessBenchmarks {
  private static let sleeps = 200

  static func main() async throws {
    try await Task.detached { try await run() }.value
  }

  private static func run() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).db").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    print("| beside | a sleep of 10 ms: median, p99, most | a lookup in µs: median, p99, most |")
    print("|---|---|---|")
    for thread in [StatementThread.automatic, .connection] {
      var configuration = DatabaseConfiguration()
      configuration.statementThread = thread
      let database = try await Database(SQLiteDriver(path: path), configuration: configuration)
      try await database.execute("CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, n)")
      try await database.execute(
        """
        INSERT OR IGNORE INTO t
        WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000) SELECT x, x FROM c
        """)
      for (name, lengths) in [("long queries", [200_000]), ("short queries", [1]), ("both", [1, 200_000])] {
        try await measure("\(name), \(thread)", lengths, database)
      }
      await database.close()
    }
  }

  private static func measure(_ name: String, _ lengths: [Int], _ database: Database) async throws {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    try await withThrowingTaskGroup(of: Void.self) { group in
      for core in 0..<cores {
        group.addTask {
          var call = core
          while !Task.isCancelled {
            _ = try? await database.fetchAll(Length(lengths[call % lengths.count]))
            call += 1
          }
        }
      }
      let lookups = Task {
        var times: [Double] = []
        while !Task.isCancelled {
          times.append(try await time { _ = try? await database.fetchOne(Lookup(key: times.count % 1000)) } * 1000)
        }
        return times
      }
      var times: [Double] = []
      for _ in 0..<sleeps { times.append(try await time { try await Task.sleep(for: .milliseconds(10)) }) }
      lookups.cancel()
      group.cancelAll()
      print("| \(name) | \(summary(times)) | \(summary(try await lookups.value)) |")
    }
  }

  /// The time of a call in milliseconds.
  private static func time(_ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    return start.duration(to: .now) / .milliseconds(1)
  }

  private static func summary(_ times: [Double]) -> String {
    let sorted = times.sorted()
    guard let most = sorted.last else { return "none" }
    return [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], most].map { String(format: "%.1f", $0) }
      .joined(separator: ", ")
  }
}

/// A query that takes as long as its number is large.
private struct Length: SQLFetchable {
  let number: Int

  init(_ number: Int) { self.number = number }

  func statement(for context: SQLGenerationContext) -> SQLFragment {
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < \(number)) SELECT sum(x) FROM c"
  }

  func decode(_ row: inout SQLRowDecoder) throws -> Int { try row.decode(Int.self, coding: nil) }
}

private struct Lookup: SQLFetchable {
  let key: Int

  func statement(for context: SQLGenerationContext) -> SQLFragment { "SELECT n FROM t WHERE id = \(key)" }

  func decode(_ row: inout SQLRowDecoder) throws -> Int { try row.decode(Int.self, coding: nil) }
}
