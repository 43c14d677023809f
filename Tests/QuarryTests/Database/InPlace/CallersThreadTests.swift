import Foundation
import QuarryMemory
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

@testable import Quarry

/// Where statements run, and that they come to the same in both places.
@Suite struct CallersThreadTests {
  private static let rows = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < "

  /// The sum of the numbers up to one, which takes as long as the number is large.
  private func sum(to number: Int) -> SQLFragment { "\(raw: Self.rows)\(number)) SELECT sum(x) FROM c" }

  @Test(arguments: LocalDriver.engines) func shortStatements(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(driver, folder, threads)
    let query = TracedQuery("SELECT n FROM t WHERE id = 1", threads)
    #expect(try await database.fetchAll(query) == [.integer(10)])
    #expect(query.places.value == [.connection])
    try await database.warm(query)
    let command = TracedCommand(threads, "UPDATE t SET n = n WHERE id = 1")
    _ = try await database.run(command)
    #expect(command.places.value == [.connection])
    try await database.warm(command)
    #expect(try await database.run(command).changes == [1])
    await database.close()
  }

  /// The places where nothing may run on the caller's thread, or only reads.
  enum Obstacle: CaseIterable {
    case configuration, instrument, slowStatements, retries, sharedMemory, function, collation, rowObserver
    case commitObserver, logObserver, busyHandler, progressHandler, authorizer, trace, noCache
    case synchronousCommits, rollbackJournal, attached, journalSetting

    var allowsReads: Bool {
      switch self {
      case .synchronousCommits, .rollbackJournal, .attached, .journalSetting: true
      default: false
      }
    }

    func prepare(_ connection: SQLiteConnection) throws {
      switch self {
      case .function: try connection.addFunction("f", argumentCount: 0) { _ in .null }
      case .collation: try connection.addCollation("c") { _, _ in .same }
      case .rowObserver: _ = try connection.onRowChange { _ in }
      case .commitObserver: _ = try connection.onCommit { true }
      case .logObserver: _ = try connection.onLogWrite { _ in }
      case .busyHandler: try connection.setBusyHandler { _ in false }
      case .progressHandler: try connection.setProgressHandler { true }
      case .authorizer: try connection.setAuthorizer { _ in .allow }
      case .trace: _ = try connection.onTrace { _ in }
      default: break
      }
    }
  }

  private struct Silent: DatabaseInstrument {}

