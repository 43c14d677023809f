#if Command
import Foundation
import Quarry
import QuarryServer
import Testing
import TestSupport

@Suite struct StreamTests {
  @Test(arguments: [false, true]) func anIdleStreamExpiresAndRollsBack(isFile: Bool) async throws {
    try await withServer(isFile: isFile, limits: ServerLimits(streamIdleTime: .milliseconds(40))) {
      (served) async throws in
      let answer = try await served.pipeline(
        execute("CREATE TABLE t(n)"), execute("BEGIN IMMEDIATE"), execute("INSERT INTO t VALUES (1)"))
      let baton = try #require(try answer.json()["baton"].string)
      try await eventually { await served.server.openStreams == 0 }
      #expect(await served.server.openStreams == 0)
      let late = try await served.pipeline(execute("COMMIT"), baton: baton)
      #expect(late.status == 400)
      #expect(try late.json()["code"].string == "STREAM_EXPIRED")
      let counts = try await served.query("SELECT count(*) FROM t").json()
      #expect(counts["data"]["rows"][0][0].int == 0)
    }
  }

  @Test(arguments: [false, true]) func aLongTransactionEndsWhenSomebodyWaits(isFile: Bool) async throws {
    let limits = ServerLimits(transactionTime: .milliseconds(30), streamIdleTime: .seconds(300))
    try await withServer(isFile: isFile, limits: limits) { (served) async throws in
      let answer = try await served.pipeline(
        execute("CREATE TABLE t(n)"), execute("BEGIN IMMEDIATE"), execute("INSERT INTO t VALUES (1)"))
      let baton = try #require(try answer.json()["baton"].string)
      // Nobody waits: the transaction may go on.
      try await Task.sleep(for: .milliseconds(40))
      let going = try await served.pipeline(execute("INSERT INTO t VALUES (2)"), baton: baton).json()
      #expect(going["results"][0]["type"].string == "ok")
      let other = try await served.query("INSERT INTO t VALUES (3)")
      #expect(other.status == 200)
      let next = try #require(going["baton"].string)
      let ended = try await served.pipeline(execute("INSERT INTO t VALUES (4)"), execute("SELECT 1"), baton: next)
        .json()
      #expect(ended["results"][0]["error"]["code"].string == "TRANSACTION_TIMEOUT")
      #expect(ended["results"][1]["type"].string == "ok")
      let rows = try await served.query("SELECT n FROM t").json()["data"]["rows"]
      #expect(rows.count == 1 && rows[0][0].int == 3)
    }
  }

  @Test func readersGoOnBesideAWriter() async throws {
    try await withServer(isFile: true) { (served) async throws in
      let answer = try await served.pipeline(
        execute("CREATE TABLE t(n)"), execute("BEGIN IMMEDIATE"), execute("INSERT INTO t VALUES (1)"))
      #expect(try answer.json()["results"][2]["type"].string == "ok")
      let read = try await served.pipeline(execute("SELECT count(*) FROM t"), "{\"type\":\"close\"}").json()
      #expect(read["results"][0]["response"]["result"]["rows"][0][0]["value"].string == "0")
    }
  }

  @Test(arguments: [false, true]) func aStatementIsEndedAfterItsTime(isFile: Bool) async throws {
    try await withServer(isFile: isFile, limits: ServerLimits(statementTime: .milliseconds(30))) {
      (served) async throws in
      let endless = "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
      let json = try await served.pipeline(execute(endless), execute("SELECT 1")).json()
      #expect(json["results"][0]["error"]["code"].string == "SQLITE_INTERRUPT")
      #expect(json["results"][1]["type"].string == "ok")
      #expect(try await served.query(endless).status == 408)
    }
  }

  @Test func resultsAreLimited() async throws {
    try await withServer(limits: ServerLimits(requestBytes: 2000, responseBytes: 1000, rows: 5)) {
      (served) async throws in
      let json = try await served.pipeline(
        execute("SELECT zeroblob(2000)"), execute("VALUES (1), (2), (3), (4), (5), (6)"), execute("VALUES (1), (2)")
      ).json()
      #expect(json["results"][0]["error"]["code"].string == "RESPONSE_TOO_LARGE")
      #expect(json["results"][1]["error"]["code"].string == "RESPONSE_TOO_LARGE")
      #expect(json["results"][2]["type"].string == "ok")
      #expect(try await served.query(String(repeating: "x", count: 3000)).status == 413)
    }
  }

