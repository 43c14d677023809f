import Quarry
import QuarryRemote
import RqliteStandIn
import Testing
import TestSupport

/// Answers that a gateway may send after a node has executed a write: the outcome is unknown, and nothing is sent again.
@Suite struct RqliteGatewayTests {
  private static let statuses = [408, 409, 418, 425, 429, 500, 501, 502, 503, 504, 507, 520, 524, 599]
  private static let bodies = [
    "", "<html><h1>Service Unavailable</h1></html>", "upstream: leader not found", "leader not found, said the gateway",
    #"{"results":[],"error":"leader not found"}"#, "no leader", "busy",
  ]

  @Test(arguments: statuses, bodies)
  func aWriteIsUnknownAndSentOnce(_ status: Int, _ body: String) async throws {
    let script = try RqliteScript(["https://n1:4001", "https://n2:4001"]) { _, _ in
      .text(status, body, [("Retry-After", "0")])
    }
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute("DELETE FROM t") }
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown && error?.isRetrySafe == false)
    #expect(script.requests.count == 1)
    let batch = await thrownError { try await database.batch { $0.execute("DELETE FROM t") } }
    #expect(batch?.outcome == .unknown && script.requests.count == 2)
    let pragma = await thrownError { _ = try await database.execute("PRAGMA user_version = 2") }
    #expect(pragma?.outcome == .unknown && script.requests.count == 3)
  }

  @Test(arguments: [502, 503, 504])
  func aReadIsMadeAgain(_ status: Int) async throws {
    let script = try RqliteScript { _, number in
      number == 0 ? .text(status, "later") : .results(#"{"columns":["a"],"types":["integer"],"values":[[1]]}"#)
    }
    let database = try await script.database()
    #expect(try await database.fetchAll(("SELECT a FROM t" as SQLFragment).values(Int.self)) == [1])
    #expect(script.requests.count == 2)
  }

  @Test(arguments: [
    "dial tcp 10.0.0.1:4002: i/o timeout", "read tcp 10.0.0.1:4002: connection reset by peer",
    "the leader not found it",
    "not leader any more", "node failed to process Execute on remote node at n2: EOF", "stale read", "unauthorized",
    "dial tcp 10.0.0.1:4002: connect: connection refused while reading",
  ])
  func whatAFollowerSaysOfItsWayToTheLeader(_ message: String) async throws {
    let script = try RqliteScript { _, _ in .whole(#"{"results":[],"error":"\#(message)"}"#) }
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute("DELETE FROM t") }
    #expect(error?.outcome == .unknown && error?.isRetrySafe == false)
    #expect(script.requests.count == 1)
  }

  /// A gateway in front of a cluster that loses every other answer: no write is made twice, none is told wrongly.
  @Test(arguments: [429, 500, 502, 503, 504])
  func noWriteIsMadeTwice(_ status: Int) async throws {
    let cluster = try await RqliteStandIn()
    let nodes = await cluster.addresses
    let inner = CurlTransport()
    let count = Protected(0)
    let gateway = ScriptedTransport { (request, _) throws(HTTPError) in
      let answer = try await inner.send(request)
      guard request.url.contains("/db/execute") else { return answer }
      let isLost = count.withLock { count in
        count += 1
        return count % 2 == 0
      }
      return isLost ? .text(status, "<html>\(status)</html>", [("Retry-After", "0")]) : answer
    }
    let database = try await Database(try RqliteDriver(addresses: nodes, transport: gateway))
    var created = false
    while !created {
      let error = await thrownError { try await database.execute("CREATE TABLE IF NOT EXISTS t(a)") }
      created = error == nil
      #expect(error == nil || error?.outcome == .unknown)
    }
    var done = 0
    var unknown = 0
    for number in 0..<100 {
      let error = await thrownError { try await database.execute("INSERT INTO t VALUES (\(number))") }
      if error == nil { done += 1 } else { unknown += 1 }
      #expect(error == nil || error?.outcome == .unknown)
    }
    #expect(done == 50 && unknown == 50)
    let counts: SQLFragment = "SELECT count(*), count(DISTINCT a) FROM t"
    #expect(try await database.fetchAll(counts.rows()).map(\.values) == [[100, 100]])
    await database.close()
    await cluster.close()
  }
}
