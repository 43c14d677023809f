import Foundation
import QuarrySQLiteEngine
import Testing
import TestSupport

@testable import Quarry

/// Statements that the writer's thread runs outside of any task.
@Suite("Writes that wait without a task")
struct WithoutTaskTests {
  @TaskLocal static var mark = 0

  private static func insert(_ number: Int) -> OneStatement { OneStatement("INSERT INTO t VALUES (\(number))").single }

  @Test("Each has its own key and count, in the order in which they were asked for", arguments: LocalDriver.engines)
  func results(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(place, in: folder, way: .withoutTask)
    try await line.database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")
    let inserts = (1...64).map { OneStatement("INSERT INTO t (n) VALUES (\($0))") }
    let outcomes = try await line.run((inserts + [OneStatement("UPDATE t SET n = -n WHERE id <= 10")]).map(\.single))
    #expect(outcomes.map(\.output?.result.affectedRows) == Array(repeating: 1, count: 64) + [10])
    #expect(outcomes.prefix(64).map(\.output?.result.lastInsertedRowID) == (1...64).map { Int64($0) })
    #expect(try await line.rows("SELECT abs(n) FROM t ORDER BY id") == (1...64).map { [.integer($0)] })
    await line.database.close()
  }

  @Test(
    "Who is canceled before or while its statement runs loses only that", arguments: LocalDriver.engines, [0, 4, 9])
  func cancelled(_ place: LocalDriver, _ victim: Int) async throws {
    for delay in [0, 1, 5] { try await cancelled(place, victim, after: delay) }
  }

  private func cancelled(_ place: LocalDriver, _ victim: Int, after delay: Int) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(place, in: folder, way: .withoutTask)
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    let endless = OneStatement(
      "INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT -count(*) FROM c")
    let running = Shared<Task<Void, any Error>?>(nil)
    let canceller = Task {
      // Taken by the thread, and somewhere between its start and the endless statement.
      try await eventually { running.value != nil && line.waiting == 0 }
      try await Task.sleep(for: .milliseconds(delay))
      running.value?.cancel()
    }
    let operations = (0..<10).map { number -> @Sendable (Database) async throws -> Void in
      { _ = try await $0.run(number == victim ? endless.single : Self.insert(number)) }
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

  @Test("One that waits for a lock of others is canceled at once", arguments: [LocalDriver.sqlite, .sqlcipher])
  func cancelledInLock(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(place, in: folder, way: .withoutTask)
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    let (entered, released) = (Shared(false), Shared(false))
    let holder = Task {
      try await line.database.withoutTransaction { _ in
        entered.set(true)
        while !released.value { Thread.sleep(forTimeInterval: 0.0005) }
      }
    }
    try await eventually { entered.value }
    let waiting = Task { _ = try await line.database.run(Self.insert(1)) }
    try await eventually { line.waiting == 1 }
    let other = try await Database(place.driver(in: folder))
    try await other.write { (transaction: DatabaseTransaction) in
      _ = try await transaction.execute("INSERT INTO t VALUES (-1)")
      released.set(true)
      try await holder.value
      try await eventually { line.waiting == 0 }
      try await Task.sleep(for: .milliseconds(5))
      let start = ContinuousClock.now
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      // Far from the timeout for locks.
      #expect(ContinuousClock.now - start < .seconds(4))
    }
    #expect(try await line.rows("SELECT n FROM t") == [[-1]])
    await other.close()
    await line.database.close()
  }

  @Test("Functions that are added while statements wait see their callers' task-local values", arguments: [1, 7])
  func functionsWhileWaiting(_ count: Int) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder, way: .withoutTask)
    let database = line.database
    try await database.execute("CREATE TABLE t (n INTEGER, mark INTEGER)")
    let (entered, released) = (Shared(false), Shared(false))
    let holder = Task {
      try await database.withoutTransaction { session in
        try session.withDriverConnection(SQLiteConnection.self) { connection in
          try connection.addFunction("mark", argumentCount: 0) { _ in .integer(Int64(Self.mark)) }
        }
        entered.set(true)
        while !released.value { Thread.sleep(forTimeInterval: 0.0005) }
      }
    }
    try await eventually { entered.value }
    var tasks: [Task<Void, any Error>] = []
    for number in 1...count {
      tasks.append(
        Task {
          try await Self.$mark.withValue(number * 10) {
            _ = try await database.run(OneStatement("INSERT INTO t VALUES (\(number), mark())").single)
          }
        })
      try await eventually { line.waiting == number }
    }
    released.set(true)
    try await holder.value
    for task in tasks { try await task.value }
    let expected = (1...count).map { [SQLValue.integer(Int64($0)), .integer(Int64($0 * 10))] }
    #expect(try await line.rows("SELECT n, mark FROM t ORDER BY n") == expected)
    // From now on callers make tasks.
    #expect(database.pool.canCallProgram)
    let more = try await line.run(
      (1...5).map { number in
        { database in
          try await Self.$mark.withValue(number) {
            _ = try await database.run(OneStatement("INSERT INTO t VALUES (0, mark())").single)
          }
        }
      })
    for result in more { try result.get() }
    #expect(try await line.rows("SELECT mark FROM t WHERE n = 0 ORDER BY mark") == (1...5).map { [.integer($0)] })
    await database.close()
  }

  @Test("Many tasks at once: every write once, and its own result", arguments: LocalDriver.engines)
  func many(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(place, in: folder, way: .withoutTask)
    let database = line.database
    try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)")
    let keys = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for task in 0..<32 {
        group.addTask {
          var keys: [Int64] = []
          for turn in 0..<50 {
            let number = task * 50 + turn
            let command = OneStatement("INSERT INTO t (n) VALUES (\(number))").single
            keys.append(try await database.run(command).result.lastInsertedRowID)
            // Every second one again, which must fail for itself alone.
            if number % 2 == 0 {
              #expect(try await databaseError { try await database.run(command) }.code.isConstraint)
            }
          }
          return keys
        }
      }
      var keys: [Int64] = []
      for try await some in group { keys += some }
      return keys
    }
    #expect(keys.sorted() == Array(1...1600))
    #expect(try await line.rows("SELECT count(*), count(DISTINCT n) FROM t") == [[1600, 1600]])
    await database.close()
  }
}