  @Test(arguments: Obstacle.allCases) func obstacles(_ obstacle: Obstacle) async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    var configuration = DatabaseConfiguration()
    configuration.longStatement = .max
    var settings = SQLiteConnectionSettings()
    switch obstacle {
    case .configuration: configuration.statementThread = .connection
    case .instrument: configuration.instruments = [Silent()]
    case .slowStatements: configuration.slowStatementThreshold = .seconds(10)
    case .retries: configuration.retries = RetryPolicy(attempts: 2)
    case .noCache: configuration.statementCacheCapacity = 0
    case .synchronousCommits: settings.synchronous = .full
    case .rollbackJournal: settings.journalMode = .delete
    case .attached: configuration.connectionSQL = ["ATTACH ':memory:' AS other"]
    case .journalSetting: configuration.connectionSQL = ["PRAGMA synchronous = FULL"]
    default: break
    }
    let base: LocalDriver = obstacle == .sharedMemory ? .sharedMemory : .sqlite
    let database = try await Database(
      base.driver(in: folder, settings: settings) { connection, _ in
        threads.note()
        try obstacle.prepare(connection)
      },
      configuration: configuration)
    try await database.executeScript("CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 10)")
    let query = TracedQuery("SELECT n FROM t WHERE id = 1", threads)
    let command = TracedCommand(threads, "UPDATE t SET n = n WHERE id = 1")
    for _ in 0..<20 {
      _ = try await database.fetchOne(query)
      _ = try await database.run(command)
    }
    #expect(Set(command.places.value) == [.connection])
    if obstacle.allowsReads {
      try await database.warm(query)
    } else {
      #expect(Set(query.places.value) == [.connection])
    }
    await database.close()
  }

  @Test func settingsAreFollowed() async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(.sqlite, folder, threads)
    let command = TracedCommand(threads, "UPDATE t SET n = n WHERE id = 1")
    for (full, normal) in [
      ("PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"), ("ATTACH ':memory:' AS other", "DETACH other"),
      ("PRAGMA journal_mode = DELETE", "PRAGMA journal_mode = WAL"),
    ] {
      try await database.warm(command)
      try await database.withoutTransaction { session in _ = try session.executeScript(full) }
      command.places.set([])
      for _ in 0..<10 { _ = try await database.run(command) }
      #expect(Set(command.places.value) == [.connection], "\(full)")
      try await database.withoutTransaction { session in _ = try session.executeScript(normal) }
    }
    try await database.warm(command)
    try await database.withoutTransaction { session in
      try session.withDriverConnection(SQLiteConnection.self) { _ = try $0.onRowChange { _ in } }
    }
    command.places.set([])
    for _ in 0..<10 { _ = try await database.run(command) }
    #expect(Set(command.places.value) == [.connection])
    await database.close()
  }

  @Test(arguments: LocalDriver.engines) func longStatementsAreStopped(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(driver, folder, threads)
    let query = TracedQuery(sum(to: 1), threads)
    try await database.warm(query)
    var long = query
    long.fragment = sum(to: 300_000)
    long.places.set([])
    #expect(try await database.fetchAll(long) == [.integer(45_000_150_000)])
    #expect(long.places.value == [.connection])
    func insert(_ count: Int) -> SQLFragment {
      "INSERT INTO t (n) \(raw: Self.rows)\(count)) SELECT random() FROM c RETURNING 1"
    }
    guard database.engine.features.contains(.returning) else { return await database.close() }
    let command = TracedCommand(threads, insert(1))
    try await database.warm(command)
    let before = try await database.fetchCount(Values("SELECT * FROM t"))
    var large = command
    large.fragments = [insert(20_000)]
    large.places.set([])
    let output = try await database.run(large)
    #expect(output.changes == [20_000])
    #expect(output.rows.count == 20_000)
    #expect(large.places.value == [.connection])
    #expect(try await database.fetchCount(Values("SELECT * FROM t")) == before + 20_000)
    await database.close()
  }

  @Test(arguments: [true, false]) func cancellation(_ writes: Bool) async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(.sqlite, folder, threads)
    let query = TracedQuery(sum(to: 1), threads)
    let command = TracedCommand(threads, "INSERT INTO t (n) \(raw: Self.rows)\(1)) SELECT random() FROM c")
    if writes { try await database.warm(command) } else { try await database.warm(query) }
    let before = try await database.fetchCount(Values("SELECT * FROM t"))
    for round in 0..<10 {
      let task = Task { [command, query] in
        if round == 0 { withUnsafeCurrentTask { $0?.cancel() } }
        if writes {
          var endless = command
          endless.fragments = ["INSERT INTO t (n) \(raw: Self.rows)\(Int.max)) SELECT random() FROM c"]
          _ = try await database.run(endless)
        } else {
          var endless = query
          endless.fragment = sum(to: .max)
          _ = try await database.fetchAll(endless)
        }
      }
      for _ in 0..<round { await Task.yield() }
      if round > 5 { try await Task.sleep(for: .milliseconds(round - 5)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await database.fetchOne(Values("SELECT 7")) == 7)
    }
    #expect(try await database.fetchCount(Values("SELECT * FROM t")) == before)
    await database.close()
  }

  @Test func aLockIsWaitedForElsewhere() async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(.sqlite, folder, threads)
    let command = TracedCommand(threads, "INSERT INTO t (n) VALUES (random())")
    try await database.warm(command)
    let other = try SQLContext(path: folder.file(LocalDriver.sqlite.fileName))
    try other.execute("BEGIN IMMEDIATE")
    command.places.set([])
    let task = Task { try await database.run(command) }
    // The other threads go on meanwhile, or this one would never come here.
    try await Task.sleep(for: .milliseconds(20))
    try other.execute("COMMIT")
    #expect(try await task.value.changes == [1])
    #expect(command.places.value == [.connection])
    other.close()
    await database.close()
  }

  @Test func otherStatementsOfACommandFollowElsewhere() async throws {
    let folder = try TemporaryFolder()
    let threads = ConnectionThreads()
    let database = try await Database.prepared(.sqlite, folder, threads)
    let first = "UPDATE t SET n = n WHERE id = 1" as SQLFragment
    try await database.warm(TracedCommand(threads, first))
    let command = TracedCommand(threads, first, "INSERT INTO t VALUES (2, 20)", "DELETE FROM t WHERE id = 2")
    #expect(try await database.run(command).changes == [1, 1, 1])
    #expect(command.places.value.dropFirst() == [.connection, .connection])
    await database.close()
  }

  /// A command whose machine is a reference, so that each copy of it goes on where another one was.
  private struct SharedMachineCommand: SQLCommand {
    final class Machine: SQLCommandMachine {
      private var statements: [SQLFragment] = ["INSERT INTO t VALUES (100, 0)", "UPDATE t SET n = 7 WHERE id = 100"]
      private var changes: Int64 = 0

      var isAtomicGroup: Bool { false }
      func next() throws(DatabaseError) -> SQLFragment? { statements.isEmpty ? nil : statements.removeFirst() }
      func receive(_ row: inout SQLRowDecoder) throws {}
      func finish(_ result: StatementResult) throws(DatabaseError) { changes += result.affectedRows }
      func output() throws(DatabaseError) -> Int64 { changes }
    }

    func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine { Machine() }
  }

  @Test(arguments: LocalDriver.engines) func aMachineIsAskedOnceForEachStatement(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.prepared(driver, folder, ConnectionThreads())
    for _ in 0..<5 {
      #expect(try await database.run(SharedMachineCommand()) == 2)
      #expect(try await database.fetchAll(SQLFragment("SELECT n FROM t WHERE id = 100").rows()).map(\.values) == [[7]])
      try await database.execute("DELETE FROM t WHERE id = 100")
    }
    await database.close()
  }
}
