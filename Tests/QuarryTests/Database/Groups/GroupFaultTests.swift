import Quarry
import QuarrySQLite
import Testing
import TestSupport

/// Faults in the middle of a group: nobody is told of a success that wasn't one, and nothing happens twice.
@Suite("Writes that wait together: faults")
struct GroupFaultTests {
  @Test("Every fault at every statement", arguments: Fault.Place.allCases, Fault.Kind.allCases)
  func faults(_ place: Fault.Place, _ kind: Fault.Kind) async throws {
    for attempts in [1, 3] {
      let folder = try TemporaryFolder()
      let plan = FaultPlan(Fault(place: place, kind: kind), isArmed: false)
      let database = try await Database(
        FaultyDriver(base: SQLiteDriver(path: folder.file("a.db")), plan: plan),
        configuration: DatabaseConfiguration(retries: RetryPolicy(attempts: attempts, deadline: .seconds(600))))
      let line = try await WriterLine(database)
      try await database.execute("CREATE TABLE t (n INTEGER)")
      let results = try await line.run(
        (0..<8).map { number in { try await $0.run(OneStatement("INSERT INTO t VALUES (\(number))")) } },
        whileWaiting: { _ in plan.arm() })
      let rows = try await line.rows("SELECT n FROM t ORDER BY n").map { $0[0] }
      #expect(Set(rows).count == rows.count, "twice: \(rows)")
      for (number, result) in results.enumerated() {
        let isThere = rows.contains(.integer(Int64(number)))
        switch result {
        case .success: #expect(isThere, "\(number) was acknowledged")
        case .failure(let error as DatabaseError):
          if error.outcome == .notApplied { #expect(!isThere, "\(number) was not applied: \(error)") }
          #expect(error.isTransactionOpen != true)
        case .failure(let error): Issue.record(error)
        }
      }
      let failed = results.count { (try? $0.get()) == nil }
      // What others can mend costs at most its own caller a failure.
      if kind != .lostAfter && !(place != .commit && kind == .lostBefore) { #expect(failed <= 1, "\(results)") }
      await database.close()
    }
  }

  @Test("A statement that succeeds and loses the connection loses its group, and its caller is told", arguments: 0..<4)
  func closing(_ victim: Int) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder) { connection in
      try connection.addFunction("closing", argumentCount: 0) { _ in
        connection.closeSynchronously()
        return 1
      }
    }
    try await line.database.execute("CREATE TABLE t (n INTEGER, closed INTEGER)")
    let results = try await line.run(
      (0..<4).map { number in
        {
          let text: SQLFragment =
            number == victim ? "INSERT INTO t VALUES (\(number), closing())" : "INSERT INTO t VALUES (\(number), 0)"
          return try await $0.run(OneStatement(text))
        }
      })
    let rows = try await line.rows("SELECT n FROM t ORDER BY n").map { $0[0] }
    for (number, result) in results.enumerated() {
      let isThere = rows.contains(.integer(Int64(number)))
      switch result {
      case .success: #expect(isThere, "\(number) was acknowledged")
      case .failure(let error as DatabaseError):
        #expect(!isThere || error.outcome != .notApplied, "\(number): \(error)")
      case .failure(let error): Issue.record(error)
      }
      if number != victim { #expect(isThere, "\(number) had no part in it") }
    }
    await line.database.close()
  }
}
