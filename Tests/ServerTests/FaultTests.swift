#if Command
import Foundation
import Quarry
import QuarryServer
import Testing

@Suite struct FaultTests {
  @Test func everyCutLeavesExactlySoManyBytes() async throws {
    let faults = FaultPlan()
    try await withServer(faults: faults) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let whole = try await served.query("INSERT INTO t VALUES (1)")
      let count = whole.bytes.count
      for cut in 0..<count {
        faults.removeAll()
        faults.add(.cutAnswer(afterBytes: cut), path: "/v1/", times: 1)
        #expect(try await served.query("INSERT INTO t VALUES (1)").bytes.count == cut)
      }
      #expect(try await served.query("SELECT count(*) FROM t").json()["data"]["rows"][0][0].int == count + 1)
    }
  }

  @Test func requestsThatAreNotLookedAt() async throws {
    let faults = FaultPlan()
    try await withServer(faults: faults) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      faults.add(.dropRequest, skipping: 1, times: 1)
      faults.add(.status(503), skipping: 1, times: 1)
      faults.add(.status(429, retryAfter: 7), skipping: 1, times: 1)
      faults.add(.expiredToken, skipping: 1, times: 1)
      #expect(try await served.query("INSERT INTO t VALUES (1)").status == 200)
      #expect(try await served.query("INSERT INTO t VALUES (2)").bytes.isEmpty)
      faults.removeAll()
      faults.add(.status(503), times: 1)
      #expect(try await served.query("INSERT INTO t VALUES (2)").status == 503)
      faults.add(.status(429, retryAfter: 7), times: 1)
      let busy = try await served.query("INSERT INTO t VALUES (3)")
      #expect(busy.status == 429 && busy.header("Retry-After") == "7")
      faults.add(.expiredToken, path: "/v3", times: 1)
      #expect(try await served.pipeline(execute("INSERT INTO t VALUES (4)")).status == 401)
      faults.add(.status(500, executes: true), times: 1)
      #expect(try await served.query("INSERT INTO t VALUES (5)").status == 500)
      let rows = try await served.query("SELECT n FROM t ORDER BY n").json()["data"]["rows"]
      #expect(rows.count == 2 && rows[0][0].int == 1 && rows[1][0].int == 5)
      #expect(faults.requestCount == 8)
    }
  }

  @Test func bodiesThatAreWrong() async throws {
    let faults = FaultPlan()
    try await withServer(faults: faults) { (served) async throws in
      faults.add(.truncatedBody(bytes: 10), times: 1)
      let short = try await served.query("SELECT 1")
      #expect(short.body.count == 10 && short.header("Content-Length") == "10")
      faults.add(.oversizedBody(bytes: 100_000), times: 1)
      let long = try await served.query("SELECT 1")
      #expect(long.body.count == 100_000)
      #expect(try long.json()["success"].bool == true)
      faults.add(.delay(.milliseconds(40)), times: 1)
      let start = ContinuousClock.now
      #expect(try await served.query("SELECT 1").status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(40))
    }
  }

  @Test func aServerStartsAndStops() async throws {
    try await withServer { (served) async throws in
      let port = try #require(served.server.port)
      await #expect(throws: DatabaseError.self) { try await served.server.start() }
      let second = try QuarryServer(
        configuration: ServerConfiguration(databases: [ServedDatabase(served.database)], port: port))
      await #expect(throws: DatabaseError.self) { try await second.start() }
      _ = try await served.pipeline(execute("CREATE TABLE t(n)"), execute("BEGIN"), execute("INSERT INTO t VALUES (1)"))
      await served.server.stop()
      #expect(served.server.port == nil)
      let rows = try await served.database.fetchAll(SQLFragment(raw: "SELECT n FROM t").rows())
      #expect(rows.isEmpty)
      let again = try await served.server.start()
      #expect(again > 0)
    }
  }
}
#endif
