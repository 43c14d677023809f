import Quarry
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

/// Whatever goes wrong where, a call takes effect once, or not at all, and its error says which.
@Suite struct RetryTests {
  /// The two kinds of drivers.
  enum Way: CaseIterable { case calling, suspending }

  /// What is tried again.
  enum Call: CaseIterable {
    /// Bodies that call, and that await.
    case calls, awaits
    /// Several commands, and one that needs several statements.
    case batch, group
    /// A script.
    case script

    func run(on database: Database, _ attempts: Shared<Int>) async throws {
      switch self {
      case .calls:
        try await database.write { (session: SQLSession) in
          attempts.update { $0 += 1 }
          try session.execute("INSERT INTO t VALUES (1)")
          try session.savepoint { _ = try session.execute("INSERT INTO t VALUES (2)") }
        }
      case .awaits:
        try await database.write { (transaction: DatabaseTransaction) in
          attempts.update { $0 += 1 }
          try await transaction.execute("INSERT INTO t VALUES (1)")
          try await transaction.savepoint { _ = try await $0.execute("INSERT INTO t VALUES (2)") }
        }
      case .batch:
        try await database.batch { batch in
          batch.execute("INSERT INTO t VALUES (1)")
          batch.execute("INSERT INTO t VALUES (2)")
        }
      case .group: try await database.run(TwoStatements())
      case .script: try await database.executeScript("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
      }
    }
  }

  private struct TwoStatements: SQLCommand {
    struct Machine: SQLCommandMachine {
      var rest: [SQLFragment] = ["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"]

      var isAtomicGroup: Bool { true }

      mutating func next() -> SQLFragment? { rest.isEmpty ? nil : rest.removeFirst() }
      mutating func receive(_ row: inout SQLRowDecoder) {}
      mutating func finish(_ result: StatementResult) {}
      func output() {}
    }

    func machine(for context: SQLGenerationContext) -> Machine { Machine() }
  }

  private static func database(
    _ way: Way, _ folder: TemporaryFolder, _ plan: FaultPlan, _ configuration: DatabaseConfiguration
  ) async throws -> Database {
    let context = try SQLContext(path: folder.file("t.db"))
    try context.executeScript("CREATE TABLE t (n UNIQUE)")
    context.close()
    let driver = FaultyDriver(base: SQLiteDriver(path: folder.file("t.db")), plan: plan)
    return switch way {
    case .calling: try await Database(driver, configuration: configuration)
    case .suspending: try await Database(FaultySuspendingDriver(base: driver), configuration: configuration)
    }
  }

  private static func stored(_ folder: TemporaryFolder) throws -> [[SQLValue]] {
    let context = try SQLContext(path: folder.file("t.db"))
    defer { context.close() }
    return try context.values("SELECT n FROM t ORDER BY n")
  }

  /// A configuration with a clock that stands still, and whose waits are written down.
  private static func configuration(attempts: Int, _ waits: Shared<[Duration]>) -> DatabaseConfiguration {
    var configuration = DatabaseConfiguration(
      retries: RetryPolicy(attempts: attempts, firstDelay: .seconds(1), maximumDelay: .seconds(2)))
    configuration.surroundings = RetrySurroundings(
      now: { .zero }, sleep: { time in waits.update { $0.append(time) } }, random: { 1 })
    return configuration
  }

