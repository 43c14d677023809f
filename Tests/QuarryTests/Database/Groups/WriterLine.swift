import Foundation
import Testing
import TestSupport
import QuarrySQLiteEngine

@testable import Quarry

/// How commands wait in line, and how the writer's thread runs them.
enum WriterWay: CaseIterable, Sendable {
  /// With a machine, in a task.
  case machine
  /// One statement that is rendered before it waits, in a task.
  case statement
  /// One statement outside of any task, since nothing of the program looks at it.
  case withoutTask

  func callAsFunction(_ command: OneStatement) -> OneStatement { self == .machine ? command : command.single }
}

/// A database whose writer can be held, so that what is asked for meanwhile waits in a known order.
struct WriterLine: Sendable {
  let database: Database
  /// The number of commits of the writer.
  let commits: Shared<Int>

  init(
    _ place: LocalDriver, in folder: TemporaryFolder, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    longestGroup: Duration = .seconds(600), way: WriterWay = .machine,
    prepare: (@Sendable (SQLiteConnection) throws -> Void)? = nil
  ) async throws {
    let commits = Shared(0)
    // By default no group ends because the machine is busy.
    var configuration = configuration
    configuration.longestGroup = longestGroup
    let driver = place.driver(in: folder) { connection, role in
      // A closure of the program on the connection, and statements run in tasks.
      guard role == .writer, way != .withoutTask else { return }
      try prepare?(connection)
      try connection.onCommit {
        commits.update { $0 += 1 }
        return true
      }
    }
    try await self.init(Database(driver, configuration: configuration), commits: commits)
    guard way == .withoutTask else { return }
    // The pool learns it from the first work that its thread takes.
    _ = try await run([OneStatement("DELETE FROM Warm")])
    try #require(!database.pool.canCallProgram)
  }

  init(_ database: Database, commits: Shared<Int> = Shared(0)) async throws {
    self.database = database
    self.commits = commits
    try await database.execute("CREATE TABLE IF NOT EXISTS Warm (n)")
  }

  /// The number of callers that wait for the writer.
  var waiting: Int { database.pool.state.withLock { $0.counts(.writer).waiting } }

  /// Runs operations that all wait for the writer before the first of them begins, in their order.
  ///
  /// - Parameter whileWaiting: Called when all wait, with their tasks.
  /// - Returns: Their results.
  func run<R: Sendable>(
    _ operations: [@Sendable (Database) async throws -> R],
    whileWaiting: ([Task<R, any Error>]) async throws -> Void = { _ in }
  ) async throws -> [Result<R, any Error>] {
    let (entered, released) = (Shared(false), Shared(false))
    let holder = Task {
      try await database.withoutTransaction { _ in
        entered.set(true)
        while !released.value { Thread.sleep(forTimeInterval: 0.0005) }
      }
    }
    try await eventually { entered.value }
    // The first command behind a body runs alone.
    let first = Task { try await database.run(OneStatement("DELETE FROM Warm")) }
    try await eventually { waiting == 1 }
    var tasks: [Task<R, any Error>] = []
    for (index, operation) in operations.enumerated() {
      tasks.append(Task { try await operation(database) })
      try await eventually { waiting == index + 2 }
    }
    try await whileWaiting(tasks)
    released.set(true)
    try await holder.value
    _ = try await first.value
    var results: [Result<R, any Error>] = []
    for task in tasks { results.append(await task.result) }
    return results
  }

  /// Runs commands that wait for the writer together.
  func run(_ commands: [OneStatement]) async throws -> [CommandOutcome] {
    let results = try await run(commands.map { command in { try await $0.run(command) } })
    return zip(results, commands).map { CommandOutcome($0, inserts: $1.inserts) }
  }

  /// The rows of a table, in order.
  func rows(_ sql: SQLFragment) async throws -> [[SQLValue]] {
    try await database.fetchAll(sql.rows()).map(\.values)
  }
}
