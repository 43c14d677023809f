#if Telemetry
import Tracing
import Logging
import InMemoryTracing
import InMemoryLogging
import CoreMetrics
import MetricsTestKit
import Quarry
import TestSupport
import Testing

/// Which metrics there are, and what they count.
@Suite("Metrics") struct MetricsTests {
  @Test("Calls are timed by operation, table and error", arguments: WatchedDriver.installed)
  func durations(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    let database = watched.database
    try await database.execute("CREATE TABLE t (a UNIQUE)")
    for number in 0..<3 { try await database.execute("INSERT INTO t VALUES (\(number))") }
    await #expect(throws: DatabaseError.self) { try await database.execute("INSERT INTO t VALUES (1)") }
    _ = try await database.fetchAll(("SELECT a FROM t" as SQLFragment).rows())
    let timers = watched.metrics.timers(label: "db.client.operation.duration")
    let inserts = timers.filter { $0["db.operation.name"] == "INSERT" }
    #expect(inserts.filter { $0["error.type"] == nil }.map { $0.values.count } == [3])
    #expect(inserts.filter { $0["error.type"] == DatabaseError.Code.constraintUnique.rawValue }.count == 1)
    #expect(inserts.allSatisfy { $0["db.collection.name"] == "t" && $0["db.system.name"] == "sqlite" })
    #expect(timers.flatMap(\.values).allSatisfy { $0 > 0 })
    let rows = watched.metrics.recorders(label: "db.client.response.returned_rows")
    #expect(rows.filter { $0["db.operation.name"] == "SELECT" }.flatMap(\.values) == [3])
    await watched.end()
  }

  @Test("Transactions are timed by their end", arguments: WatchedDriver.installed)
  func transactions(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    try await watched.database.write { (_: SQLSession) in }
    await #expect(throws: Refused.self) {
      try await watched.database.write { (_: DatabaseTransaction) in throw Refused() }
    }
    let timers = watched.metrics.timers(label: "quarry.transaction.duration")
    #expect(Set(timers.map { $0["outcome"] }) == ["committed", "rolled_back"])
    #expect(timers.allSatisfy { $0.values.count == 1 })
    await watched.end()
  }

  @Test("The pool is counted", arguments: WatchedDriver.installed)
  func pool(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    try await watched.database.read { (_: DatabaseTransaction) in }
    try await watched.database.write { (_: DatabaseTransaction) in }
    let metrics = watched.metrics
    #expect(metrics.timers(label: "db.client.connection.create_time").contains { !$0.values.isEmpty })
    #expect(metrics.timers(label: "db.client.connection.use_time").contains { !$0.values.isEmpty })
    #expect(metrics.timers(label: "db.client.connection.wait_time").contains { !$0.values.isEmpty })
    let counts = metrics.recorders(label: "db.client.connection.count")
    #expect(Set(counts.map { $0["db.client.connection.state"] }) == ["idle", "used"])
    // Everything was given back.
    #expect(counts.filter { $0["db.client.connection.state"] == "used" }.allSatisfy { $0.values.last == 0 })
    let pools = Set(counts.map { $0["db.client.connection.pool.name"] })
    #expect(pools.count == (driver == .memory ? 1 : 2))
    await watched.end()
  }

  @Test("A caller that stops waiting is counted") func timeouts() async throws {
    let watched = try await Watched(.memory)
    let database = watched.database
    let metrics = watched.metrics
    try await database.write { (_: DatabaseTransaction) in
      let waiting = Task.detached { try await database.execute("SELECT 1") }
      try await eventually {
        metrics.recorders(label: "db.client.connection.pending_requests").contains { $0.values.contains { $0 > 0 } }
      }
      waiting.cancel()
      _ = await waiting.result
    }
    #expect(watched.metrics.counterTotal(label: "db.client.connection.timeouts") >= 1)
    await watched.end()
  }

  @Test("Kept statements are hits") func cache() async throws {
    let watched = try await Watched(.memory)
    for _ in 0..<5 { try await watched.database.execute("SELECT 1") }
    #expect(watched.metrics.counterTotal(label: "quarry.statement_cache.hits") == 4)
    #expect(watched.metrics.counterTotal(label: "quarry.statement_cache.misses") == 1)
    await watched.end()
  }
}

/// What has dimensions; the protocol of the kit does not say so.
protocol Dimensioned { var dimensions: [(String, String)] { get } }

extension TestTimer: Dimensioned {}
extension TestRecorder: Dimensioned {}

extension Dimensioned {
  subscript(_ dimension: String) -> String? { dimensions.first { $0.0 == dimension }?.1 }
}
#endif
