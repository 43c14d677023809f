#if Command
import Quarry
import QuarryRemote
import QuarryServer
import TestSupport
import Testing

/// Migrations by clients of a server, several at once, also where an answer is lost.
@Suite("Migrations over HTTP") struct MigrationTests {
  enum Way: CaseIterable, Sendable { case hrana, perSQL }

  private func database(_ way: Way, _ served: Served) async throws -> Database {
    let address = "http://127.0.0.1:\(served.client.port)"
    switch way {
    case .hrana:
      return try await Database(HranaDriver(url: address, retries: .patient, timeout: .seconds(300)))
    case .perSQL:
      return try await Database(
        try PerSQLDriver(
          baseURL: address, database: "default/main", transport: CurlTransport(), policy: .patient, timeouts: .patient))
    }
  }

  private func migrator(upTo last: Int) -> DatabaseMigrator<Int> {
    var migrator = DatabaseMigrator<Int>()
    for version in 1...last {
      migrator.add(
        version, "step \(version)",
        sql: (version == 1 ? "CREATE TABLE run (version INTEGER);" : "")
          + "CREATE TABLE t\(version) (a); INSERT INTO run VALUES (\(version));")
    }
    return migrator
  }

  @Test("Eight clients at once apply each step once", arguments: Way.allCases, [false, true])
  func atOnce(_ way: Way, isFile: Bool) async throws {
    let rounds = Surroundings.variable("QUARRY_MIGRATION_ROUNDS").flatMap { Int($0) } ?? 1
    for _ in 0..<rounds {
      try await withServer(isFile: isFile) { served in try await atOnce(way, served) }
    }
  }

  private func atOnce(_ way: Way, _ served: Served) async throws {
    let first = try await database(way, served)
    #expect(try await migrator(upTo: 1).migrate(first).applied == [1])
    let applied = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let database = try await database(way, served)
          let report = try await migrator(upTo: 5).migrate(database)
          #expect(report.end == 5)
          await database.close()
          return report.applied
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(applied.sorted() == [2, 3, 4, 5])
    let runs = ("SELECT version FROM run ORDER BY version" as SQLFragment).values(Int.self)
    #expect(try await first.fetchAll(runs) == [1, 2, 3, 4, 5])
    // Everything goes, where the program wants it so.
    var empty = DatabaseMigrator<Int>()
    empty.downgrades = .reset
    #expect(try await empty.migrate(first).wasReset)
    #expect(try await first.fetchAll(SQLSchema.objects()).isEmpty)
    await first.close()
  }

  @Test("Each step is applied once, whichever answer is lost", arguments: Way.allCases)
  func lostAnswers(_ way: Way) async throws {
    var (hits, unseen) = (0, 0)
    var limits = ServerLimits.patient
    // What a client leaves open that has lost an answer goes soon.
    limits.streamIdleTime = .seconds(1)
    for position in 0..<24 {
      let faults = FaultPlan()
      try await withServer(limits: limits, faults: faults) { served in
        let database = try await database(way, served)
        faults.add(.cutAnswer(afterBytes: 0), skipping: position, times: 1)
        let before = faults.requestCount
        var attempts = 0
        while true {
          attempts += 1
          do {
            #expect(try await migrator(upTo: 3).migrate(database).end == 3)
            break
          } catch  where attempts < 10 {}
        }
        if faults.requestCount - before > position {
          hits += 1
          if attempts == 1 { unseen += 1 }
        }
        let runs = ("SELECT version FROM run ORDER BY version" as SQLFragment).values(Int.self)
        #expect(try await database.fetchAll(runs) == [1, 2, 3], "answer \(position) was lost")
        await database.close()
      }
    }
    #expect(hits >= 8 && unseen >= 2, "\(hits) answers were lost, \(unseen) without an error")
  }

  @Test(
    "A step of Swift code runs where a transaction can be held open, and is refused by name elsewhere",
    arguments: Way.allCases)
  func bodies(_ way: Way) async throws {
    try await withServer { served in
      let database = try await database(way, served)
      var migrator = migrator(upTo: 1)
      migrator.add(2, "code") { try $0.execute("INSERT INTO run VALUES (2)") }
      switch way {
      case .hrana: #expect(try await migrator.migrate(database).applied == [1, 2])
      case .perSQL:
        let error = try await databaseError { try await migrator.migrate(database) }
        #expect(error.code == .unsupportedFeature && error.message.contains("code"))
        #expect(try await migrator.migrate(database, to: 1).applied == [])
      }
      await database.close()
    }
  }
}
#endif
