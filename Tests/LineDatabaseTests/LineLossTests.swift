import LineDriver
import LineServer
import Quarry
import QuarryConformance
import TestSupport
import Testing

/// What the chapter says of lost connections, lost answers, cursors and cancelled tasks.
@Suite struct LineLossTests {
  /// A server, a proxy before it, and a database by way of the proxy.
  private struct Way {
    let folder: TemporaryFolder
    let server: LineServer
    let proxy: TCPFaultProxy
    let database: Database

    init(readers: Int = 0) async throws {
      folder = try TemporaryFolder()
      server = try LineServer(folder: String(folder.path.dropLast()), transactionLimit: .seconds(30))
      proxy = try TCPFaultProxy(upstream: ("127.0.0.1", server.port))
      database = try await Database(
        LineDriver(database: "t.db", port: proxy.port), configuration: DatabaseConfiguration(maximumReaders: readers))
      try await database.execute("CREATE TABLE t (x)")
    }

    func count() async throws -> Int64? {
      try await database.fetchOne(("SELECT count(*) FROM t" as SQLFragment).values(Int64.self))
    }

    func end() async {
      await database.close()
      proxy.close()
      server.close()
    }
  }

  /// Waits until the driver has noticed the end: it does so by itself, without a request.
  private func lose(_ way: Way) async throws {
    let before = way.proxy.connections
    way.server.endConnections()
    // The end is on its way; a request that comes before it is told as what it is.
    for _ in 0..<200 {
      do {
        _ = try await way.count()
        if way.proxy.connections > before { return }
      } catch let error as DatabaseError {
        // The end comes before the request is sent, or behind it.
        #expect(error.outcome == .notApplied && [.inputOutput, .connectionClosed].contains(error.code), "\(error)")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("the connection was not lost")
  }

  @Test(arguments: [0, 2]) func anIdleConnectionIsOpenedAgain(_ readers: Int) async throws {
    let way = try await Way(readers: readers)
    for _ in 0..<3 {
      try await lose(way)
      #expect(try await way.count() == 0)
    }
    await way.end()
  }

  /// Wherever the connection is lost in a body, nothing of it stays, and the next one works.
  @Test(arguments: TCPFault.Direction.allCases, [TCPFault.Action.close, .reset])
  func aTransactionIsLostWithItsConnection(_ direction: TCPFault.Direction, _ action: TCPFault.Action) async throws {
    let way = try await Way()
    let error = try await databaseError {
      try await way.database.write { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        way.proxy.play(TCPFault(action, after: 0, of: direction))
        let lost = try await databaseError { try await transaction.execute("INSERT INTO t VALUES (2)") }
        #expect(lost.code == .transactionState && lost.outcome == .notApplied && lost.isTransactionOpen == false)
        let next = try await databaseError { try await transaction.execute("INSERT INTO t VALUES (3)") }
        #expect(next.code == .transactionState && next.outcome == .notApplied)
      }
    }
    #expect(error.code == .transactionState && error.outcome == .notApplied)
    #expect(try await way.count() == 0)
    try await way.database.write { try await $0.execute("INSERT INTO t VALUES (4)") }
    #expect(try await way.count() == 1)
    await way.end()
  }

  /// The answer is lost, or the request itself: the caller is told the same, and only the data knows.
  @Test(arguments: TCPFault.Direction.allCases, [true, false])
  func whatEndsInDoubtIsTold(_ direction: TCPFault.Direction, _ isCommit: Bool) async throws {
    let way = try await Way()
    let error = try await databaseError {
      if isCommit {
        try await way.database.write { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          way.proxy.play(TCPFault(.close, after: 0, of: direction))
        }
      } else {
        way.proxy.play(TCPFault(.close, after: 0, of: direction))
        try await way.database.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(error.code == .outcomeUnknown && error.outcome == .unknown && !error.isRetrySafe)
    let count = try await way.count()
    #expect(direction == .requests ? count == 0 : (0...1).contains(count ?? 2))
    try await way.database.execute("DELETE FROM t")
    await way.end()
  }

  /// A connection with settings or temporary tables is not replaced without a word.
  @Test(arguments: ["PRAGMA case_sensitive_like = 1", "CREATE TEMP TABLE own (x)"])
  func whatIsSetIsNotLostSilently(_ sql: String) async throws {
    let way = try await Way()
    try await way.database.execute(SQLFragment(raw: sql))
    let before = way.proxy.connections
    way.proxy.play(TCPFault(.close, after: 0, of: .answers))
    let error = try await databaseError { _ = try await way.count() }
    #expect(error.outcome == .notApplied)
    #expect(try await way.count() == 0, "the pool has opened another one")
    #expect(way.proxy.connections > before)
    await way.end()
  }

  @Test func aCursorThatIsLeftHoldsNothing() async throws {
    let way = try await Way()
    let numbers: SQLFragment =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 2000) SELECT x FROM c, (SELECT count(*) FROM t)"
    for try await number in way.database.rows(numbers.values(Int64.self)) where number == 300 { break }
    try await way.database.execute("DROP TABLE t")
    await way.end()
  }

  @Test func aCancelledTaskEndsItsStatementAndKeepsItsConnection() async throws {
    let way = try await Way()
    _ = try await way.count()
    let before = way.proxy.connections
    for delay in [0, 1, 10, 30] {
      let task = Task {
        let endless: SQLFragment =
          "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
        return try await way.database.fetchOne(endless.values(Int64.self))
      }
      try await Task.sleep(for: .milliseconds(delay))
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      #expect(try await way.count() == 0)
      #expect(way.proxy.connections == before, "cancelled after \(delay) ms")
    }
    await way.end()
  }

  /// Also in the moment between the driver's look at what was interrupted and its request.
  @Test func aQueryEndsInWhicheverMomentItIsCancelled() async throws {
    let way = try await Way()
    let endless: SQLFragment = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    for round in 0..<1000 {
      let isRunning = Shared(false)
      let task = Task {
        isRunning.update { $0 = true }
        return try await way.database.fetchOne(endless.values(Int64.self))
      }
      while !isRunning.value { await Task.yield() }
      // Beside tests that leave no thread free, sixty turns can take longer than the driver waits for an answer.
      let start = ContinuousClock.now
      for _ in 0..<(round % 60) where ContinuousClock.now - start < .milliseconds(100) { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
    #expect(try await way.count() == 0)
    await way.end()
  }

  /// In SQL that the user writes, too, whatever precedes it.
  @Test(arguments: ["ATTACH 'other.db' AS o", "/* ; */ attach 'other.db' AS o", "DETACH o"])
  func attachedDatabasesAreRefused(_ sql: String) async throws {
    let way = try await Way()
    let error = try await databaseError { try await way.database.execute(SQLFragment(raw: sql)) }
    #expect(error.code == .unsupportedFeature && error.missing == .attach)
    #expect(!way.folder.has("other.db"))
    await way.end()
  }

  @Test(arguments: ["../t.db", "a//b", ".hidden", "", "/tmp/t.db"])
  func namesLeadNowhereElse(_ name: String) async throws {
    let way = try await Way()
    let error = try await databaseError { _ = try await Database(LineDriver(database: name, port: way.server.port)) }
    #expect(error.code == .cannotOpen)
    await way.end()
  }
}
