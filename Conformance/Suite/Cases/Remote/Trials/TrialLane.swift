internal import Quarry

/// A database for trials in order, with the faults in front of it.
final class TrialLane: Sendable {
  /// The longest time for an attempt of a call that must outlast the fault.
  static let hastyTimeout = Duration.seconds(1)
  /// The longest time for any other call, with all of its attempts.
  static let patience = Duration.seconds(15)

  /// A route without faults.
  let truth: Database
  /// The route with faults.
  let patient: Database
  /// The route with faults and little time for each attempt.
  let hasty: Database
  let http: FaultProxy?
  let tcp: TCPFaultProxy?
  /// The usual number of sent and received bytes of each statement.
  let usual: [TrialStatement: (requests: Int, answers: Int)]

  /// Creates a database and opens it on its three routes.
  init(_ test: CaseContext, overTCP: Bool, _ statements: [TrialStatement]) async throws {
    let name = test.driver.isolatesCases ? test.uniqueName("lane") : "main"
    let truth = try await test.database(name)
    try await test.run(
      test.driver.isolatesCases ? TrialStatement.schema : TrialStatement.schema.map(Self.anew), in: truth)
    self.truth = truth
    let http = try overTCP ? nil : test.faultServer()
    let tcp = try overTCP ? test.byteProxy() : nil
    self.http = http
    self.tcp = tcp
    func opened(_ timeout: Duration, _ deadline: Duration) async throws -> Database {
      var route = DriverRoute(port: http?.port ?? tcp?.port ?? 0)
      route.deadline = deadline
      route.attempts = 3
      route.timeout = timeout
      let database = try await test.database(by: route, name: name)
      _ = try await test.rows(database, "SELECT count(*) FROM facts")
      return database
    }
    let patient = try await opened(.seconds(6), .seconds(12))
    self.patient = patient
    var hasty: Database?
    // What a driver asks when it is opened may take longer than that on a loaded machine, which gets more time then.
    for timeout in [1, 1, 1, 2, 2, 3, 3] as [Int] where hasty == nil {
      do { hasty = try await opened(Self.hastyTimeout * timeout, .seconds(4 * timeout)) } catch let error
        as DatabaseError
      {
        guard error.code == .timedOut else { throw error }
      }
    }
    self.hasty = try test.require(hasty, "the database opens within its little time")
    var usual: [TrialStatement: (requests: Int, answers: Int)] = [:]
    if let tcp {
      for statement in statements {
        // The first time may bring questions with it that are not asked again.
        for number in [Int64(-1), -2] {
          try await statement.prepare(number, in: truth)
          let before = tcp.traffic
          _ = try await statement.play(number, in: patient, test)
          let after = tcp.traffic
          usual[statement] = (after.requests - before.requests, after.answers - before.answers)
        }
      }
    }
    self.usual = usual
  }

  /// Returns a statement of the schema for a database that an earlier lane may have used.
  private static func anew(_ statement: String) -> String {
    statement.replacingPrefix("CREATE TABLE ", by: "CREATE TABLE IF NOT EXISTS ")
      .replacingPrefix("INSERT INTO facts", by: "INSERT OR REPLACE INTO facts")
  }

  /// Returns the real outcomes: for each run, the number of its rows or the result of its increments.
  func counts(_ test: CaseContext) async throws -> [Int64: Int64] {
    var counts: [Int64: Int64] = [:]
    for query in ["SELECT run, count(*) FROM ledger GROUP BY run", "SELECT id, n FROM counter"] {
      for row in try await test.rows(truth, SQLFragment(raw: query)) {
        if case .integer(let run)? = row.first, case .integer(let count)? = row.last { counts[run] = count }
      }
    }
    return counts
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