  @Test func nothingOfAClientIsLeftToTheNext() async throws {
    try await withServer(isFile: true) { (served) async throws in
      _ = try await served.pipeline(
        execute("PRAGMA foreign_keys = 0"), execute("CREATE TEMP TABLE mine(n)"), execute("BEGIN"),
        execute("SELECT 1"), "{\"type\":\"close\"}")
      let json = try await served.pipeline(
        execute("PRAGMA foreign_keys"), execute("SELECT * FROM mine"), "{\"type\":\"get_autocommit\"}"
      ).json()
      #expect(json["results"][0]["response"]["result"]["rows"][0][0]["value"].string == "1")
      #expect(json["results"][1]["type"].string == "error")
      #expect(json["results"][2]["response"]["is_autocommit"].bool == true)
    }
  }

  @Test func streamsWithoutATransactionMakeRoomForNewOnes() async throws {
    try await withServer(isFile: true, limits: ServerLimits(streamIdleTime: .seconds(300), streams: 3)) {
      (served) async throws in
      let open = try await served.pipeline(execute("CREATE TABLE t(n)"), execute("BEGIN IMMEDIATE")).json()
      let holder = try #require(open["baton"].string)
      var first: String?
      for _ in 0..<20 {
        let answer = try await served.pipeline(execute("SELECT 1"))
        #expect(answer.status == 200)
        if first == nil { first = try answer.json()["baton"].string }
      }
      #expect(await served.server.openStreams == 3)
      let going = try await served.pipeline(execute("INSERT INTO t VALUES (1)"), execute("COMMIT"), baton: holder)
        .json()
      #expect(going["results"][1]["type"].string == "ok")
      let gone = try await served.pipeline(execute("SELECT 1"), baton: first)
      #expect(gone.status == 400)
    }
  }

  @Test func streamsWithATransactionMakeNoRoom() async throws {
    try await withServer(
      isFile: true,
      limits: ServerLimits(
        waitingTime: .milliseconds(40), streamIdleTime: .seconds(300), streams: 2)
    ) {
      (served) async throws in
      for _ in 0..<2 {
        let answer = try await served.pipeline(execute("BEGIN"), execute("SELECT 1"))
        #expect(answer.status == 200)
      }
      let refused = try await served.pipeline(execute("SELECT 1"))
      #expect(refused.status == 429)
    }
  }

  @Test func manyClientsAtOnce() async throws {
    try await withServer(isFile: true) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<24 {
          group.addTask {
            let answer = try await served.pipeline(
              execute("BEGIN IMMEDIATE"), execute("INSERT INTO t VALUES (\(number))"), execute("COMMIT"),
              "{\"type\":\"close\"}")
            let results = try answer.json()["results"]
            return (0..<4).allSatisfy { results[$0]["type"].string == "ok" }
          }
        }
        for try await isDone in group { #expect(isDone) }
      }
      let rows = try await served.query("SELECT count(DISTINCT n), count(*) FROM t").json()["data"]["rows"]
      #expect(rows[0][0].int == 24 && rows[0][1].int == 24)
    }
  }

  /// A connection that has not looked for a while knows an older schema, by which SQLite refuses names that are free.
  @Test func definitionsSeeWhatOtherClientsHaveDropped() async throws {
    try await withServer(isFile: true) { (served) async throws in
      let first = try await served.pipeline(execute("CREATE TABLE t(n)"), execute("CREATE INDEX i ON t(n)"))
      var a = try first.json()["baton"].string
      var b = try await served.pipeline(execute("SELECT * FROM t")).json()["baton"].string
      for _ in 0..<3 {
        let dropped = try await served.pipeline(execute("DROP TABLE t"), execute("CREATE TABLE t(n)"), baton: a)
        a = try dropped.json()["baton"].string
        let made = try await served.pipeline(execute("CREATE INDEX i ON t(n)"), baton: b)
        b = try made.json()["baton"].string
        #expect(try made.json()["results"][0]["type"].string == "ok", "\(made.text)")
        swap(&a, &b)
      }
    }
  }
}
#endif