  @Test(arguments: Way.allCases, Call.allCases) func everyFaultAtEveryPlace(_ way: Way, _ call: Call) async throws {
    for place in Fault.Place.allCases {
      for kind in Fault.Kind.allCases {
        for count in [1, 2, 3] {
          let fault = Fault(place: place, kind: kind, count: count)
          let folder = try TemporaryFolder()
          let (plan, waits, attempts) = (FaultPlan(fault), Shared<[Duration]>([]), Shared(0))
          let database = try await Self.database(way, folder, plan, Self.configuration(attempts: 3, waits))
          let error = await thrownError { try await call.run(on: database, attempts) }
          let isRepaired = fault.isPassing && count < 3
          let begins = plan.sent.count { $0.hasPrefix("BEGIN") }
          #expect(begins == (fault.isPassing ? min(count + 1, 3) : 1), "\(fault)")
          #expect(waits.value == Array([.seconds(1), .seconds(2)].prefix(begins - 1)), "\(fault)")
          if call == .calls || call == .awaits {
            let withoutBody = place == .begin ? min(count, begins) : 0
            #expect(attempts.value == begins - withoutBody, "\(fault)")
          }
          let isCommitted = isRepaired || fault.kind == .lostAfter && place == .commit
          #expect((error == nil) == isRepaired, "\(fault): \(String(describing: error))")
          #expect(error == nil || (error?.outcome == .unknown) == (kind == .lostAfter), "\(fault)")
          #expect(try Self.stored(folder) == (isCommitted ? [[1], [2]] : []), "\(fault): exactly once, or not at all")
          // The connection, or the one that replaces it, goes on.
          #expect(try await database.execute("DELETE FROM t").affectedRows == (isCommitted ? 2 : 0), "\(fault)")
          await database.close()
        }
      }
    }
  }

  @Test(arguments: Way.allCases) func singleStatements(_ way: Way) async throws {
    for kind in Fault.Kind.allCases {
      let folder = try TemporaryFolder()
      let (plan, waits) = (FaultPlan(Fault(place: .firstWrite, kind: kind)), Shared<[Duration]>([]))
      let database = try await Self.database(way, folder, plan, Self.configuration(attempts: 3, waits))
      let error = await thrownError { try await database.execute("INSERT INTO t VALUES (1)") }
      let isPassing = plan.fault.isPassing
      #expect((error == nil) == isPassing, "\(kind): \(String(describing: error))")
      #expect(waits.value.count == (isPassing ? 1 : 0) && plan.sent.count == (isPassing ? 2 : 1), "\(kind)")
      #expect(try Self.stored(folder) == (kind == .constraint ? [] : [[1]]), "\(kind)")
      await database.close()
    }
  }

  /// Without a policy there is one attempt; the policy of a call replaces that of the database.
  @Test(arguments: Way.allCases) func thePolicyOfTheCallCounts(_ way: Way) async throws {
    for (general, own, begins) in [(1, nil, 1), (1, 2, 2), (3, nil, 3), (3, 1, 1)] as [(Int, Int?, Int)] {
      let folder = try TemporaryFolder()
      let (plan, waits) = (FaultPlan(Fault(place: .commit, kind: .busy, count: 5)), Shared<[Duration]>([]))
      let database = try await Self.database(way, folder, plan, Self.configuration(attempts: general, waits))
      let policy = own.map { RetryPolicy(attempts: $0) }
      let error = await thrownError {
        try await database.write(retries: policy) { (session: SQLSession) in
          try session.execute("INSERT INTO t VALUES (1)")
        }
      }
      #expect(error?.code == .busy && plan.sent.count { $0.hasPrefix("BEGIN") } == begins)
      #expect(try Self.stored(folder) == [])
      await database.close()
    }
    #expect(DatabaseConfiguration().retries == .never)
  }

  /// What a body ends by itself, or does behind the session's back, is never repeated.
  @Test(arguments: Way.allCases) func aBodyThatMayHaveCommittedIsNotRepeated(_ way: Way) async throws {
    let busy = DatabaseError(.busy, "from elsewhere", isRetrySafe: true)
    let endings: [@Sendable (SQLSession) throws -> Void] = [
      { session in _ = try? session.execute("COMMIT") },
      { session in _ = try? session.fetchAll(("COMMIT" as SQLFragment).rows(readOnly: false)) },
      { session in _ = try? session.prepare("COMMIT").execute() },
      { session in _ = try? session.executeScript("COMMIT") },
      { session in _ = try? session.withDriverConnection(FaultyConnection.self) { _ in } },
    ]
    for (index, ending) in endings.enumerated() {
      let folder = try TemporaryFolder()
      let (plan, waits) = (FaultPlan(Fault(place: .begin, kind: .busy, count: 0)), Shared<[Duration]>([]))
      let database = try await Self.database(way, folder, plan, Self.configuration(attempts: 3, waits))
      let error = await thrownError {
        try await database.write { (session: SQLSession) in
          try session.execute("INSERT INTO t VALUES (1)")
          try ending(session)
          throw busy
        }
      }
      // A driver that suspends lends no connection: nothing has happened behind anybody's back.
      let isSeen = index == 4 && way == .suspending
      #expect(error?.message == busy.message && waits.value.count == (isSeen ? 2 : 0), "ending \(index)")
      #expect(try Self.stored(folder).count == (index < 4 ? 1 : 0), "ending \(index)")
      await database.close()
    }
  }

