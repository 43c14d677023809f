import Quarry
import QuarrySQLiteEngine
import TestSupport
import Testing

/// What the core does on each interrupt level when a task is cancelled, and what the caller gets.
@Suite("Interrupt levels")
struct InterruptTests {
  enum Way: String, CaseIterable, Sendable {
    case call, asynchronousBody, synchronousBody

    func run(_ database: Database) async throws {
      switch self {
      case .call: try await database.execute("INSERT WAIT")
      case .asynchronousBody:
        try await database.write { transaction in
          try await transaction.execute("INSERT WAIT")
          try await transaction.execute("INSERT 2")
        }
      case .synchronousBody:
        try await database.write { (session: SQLSession) in
          try session.execute("INSERT WAIT")
          try session.execute("INSERT 2")
        }
      }
    }
  }

  private static let interrupted = DatabaseError(.interrupted, "interrupted", engineCode: .interrupt)

  /// Cancels a call while its statement runs, and lets the statement end some time after.
  private func cancelled(_ database: Database, _ script: DriverScript, _ way: Way) async throws -> (any Error)? {
    let task = Task { try await way.run(database) }
    try await eventually { script.isWaiting }
    task.cancel()
    if script.level != .none { try await eventually { script.interrupts > 0 } }
    // An interrupt that were repeated would come again meanwhile.
    try await Task.sleep(for: .milliseconds(30))
    #expect(script.interrupts == (script.level == .none ? 0 : 1))
    script.release()
    do { try await task.value } catch { return error }
    return nil
  }

  @Test("Nothing can be interrupted: the statement ends, and the next one does not begin", arguments: Way.allCases)
  func none(_ way: Way) async throws {
    let script = DriverScript()
    let database = try await Database(ScriptedDriver(script: script))
    let error = try await cancelled(database, script, way)
    #expect(way == .call ? error == nil : error is CancellationError)
    #expect(script.statements.contains("INSERT WAIT") && !script.statements.contains("INSERT 2"))
    #expect(script.statements.last == (way == .call ? "INSERT WAIT" : "ROLLBACK"))
    try await database.execute("SELECT 1")
    #expect(script.opened == 1)
    await database.close()
  }

  @Test("A statement is interrupted once, and its connection goes on", arguments: Way.allCases)
  func statement(_ way: Way) async throws {
    let script = DriverScript(level: .statement) { sql in
      sql == "INSERT WAIT" ? .init(error: Self.interrupted, status: way == .call ? .idle : .active) : nil
    }
    let database = try await Database(ScriptedDriver(script: script))
    #expect(try await cancelled(database, script, way) is CancellationError)
    #expect(script.statements.last == (way == .call ? "INSERT WAIT" : "ROLLBACK"))
    try await database.execute("SELECT 1")
    #expect(script.opened == 1)
    await database.close()
  }

  @Test("A connection is interrupted once, and replaced", arguments: Way.allCases)
  func connection(_ way: Way) async throws {
    let script = DriverScript(level: .connection) { sql in
      sql == "INSERT WAIT" ? .init(error: Self.interrupted, status: .unknown) : nil
    }
    let database = try await Database(ScriptedDriver(script: script))
    #expect(try await cancelled(database, script, way) is CancellationError)
    #expect(script.statements.last == "INSERT WAIT")
    try await database.execute("SELECT 1")
    #expect(script.opened == 2)
    await database.close()
  }

  @Test("An outcome that is unknown is never hidden by the cancellation", arguments: Way.allCases)
  func unknownOutcome(_ way: Way) async throws {
    for level in [DriverCapabilities.InterruptSupport.statement, .connection] {
      let script = DriverScript(level: level) { sql in
        sql == "INSERT WAIT"
          ? .init(error: DatabaseError(.outcomeUnknown, "no answer", outcome: .unknown), status: .unknown) : nil
      }
      let database = try await Database(ScriptedDriver(script: script))
      let error = try await cancelled(database, script, way) as? DatabaseError
      #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
      await database.close()
    }
  }

  @Test("Nothing starts in a task that is cancelled", arguments: Way.allCases)
  func before(_ way: Way) async throws {
    let script = DriverScript(level: .statement)
    let database = try await Database(ScriptedDriver(script: script))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await way.run(database)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(script.statements == [] && script.interrupts == 0)
    await database.close()
  }

  private static let long: SQLFragment =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000) SELECT count(*) FROM c"

  @Test(
    "An interrupt just before a statement begins ends it, and one before its start does not",
    arguments: LocalDriver.engines)
  func early(_ driver: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try driver.context(in: folder)
    defer { context.close() }
    let connection = context.engineConnection
    let batch = SQLRowBatch()
    for isEarly in [true, false, true, false] {
      let statement = try #require(try connection.prepareSynchronously(Self.long.sql)).statement
      defer { statement.finalize() }
      if !isEarly { connection.interruptHandle.interrupt() }
      try statement.start([])
      if isEarly { connection.interruptHandle.interrupt() }
      batch.removeAllRows(columnCount: 1)
      if isEarly {
        let error = try databaseError { try statement.stepSynchronously(into: batch, limit: 1) }
        #expect(error.code == .interrupted)
      } else {
        _ = try statement.stepSynchronously(into: batch, limit: 1)
        #expect(batch.rowCount == 1)
      }
      statement.reset()
    }
  }

  @Test("A statement that is cancelled at any moment ends", arguments: LocalDriver.engines)
  func moments(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let endless: SQLFragment = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    for round in 0..<300 {
      let task = Task {
        round % 2 == 0
          ? try await database.fetchOne(endless.values(Int64.self))
          : try await database.write { (session: SQLSession) in try session.fetchOne(endless.values(Int64.self)) }
      }
      for _ in 0..<(round * 7 % 50) { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
    await database.close()
  }
}
