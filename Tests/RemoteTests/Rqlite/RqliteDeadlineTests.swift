import Quarry
import QuarryRemote
import Testing
import TestSupport

/// One deadline for an operation, over all nodes, tries, redirects and questions: by a clock of the test's own.
@Suite struct RqliteDeadlineTests {
  /// A clock that goes on only when something waits.
  private final class Clock: Sendable {
    private let time = Protected(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    func set(_ duration: Duration) { time.withLock { $0 = duration } }
    var surroundings: RetrySurroundings {
      RetrySurroundings(now: { self.now }, sleep: { self.advance($0) }, random: { 1 })
    }
  }

  private static let nodes = ["http://n1:4001", "http://n2:4001", "http://n3:4001"]

  private func database(
    _ clock: Clock, timeout: Duration = .seconds(3), deadline: Duration = .seconds(4), redirects: Bool = false,
    _ answer: @escaping RqliteScript.Answer
  ) async throws -> (Database, RqliteScript) {
    let script = try RqliteScript(
      Self.nodes, redirects: redirects, policy: RetryPolicy(attempts: 20, deadline: deadline),
      timeouts: RemoteTimeouts(call: timeout), answer)
    let database = try await Database(script.driver.with(clock.surroundings))
    clock.set(.zero)
    return (database, script)
  }

  /// Nothing ever comes back: the request's own time goes by.
  private static func blackHole(_ clock: Clock, sent: Bool) -> RqliteScript.Answer {
    { (request, _) throws(HTTPError) in
      clock.advance(sent ? request.timeout : min(request.timeout, request.connectTimeout))
      throw HTTPError(sent ? .timeout : .connectTimeout, mayHaveBeenSent: sent, "nothing came")
    }
  }

  @Test(arguments: [true, false])
  func threeBlackHoles(_ sent: Bool) async throws {
    let clock = Clock()
    let (database, script) = try await database(clock, Self.blackHole(clock, sent: sent))
    let read = await thrownError { _ = try await database.fetchAll(("SELECT a FROM t" as SQLFragment).rows()) }
    #expect(read?.code == .timedOut && read?.outcome == .notApplied)
    #expect(clock.now >= .seconds(3) && clock.now <= .seconds(4))
    #expect(script.requests.count == 2)
    clock.set(.zero)
    let write = await thrownError { _ = try await database.execute("DELETE FROM t") }
    #expect(write?.outcome == (sent ? .unknown : .notApplied))
    #expect(clock.now <= .seconds(4))
    clock.set(.zero)
    let returning: SQLFragment = "DELETE FROM t RETURNING a"
    let returned = await thrownError { _ = try await database.fetchAll(returning.rows()) }
    #expect(returned?.outcome == .notApplied)
    #expect(clock.now <= .seconds(4))
    clock.set(.zero)
    _ = await thrownError { try await database.batch { $0.execute("DELETE FROM t") } }
    #expect(clock.now <= .seconds(4))
  }

  /// What is asked beforehand, and every node, takes from the same time.
  @Test func questionsTakeFromTheSameTime() async throws {
    let clock = Clock()
    let (database, _) = try await database(clock) { (request, number) throws(HTTPError) in
      clock.advance(.milliseconds(1500))
      guard request.timeout >= .milliseconds(1500) else {
        throw HTTPError(.timeout, mayHaveBeenSent: true, "nothing came")
      }
      return number < 1 ? .results(#"{"columns":["a"],"types":["integer"]}"#) : .text(503, "leader not found")
    }
    let returning: SQLFragment = "DELETE FROM t RETURNING a"
    _ = await thrownError { _ = try await database.fetchAll(returning.rows()) }
    #expect(clock.now <= .seconds(6))
  }

  @Test func redirectsTakeFromTheSameTime() async throws {
    let clock = Clock()
    let (database, _) = try await database(clock, redirects: true) { (request, _) throws(HTTPError) in
      clock.advance(min(request.timeout, .seconds(1)))
      return .text(301, "", [("Location", request.url)])
    }
    let error = await thrownError { _ = try await database.execute("DELETE FROM t") }
    #expect(error?.code == .busy && error?.outcome == .notApplied)
    #expect(clock.now <= .seconds(5))
  }

  @Test func aClusterWithoutALeader() async throws {
    let clock = Clock()
    let (database, script) = try await database(clock) { (_, _) throws(HTTPError) in
      clock.advance(.milliseconds(10))
      return .text(503, "leader not found\n")
    }
    let error = await thrownError { _ = try await database.execute("DELETE FROM t") }
    #expect(error?.code == .busy && error?.isRetrySafe == true)
    #expect(clock.now <= .seconds(4) && script.requests.count > 9)
  }
}
