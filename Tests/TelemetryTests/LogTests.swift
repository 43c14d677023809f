#if Telemetry
import Foundation
import Tracing
import MetricsTestKit
import InMemoryTracing
import InMemoryLogging
import Logging
@testable import Quarry
import TestSupport
import Testing

/// What a database logs, at which level, under which names.
@Suite("Logs") struct LogTests {
  @Test("Every statement has a line at trace", arguments: WatchedDriver.installed)
  func statements(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver, instruments: false)
    let database = watched.database
    try await database.execute("CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT)")
    try await database.execute("INSERT INTO artist VALUES (\(1), \(Canary.text)), (2, 'b')")
    watched.log.clear()
    _ = try await database.fetchAll(("SELECT name FROM artist WHERE id < \(9)" as SQLFragment).rows())
    let entry = try #require(watched.entries("statement").first)
    #expect(entry.level == .trace)
    #expect(entry.metadata["db.query.text"] == "SELECT name FROM artist WHERE id < ?")
    #expect(entry.metadata["db.operation.name"] == "SELECT")
    #expect(entry.metadata["db.response.returned_rows"] == "2")
    #expect(entry.metadata["duration_us"].flatMap { Int("\($0)") } != nil)
    #expect(entry.metadata["quarry.connection.id"].flatMap { Int("\($0)") } != nil)
    await watched.end()
  }

  @Test(
    "Statements of bodies of both kinds, of batches, scripts and streams are lines", arguments: WatchedDriver.installed)
  func everyWayIn(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver, instruments: false)
    let database = watched.database
    try await database.execute("CREATE TABLE t (a)")
    watched.log.clear()
    try await database.write { (session: SQLSession) in try session.execute("INSERT INTO t VALUES (1)") }
    try await database.write { (body: DatabaseTransaction) in try await body.execute("INSERT INTO t VALUES (2)") }
    try await database.executeScript("INSERT INTO t VALUES (3); INSERT INTO t VALUES (4);")
    try await database.batch { $0.execute("INSERT INTO t VALUES (5)") }
    for try await _ in database.rows(("SELECT a FROM t" as SQLFragment).rows()) {}
    try await database.withoutTransaction { try $0.execute("INSERT INTO t VALUES (6)") }
    let lease = try await database.lease()
    let handler = StatementHandler(values: { _ in [] }, receive: { _ in })
    try await lease.run("INSERT INTO t VALUES (7)", handler)
    await lease.giveBack()
    let lines = watched.entries("statement")
    #expect(lines.filter { $0.metadata["db.query.text"] == "INSERT INTO t VALUES (?)" }.count == 7)
    let select = try #require(lines.first { $0.metadata["db.operation.name"] == "SELECT" })
    #expect(select.metadata["db.response.returned_rows"] == "5")
    #expect(lines.contains { $0.metadata["db.operation.name"] == "BEGIN" })
    #expect(lines.contains { $0.metadata["db.operation.name"] == "COMMIT" })
    await watched.end()
  }

  @Test("A statement that fails says how, and not why", arguments: WatchedDriver.installed)
  func failures(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver, instruments: false)
    try await watched.database.execute("CREATE TABLE t (a UNIQUE)")
    try await watched.database.execute("INSERT INTO t VALUES (\(Canary.text))")
    watched.log.clear()
    await #expect(throws: DatabaseError.self) {
      try await watched.database.write { (body: DatabaseTransaction) in
        try await body.execute("INSERT INTO t VALUES (\(Canary.text))")
      }
    }
    let line = try #require(watched.entries("statement").first { $0.metadata["error.type"] != nil })
    #expect(line.metadata["error.type"] == "\(DatabaseError.Code.constraintUnique.rawValue)")
    #expect(line.metadata["db.response.status_code"] == "2067")
    let rolledBack = try #require(watched.entries("transaction rolled back").first)
    #expect(rolledBack.level == .debug)
    #expect(rolledBack.metadata["error.type"] == "\(DatabaseError.Code.constraintUnique.rawValue)")
    #expect(!watched.everything.contains(Canary.text))
    await watched.end()
  }

  @Test("A text that cannot be prepared is a line too", arguments: WatchedDriver.installed)
  func unprepared(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver, instruments: false)
    watched.log.clear()
    await #expect(throws: DatabaseError.self) { try await watched.database.execute("SELEC 1") }
    #expect(watched.entries("statement").first?.metadata["error.type"] != nil)
    await watched.end()
  }

  @Test("Openings and closings are lines at debug, and nothing else is", arguments: WatchedDriver.installed)
  func life(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver, level: .debug, instruments: false)
    try await watched.database.execute("CREATE TABLE t (a)")
    await watched.end()
    #expect(watched.log.entries.allSatisfy { $0.level == .debug })
    let opened = try #require(watched.entries("database opened").first)
    #expect(opened.metadata["db.system.name"] == "sqlite")
    #expect(opened.metadata["db.namespace"] == (driver == .memory ? nil : "music.db"))
    #expect(opened.metadata["quarry.engine.version"] != nil)
    #expect(watched.entries("connection opened").first?.metadata["quarry.connection.role"] == "writer")
    #expect(watched.entries("database closed").count == 1)
    #expect(watched.entries("statement").isEmpty)
  }

  @Test("Nothing is logged at info where all is well", arguments: WatchedDriver.installed)
  func quiet(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver, level: .info, instruments: false)
    try await watched.database.execute("CREATE TABLE t (a)")
    try await watched.database.write { (session: SQLSession) in try session.execute("INSERT INTO t VALUES (1)") }
    await watched.end()
    #expect(watched.log.entries.isEmpty)
  }

  @Test("Slow statements are lines at info, ten a second", arguments: WatchedDriver.installed)
  func slow(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver, level: .info, instruments: false) { $0.slowStatementThreshold = .zero }
    for _ in 0..<40 { try await watched.database.execute("SELECT 1") }
    let lines = watched.entries("slow statement")
    // A second can end among them.
    #expect((10...30).contains(lines.count))
    #expect(lines.first?.level == .info)
    #expect(lines.last?.metadata["db.query.text"] == "SELECT ?")
    #expect(lines.last?.metadata["threshold_us"] == "0")
    await watched.end()
  }

  @Test("Without a logger of its own, a database uses the task's")
  func taskLogger() async throws {
    let log = InMemoryLogHandler()
    var logger = Logger(label: "task") { _ in log }
    logger.logLevel = .trace
    let watched = try await Watched(.memory, instruments: false) { $0.logger = nil }
    try await withLogger(logger) { _ in
      try await watched.database.execute("CREATE TABLE t (a)")
      try await watched.database.write { (session: SQLSession) in try session.execute("INSERT INTO t VALUES (1)") }
    }
    #expect(log.entries.filter { $0.message == "statement" }.count >= 4)
    #expect(watched.log.entries.isEmpty)
    await watched.end()
  }

  @Test("Inserts that wait for the writer are lines in their own task's log, and in no other")
  func taskLoggersInLine() async throws {
    let log = InMemoryLogHandler()
    var logger = Logger(label: "task") { _ in log }
    logger.logLevel = .trace
    let watched = try await Watched(.memory, instruments: false) { $0.logger = nil }
    let database = watched.database
    try await database.execute("CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL)")
    // In the second round the pool knows its writer, so that inserts without a log need no task there.
    for round in 0..<2 {
      let (entered, released) = (Shared(false), Shared(false))
      let holder = Task {
        try await database.withoutTransaction { _ in
          entered.set(true)
          while !released.value { Thread.sleep(forTimeInterval: 0.0005) }
        }
      }
      try await eventually { entered.value }
      let tasks = (0..<20).map { number in
        Task { [logger] in
          let insert = SQLInsert(Artist(id: Int64(round * 20 + number + 1), name: "a"))
          if number % 2 == 0 {
            _ = try await withLogger(logger) { _ in try await database.run(insert) }
          } else {
            _ = try await database.run(insert)
          }
        }
      }
      try await eventually { database.pool.state.withLock { $0.counts(.writer).waiting } == 20 }
      released.set(true)
      try await holder.value
      for task in tasks { _ = try await task.value }
    }
    #expect(!database.pool.canCallProgram)
    let inserts = log.entries.filter { $0.message == "statement" && $0.metadata["db.operation.name"] == "INSERT" }
    #expect(inserts.count == 20)
    await watched.end()
  }

  @Test("The policy of texts", arguments: [StatementTextPolicy.parameterized, .summary, .none])
  func policy(_ policy: StatementTextPolicy) async throws {
    let watched = try await Watched(.memory) { $0.statementText = policy }
    try await watched.database.execute("CREATE TABLE t (a)")
    let spans = try await watched.spans { try await watched.database.execute("INSERT INTO t VALUES (1)") }
    let metadata = try #require(watched.entries("statement").last).metadata
    #expect((metadata["db.query.text"] != nil) == (policy == .parameterized))
    #expect((metadata["db.operation.name"] != nil) == (policy != .none))
    #expect((spans.first?["db.query.text"] != nil) == (policy == .parameterized))
    #expect(spans.first?.operationName == (policy == .none ? "sqlite" : "INSERT t"))
    await watched.end()
  }
}

/// The state machine behind the lines of slow statements.
@Suite("Slow statements") struct SlowStatementsTests {
  @Test("Ten lines a second, and then their number") func floods() {
    var slow = SlowStatements()
    let start = ContinuousClock.now
    let first = (0..<25).map { slow.decide(at: start.advanced(by: .milliseconds($0 * 10))) }
    #expect(first.filter(\.isTold).count == 10)
    #expect(first.prefix(10).filter(\.isTold).count == 10)
    #expect(slow.decide(at: start.advanced(by: .milliseconds(999))) == .init(isTold: false))
    #expect(slow.decide(at: start.advanced(by: .seconds(1))) == .init(isTold: true, leftOut: 16))
    #expect(slow.decide(at: start.advanced(by: .seconds(3))) == .init(isTold: true))
  }
}
#endif
