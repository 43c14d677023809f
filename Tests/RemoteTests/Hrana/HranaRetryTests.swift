import Quarry
import QuarryRemote
import TestSupport
import Testing

private typealias Double = HranaDouble

/// The retries of the core beside those of the calls.
@Suite("Hrana: bodies that are tried again") struct HranaRetryTests {
  /// Gives the connection to a scripted server.
  private struct ScriptedDriver: DatabaseDriver {
    let answers: [HranaDouble.Answer]

    var name: String { "scripted" }
    var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: false) }

    nonisolated(nonsending) func open(_ role: ConnectionRole) async throws(DatabaseError) -> sending HranaConnection {
      let double = HranaDouble(answers)
      transport.set(double.transport)
      return double.connection
    }

    let transport = Shared<ScriptedTransport?>(nil)

    var bodies: [String] {
      transport.value?.requests.filter { $0.method == "POST" }.map { String(decoding: $0.body ?? [], as: UTF8.self) }
        ?? []
    }
  }

  private static let open = HranaDouble.Answer.results("b", Double.done, Double.autocommit(false))
  private static let committed = HranaDouble.Answer.results("b", Double.done, Double.autocommit(true))
  private static let left = HranaDouble.Answer.results(nil, Double.closed)

  private func database(_ driver: ScriptedDriver) async throws -> Database {
    var configuration = DatabaseConfiguration(retries: RetryPolicy(attempts: 2, firstDelay: .zero))
    configuration.surroundings.sleep = { _ in }
    return try await Database(driver, configuration: configuration)
  }

  @Test(arguments: [true, false]) func aStreamThatIsLostBeforeTheCommit(awaits: Bool) async throws {
    let driver = ScriptedDriver(answers: [
      Self.open, .status(503, ""), Self.left, Self.open, Self.open, Self.committed, Self.left,
    ])
    let database = try await database(driver)
    let bodies = Shared(0)
    if awaits {
      try await database.write { (transaction: DatabaseTransaction) in
        bodies.update { $0 += 1 }
        try await transaction.execute("INSERT INTO t VALUES (1)")
      }
    } else {
      try await database.write { (session: SQLSession) in
        bodies.update { $0 += 1 }
        try session.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(bodies.value == 2)
    #expect(driver.bodies.count { $0.contains("INSERT") } == 2 && driver.bodies.count { $0.contains("COMMIT") } == 1)
    await database.close()
  }

  @Test func aLostCommitIsNotRepeated() async throws {
    let driver = ScriptedDriver(answers: [Self.open, Self.open, .status(503, ""), Self.left])
    let database = try await database(driver)
    let bodies = Shared(0)
    let error = try await databaseError {
      try await database.write { (transaction: DatabaseTransaction) in
        bodies.update { $0 += 1 }
        try await transaction.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(error.outcome == .unknown && bodies.value == 1)
    #expect(driver.bodies.count { $0.contains("COMMIT") } == 1)
    await database.close()
  }

  /// All tries of a request are one attempt of the database.
  @Test func triesOfRequestsAreOneAttempt() async throws {
    let full = HranaDouble.Answer.status(429, "too many streams are open")
    let done = HranaDouble.Answer.results(nil, Double.done, Double.closed)
    for (answers, isDone) in [
      ([full, full, full, full, done], true), ([full, full, full, full, full, full, done], false),
    ] {
      let driver = ScriptedDriver(answers: answers)
      let database = try await database(driver)
      let error = await thrownError { try await database.execute("INSERT INTO t VALUES (1)") }
      #expect((error == nil) == isDone && driver.bodies.count == (isDone ? 5 : 6))
      await database.close()
    }
  }
}
