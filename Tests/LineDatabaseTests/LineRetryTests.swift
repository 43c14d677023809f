import LineDriver
import LineServer
import Quarry
import TestSupport
import Testing

/// Bodies that are tried again on the chapter's driver: each takes effect exactly once.
@Suite struct LineRetryTests {
  private static let policy = RetryPolicy(
    attempts: 200, deadline: .seconds(60), firstDelay: .milliseconds(1), maximumDelay: .milliseconds(5))

  /// Where in the body its transaction is lost.
  enum Moment: CaseIterable, Sendable { case atTheBeginning, betweenStatements, atTheEnd }

  private struct Way {
    let folder: TemporaryFolder
    let server: LineServer
    let database: Database

    init(busy: Duration = .seconds(5)) async throws {
      folder = try TemporaryFolder()
      server = try LineServer(folder: String(folder.path.dropLast()), transactionLimit: .seconds(30))
      var limits = LineDriver.Limits()
      limits.busy = busy
      database = try await Database(
        LineDriver(database: "t.db", port: server.port, limits: limits),
        configuration: DatabaseConfiguration(maximumReaders: 0, retries: LineRetryTests.policy))
      try await database.execute("CREATE TABLE IF NOT EXISTS t (x)")
    }

    func rows() async throws -> [Int64] {
      try await database.fetchAll(("SELECT x FROM t ORDER BY x" as SQLFragment).values(Int64.self))
    }

    func end() async {
      await database.close()
      server.close()
    }
  }

  @Test(
    "A body that loses the server which leads its transaction runs again and takes effect once",
    arguments: Moment.allCases, [true, false])
  func lostLeader(_ moment: Moment, runsSynchronously: Bool) async throws {
    let way = try await Way()
    let server = way.server
    let runs = Shared(0)
    @Sendable func lose(_ here: Moment, _ run: Int) {
      if here == moment, run < 3 { server.endConnections() }
    }
    if runsSynchronously {
      try await way.database.write { (session: SQLSession) in
        let run = runs.update {
          $0 += 1; return $0
        }
        lose(.atTheBeginning, run)
        try session.execute("INSERT INTO t VALUES (1)")
        lose(.betweenStatements, run)
        try session.execute("INSERT INTO t VALUES (2)")
        lose(.atTheEnd, run)
        if moment == .atTheEnd { _ = try session.fetchCount(("SELECT x FROM t" as SQLFragment).rows()) }
      }
    } else {
      try await way.database.write { (body: DatabaseTransaction) in
        let run = runs.update {
          $0 += 1; return $0
        }
        lose(.atTheBeginning, run)
        try await body.execute("INSERT INTO t VALUES (1)")
        lose(.betweenStatements, run)
        try await body.execute("INSERT INTO t VALUES (2)")
        lose(.atTheEnd, run)
        if moment == .atTheEnd { _ = try await body.fetchCount(("SELECT x FROM t" as SQLFragment).rows()) }
      }
    }
    #expect(runs.value >= 2, "it was lost, and ran again")
    #expect(try await way.rows() == [1, 2])
    await way.end()
  }

  @Test("A body that meets the lock of another connection runs again and takes effect once", arguments: [true, false])
  func busy(runsSynchronously: Bool) async throws {
    let way = try await Way(busy: .milliseconds(1))
    let holder = try await Database(LineDriver(database: "t.db", port: way.server.port))
    let lease = try await holder.lease()
    let handler = StatementHandler(values: { _ in [] }, receive: { _ in })
    try await lease.run("BEGIN IMMEDIATE", handler)
    let runs = Shared(0)
    let database = way.database
    let writing = Task {
      if runsSynchronously {
        try await database.write(.deferred) { (session: SQLSession) in
          runs.update { $0 += 1 }
          try session.execute("INSERT INTO t VALUES (1)")
        }
      } else {
        try await database.write(.deferred) { (body: DatabaseTransaction) in
          runs.update { $0 += 1 }
          try await body.execute("INSERT INTO t VALUES (1)")
        }
      }
    }
    try await eventually { runs.value >= 3 }
    try await lease.run("COMMIT", handler)
    _ = try await writing.value
    await lease.giveBack()
    #expect(runs.value >= 3)
    #expect(try await way.rows() == [1])
    await holder.close()
    await way.end()
  }
}
