#if Command
import Foundation
import Quarry
import QuarryMemory
import QuarryServer
import Testing
import TestSupport

/// How a server ends, and how its streams are shared.
@Suite struct StopTests {
  @Test(arguments: [false, true]) func callsInFlightEnd(isFile: Bool) async throws {
    try await withServer(isFile: isFile, limits: Self.patient(.seconds(60))) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let faults = served.server.faults
      faults.add(.delay(.milliseconds(200)))
      let before = faults.requestCount
      try await withThrowingTaskGroup(of: RawClient.Answer.self) { group in
        for number in 0..<8 { group.addTask { try await served.query("INSERT INTO t VALUES (\(number))") } }
        #expect(try await eventually { faults.requestCount == before + 8 })
        let (first, second) = (Task { await served.server.stop() }, Task { await served.server.stop() })
        for try await answer in group {
          #expect(answer.status == 200)
          #expect(answer.header("Connection") == "close")
        }
        await first.value
        await second.value
      }
      #expect(served.server.port == nil)
      let count: SQLFragment = "SELECT count(*) FROM t"
      let found: Int? = try await served.database.fetchOne(count.values(Int.self))
      #expect(found == 8)
    }
  }

  /// A call that would not end is cut off, and its transaction is rolled back; half requests hold nothing up.
  @Test func whatDoesNotEndIsCutOff() async throws {
    try await withServer(isFile: true, limits: Self.patient(.milliseconds(50))) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let port = served.client.port
      let half = try await onThread {
        let socket = try RawSocket(port: port)
        socket.send("POST /v3/pipeline HTTP/1.1\r\n")
        return socket
      }
      let endless = "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
      let call = Task {
        try await served.pipeline(execute("BEGIN IMMEDIATE"), execute("INSERT INTO t VALUES (1)"), execute(endless))
      }
      let socket = try await SocketClient(served)
      try await socket.request(#"{"type":"open_stream","stream_id":1}"#)
      #expect(try await eventually { await served.server.openStreams == 2 })
      await served.server.stop()
      #expect(try await call.value.bytes.isEmpty)
      #expect(half.isClosedByServer)
      await #expect(throws: (any Error).self) { try await socket.receive() }
      let count: SQLFragment = "SELECT count(*) FROM t"
      let found: Int? = try await served.database.fetchOne(count.values(Int.self))
      #expect(found == 0)
    }
  }

  /// The task that waits for a server is cancelled, as at Ctrl-C: calls in flight end too.
  @Test func cancellingTheWaitStopsInTheSameWay() async throws {
    try await withServer(limits: Self.patient(.seconds(60))) { (served) async throws in
      let faults = served.server.faults
      faults.add(.delay(.milliseconds(200)))
      let waits = Task { await served.server.wait() }
      let call = Task { try await served.query("SELECT 1") }
      #expect(try await eventually { faults.requestCount == 1 })
      waits.cancel()
      #expect(try await call.value.status == 200)
      await waits.value
      #expect(served.server.port == nil)
    }
  }

  static func patient(_ time: Duration) -> ServerLimits {
    var limits = ServerLimits.patient
    limits.stopTime = time
    return limits
  }

  // MARK: Shares

  @Test(arguments: [false, true]) func oneClientCannotHoldAllStreams(byToken: Bool) async throws {
    var limits = ServerLimits.patient
    limits.streams = 6
    limits.streamsPerClient = 3
    limits.waitingTime = .milliseconds(40)
    let access = byToken ? ServerAccess(tokens: [ServerToken("a"), ServerToken("b")]) : ServerAccess()
    try await withServer(isFile: true, access: access, limits: limits) { (served) async throws in
      func begin(_ client: String) async throws -> Int? {
        let body = "{\"requests\":[\(execute("BEGIN")),\(execute("SELECT 1"))]}"
        return try await served.client.call(
          "POST", "/v3/pipeline", headers: byToken ? ["Authorization: Bearer \(client)"] : [], body: body,
          from: byToken ? nil : client == "a" ? "127.0.0.2" : "127.0.0.3"
        ).status
      }
      for number in 0..<6 { #expect(try await begin("a") == (number < 3 ? 200 : 429)) }
      for number in 0..<4 { #expect(try await begin("b") == (number < 3 ? 200 : 429)) }
      #expect(await served.server.openStreams == 6)
    }
  }

  @Test func oneClientCannotHoldAllStreamsOverWebSocket() async throws {
    var limits = ServerLimits.patient
    limits.streamsPerClient = 3
    limits.waitingTime = .milliseconds(40)
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      let first = try await SocketClient(served, from: "127.0.0.2")
      let other = try await SocketClient(served, from: "127.0.0.3")
      for id in 1...5 {
        let answer = try await first.request("{\"type\":\"open_stream\",\"stream_id\":\(id)}")
        #expect(answer["type"].string == (id <= 3 ? "response_ok" : "response_error"))
      }
      let answer = try await other.request(#"{"type":"open_stream","stream_id":1}"#)
      #expect(answer["type"].string == "response_ok")
    }
  }

  /// More calls at once than there are streams: they wait for each other, and none is refused.
  @Test func callsWaitForAStream() async throws {
    var limits = ServerLimits.patient
    limits.streams = 2
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for number in 0..<60 {
          group.addTask { try await served.pipeline(execute("SELECT \(number)"), "{\"type\":\"close\"}").status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(await served.server.openStreams == 0)
    }
  }

  // MARK: What is asked for

  @Test(arguments: [
    #"{"requests":[],"requests":[{"type":"close"}]}"#,
    #"{"baton":null,"requests":[{"type":"close","type":"execute"}]}"#,
    #"{"requests":[{"type":"execute","stmt":{"sql":"SELECT 1","sql":"DROP TABLE t"}}]}"#,
    #"{"requests":[{"type":"execute","stmt":{"sql":"SELECT 1","s\u0071l":"DROP TABLE t"}}]}"#,
  ]) func membersThatStandTwiceAreRefused(body: String) async throws {
    try await withServer { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let answer = try await served.client.call("POST", "/v3/pipeline", body: body)
      #expect(answer.status == 400)
      #expect(answer.text.contains("stands twice"))
      #expect(try await served.query("SELECT * FROM t").status == 200)
      let perSQL = try await served.client.call(
        "POST", "/v1/db/default/main/query", body: #"{"sql":"SELECT 1","sql":"DROP TABLE t"}"#)
      #expect(perSQL.status == 400)
    }
  }

  /// A namespace that the bearer may not use: no database is made for it.
  @Test func aForeignNamespaceMakesNoDatabase() async throws {
    let made = Shared<[String]>([])
    let database = try await Database(MemoryDriver())
    var configuration = ServerConfiguration(
      databases: [ServedDatabase(database)], access: ServerAccess(tokens: [ServerToken("a", namespace: "mine")]))
    configuration.makeScratch = { name in
      made.update { $0.append(name) }
      return try await Database(MemoryDriver())
    }
    let server = try QuarryServer(configuration: configuration)
    let client = RawClient(port: try await server.start())
    let body = "{\"requests\":[\(execute("SELECT 1"))]}"
    let header = ["Authorization: Bearer a"]
    for (name, wanted) in [("theirs", 403), ("mine", 200)] {
      let hrana = try await client.call("POST", "/v3/pipeline", headers: header + ["x-namespace: \(name)"], body: body)
      #expect(hrana.status == wanted)
      let once = try await client.call(
        "POST", "/v1/execute", headers: header + ["x-namespace: \(name)"], body: #"{"stmt":{"sql":"SELECT 1"}}"#)
      #expect(once.status == wanted)
      let perSQL = try await client.call(
        "POST", "/v1/db/\(name)/main/query", headers: header, body: #"{"sql":"SELECT 1"}"#)
      #expect(perSQL.status == wanted)
      let tables = try await client.call("GET", "/v1/db/\(name)/main/tables", headers: header)
      #expect(tables.status == wanted)
    }
    #expect(try await client.call("PUT", "/v1/db/mine2/main/query", headers: header).status == 403)
    #expect(made.value == ["mine"])
    await server.stop()
    await database.close()
  }
}
#endif