  /// The wait between attempts holds no connection, and ends at once with the task or the database.
  @Test(arguments: [true, false]) func waitsEndAtOnce(cancels: Bool) async throws {
    let isWaiting = Shared(false)
    var configuration = DatabaseConfiguration(
      retries: RetryPolicy(deadline: .seconds(1 << 30), firstDelay: .seconds(1 << 20)))
    configuration.surroundings.sleep = { time in
      isWaiting.set(true)
      try await Task.sleep(for: time)
    }
    for awaits in [true, false] {
      isWaiting.set(false)
      let database = try await LocalDriver.memory.database(in: TemporaryFolder(), configuration: configuration)
      let task = Task {
        let busy = DatabaseError(.busy, "from elsewhere")
        if awaits {
          try await database.write { (_: DatabaseTransaction) -> Void in throw busy }
        } else {
          try await database.write { (_: SQLSession) -> Void in throw busy }
        }
      }
      try await eventually { isWaiting.value }
      try await database.execute("CREATE TABLE t (n)")
      if cancels { task.cancel() } else { await database.close() }
      let result = await task.result
      switch result {
      case .success: Issue.record("the body never succeeds")
      case .failure(let error):
        #expect(cancels ? error is CancellationError : (error as? DatabaseError)?.code == .connectionClosed)
      }
      await database.close()
    }
  }

  enum Fight: CaseIterable {
    case calls, awaits, commands
  }

  /// Two pools that wait for no lock fight for one file, and lose no update.
  @Test(arguments: [LocalDriver.sqlite, .sqlcipher], Fight.allCases)
  func twoPoolsOnOneFile(_ place: LocalDriver, _ fight: Fight) async throws {
    let folder = try TemporaryFolder()
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .zero
    let configuration = DatabaseConfiguration(
      retries: RetryPolicy(
        attempts: 1_000_000, deadline: .seconds(3600), firstDelay: .milliseconds(1), maximumDelay: .milliseconds(4)))
    let databases = [
      try await place.database(in: folder, configuration: configuration, settings: settings),
      try await place.database(in: folder, configuration: configuration, settings: settings),
    ]
    try await databases[0].executeScript("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (0)")
    let bodies = Shared(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for database in databases {
        for number in 0..<20 {
          // Those that read first fail on a snapshot that is not the newest any more.
          let kind: TransactionKind = number % 2 == 0 ? .deferred : .immediate
          group.addTask {
            switch fight {
            case .calls:
              try await database.write(kind) { (session: SQLSession) in
                bodies.update { $0 += 1 }
                let found = try session.fetchAll(("SELECT n FROM t" as SQLFragment).values(Int.self))[0]
                try session.execute("UPDATE t SET n = \(found + 1)")
              }
            case .awaits:
              try await database.write(kind) { (transaction: DatabaseTransaction) in
                bodies.update { $0 += 1 }
                let found = try await transaction.fetchAll(("SELECT n FROM t" as SQLFragment).values(Int.self))[0]
                await Task.yield()
                try await transaction.execute("UPDATE t SET n = \(found + 1)")
              }
            case .commands: try await database.execute("UPDATE t SET n = n + 1")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await databases[0].fetchAll(("SELECT n FROM t" as SQLFragment).values(Int.self)) == [40])
    if fight != .commands { #expect(bodies.value >= 40) }
    for database in databases { await database.close() }
  }
}
