#if Command
import Foundation
import Quarry
import QuarryRemote
import QuarryServer
import Testing

/// Idempotency keys: what is kept is bounded, and no call is ever run twice.
@Suite struct IdempotencyTests {
  private func insert(_ served: Served, _ key: String, size: Int) async throws -> RawClient.Answer {
    try await served.query(
      "INSERT INTO t VALUES (1) RETURNING hex(zeroblob(\(size)))", headers: ["Idempotency-Key: \(key)"])
  }

  private func count(_ served: Served) async throws -> Int? {
    try await served.query("SELECT count(*) FROM t").json()["data"]["rows"][0][0].int
  }

  @Test func answersAreBoundedInBytesAndNothingRunsTwice() async throws {
    var limits = ServerLimits.patient
    limits.idempotencyBytes = 100_000
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      for number in 0..<30 { #expect(try await insert(served, "k\(number)", size: 10_000).status == 200) }
      let size = await served.server.idempotencySize
      #expect(size.bytes <= 100_000 && size.bytes > 0)
      #expect(size.keys == 30)
      var kept = 0
      for number in 0..<30 {
        let again = try await insert(served, "k\(number)", size: 10_000)
        #expect(again.header("Idempotency-Replayed") == "true")
        if again.status == 200 {
          kept += 1
        } else {
          #expect(again.status == 410)
          #expect(try again.json()["errorDetail"]["kind"].string == "answer_dropped")
        }
      }
      #expect(kept == 4)
      #expect(try await count(served) == 30)
      // One that alone is larger than all that may be kept.
      #expect(try await insert(served, "large", size: 200_000).status == 200)
      #expect(try await insert(served, "large", size: 200_000).status == 410)
      // The same key for another request is told from a repeated one, dropped or not.
      #expect(try await insert(served, "large", size: 1).status == 422)
      #expect(try await count(served) == 31)
    }
  }

  @Test func keysAreBoundedInNumber() async throws {
    var limits = ServerLimits.patient
    limits.idempotencyKeys = 5
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      for number in 0..<5 { #expect(try await insert(served, "k\(number)", size: 1).status == 200) }
      let refused = try await insert(served, "k5", size: 1)
      #expect(refused.status == 503 && refused.header("Retry-After") != nil)
      #expect(try refused.json()["errorDetail"]["kind"].string == "too_many_keys")
      #expect(try await insert(served, "k0", size: 1).header("Idempotency-Replayed") == "true")
      #expect(try await count(served) == 5)
    }
  }

  @Test func oldKeysMakeRoom() async throws {
    var limits = ServerLimits.patient
    limits.idempotencyKeys = 5
    limits.idempotencyLeastTime = .zero
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      for number in 0..<50 { #expect(try await insert(served, "k\(number)", size: 1).status == 200) }
      #expect(await served.server.idempotencySize.keys == 5)
      #expect(try await insert(served, "k49", size: 1).header("Idempotency-Replayed") == "true")
      #expect(try await count(served) == 50)
    }
  }

  @Test func keysGrowOld() async throws {
    var limits = ServerLimits.patient
    limits.idempotencyTime = .zero
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      for _ in 0..<3 { #expect(try await insert(served, "k", size: 1).header("Idempotency-Replayed") == nil) }
      #expect(await served.server.idempotencySize.keys == 1)
    }
  }

  /// Calls that fail after something of them has happened: the same key again must not do it again.
  @Test func whatHasHappenedInPartIsNotRunAgain() async throws {
    var limits = ServerLimits.patient
    limits.responseBytes = 5_000
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let first = try await insert(served, "large", size: 10_000)
      #expect(first.status == 413)
      let again = try await insert(served, "large", size: 10_000)
      #expect(again.status == 413 && again.header("Idempotency-Replayed") == "true")
      #expect(try await count(served) == 1)
      for isTransaction in [false, true] {
        let body = """
          {"statements":[{"sql":"INSERT INTO t VALUES (2)"},{"sql":"SELECT * FROM nowhere"}],"transaction":\(isTransaction)}
          """
        for _ in 0..<2 {
          let answer = try await served.client.call(
            "POST", "/v1/db/default/main/batch", headers: ["Idempotency-Key: b\(isTransaction)"], body: body)
          #expect(answer.status == 400)
        }
      }
      #expect(try await count(served) == 2)
    }
  }

  /// The driver whose answer was lost, and whose repeated call finds the answer dropped: it cannot say that nothing was done.
  @Test func theDriverDoesNotTakeADroppedAnswerForNothing() async throws {
    var limits = ServerLimits.patient
    limits.idempotencyBytes = 0
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      let driver = try PerSQLDriver(
        baseURL: "http://127.0.0.1:\(served.client.port)", database: "default/main", transport: CurlTransport(),
        policy: .patient, timeouts: .patient)
      let database = try await Database(driver)
      try await database.execute("CREATE TABLE t(n)")
      served.server.faults.add(.cutAnswer(afterBytes: 0), path: "/v1/", times: 1)
      let error = await #expect(throws: DatabaseError.self) { try await database.execute("INSERT INTO t VALUES (1)") }
      #expect(error?.code == .outcomeUnknown)
      #expect(error?.outcome == .unknown)
      let count: SQLFragment = "SELECT count(*) FROM t"
      let found: Int? = try await database.fetchOne(count.values(Int.self))
      #expect(found == 1)
      await database.close()
    }
  }
}
#endif
