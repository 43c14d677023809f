#if Command
import Foundation
import Quarry
import QuarryServer
import TestSupport
import Testing

/// WebSockets keep nobody out, and what they have asked for is answered before the server stops.
@Suite struct SocketLimitTests {
  private static let open = #"{"type":"open_stream","stream_id":1}"#

  private static func executes(_ sql: String, _ id: Int, on stream: Int) -> String {
    "{\"type\":\"request\",\"request_id\":\(id),\"request\":{\"type\":\"execute\",\"stream_id\":\(stream),\"stmt\":{\"sql\":\"\(sql)\"}}}"
  }

  /// Whoever does not say who he is goes, though he says that he is there.
  @Test func aGreetingDoesNotTakeForever() async throws {
    try await withServer(limits: ConnectionLimitTests.limits(requestTime: .milliseconds(900))) {
      (served) async throws in
      let client = try await SocketClient(served, greets: false)
      client.send(opcode: 10, [])
      #expect(try await eventually { served.server.openConnections == 0 })
    }
  }

  /// Many times as many as there are places, greeted and at rest: others take their places, and not those of streams.
  @Test func socketsAtRestMakeRoom() async throws {
    try await withServer(limits: ConnectionLimitTests.limits(connections: 8)) { (served) async throws in
      let busy = try await SocketClient(served)
      try await busy.request(Self.open)
      var resting: [SocketClient] = []
      for round in 0..<30 {
        let client = try await SocketClient(served)
        if round % 2 == 0 {
          try await client.request(Self.open)
          try await client.request(#"{"type":"close_stream","stream_id":1}"#)
        }
        resting.append(client)
        #expect(try await served.query("SELECT \(round)").status == 200)
        #expect(served.server.openConnections <= 8)
      }
      #expect(try await busy.request(#"{"type":"close_stream","stream_id":1}"#)["type"].string == "response_ok")
    }
  }

  /// A call that waits for somebody else's transaction when the server is told to stop is answered, and what it wrote
  /// is there.
  @Test func callsInFlightEnd() async throws {
    var limits = ServerLimits.patient
    limits.stopTime = .seconds(120)
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let client = try await SocketClient(served)
      try await client.request(Self.open)
      try await client.request(#"{"type":"open_stream","stream_id":2}"#)
      // Its transaction is in the way of the other client's call, and ends with its connection.
      let holder = try await SocketClient(served)
      try await holder.request(Self.open)
      for sql in ["BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)"] {
        holder.send(Self.executes(sql, 1, on: 1))
        #expect(try await holder.receive()["type"].string == "response_ok")
      }
      client.send(Self.executes("INSERT INTO t VALUES (2)", 101, on: 1))
      client.send(Self.executes("SELECT 7", 102, on: 2))
      // The answer of the second one tells that the first one was taken.
      let second = try await client.receive()
      #expect(second["request_id"].int == 102, "\(second)")
      let stopping = Task { await served.server.stop() }
      // Whoever waits for nothing is told to go at once.
      await #expect { try await holder.receive() } throws: { ($0 as? SocketClient.Closed)?.code == 1001 }
      holder.send(opcode: 8, [0x03, 0xE9])
      let answer = try await client.receive()
      #expect(answer["request_id"].int == 101 && answer["type"].string == "response_ok")
      await #expect { try await client.receive() } throws: { ($0 as? SocketClient.Closed)?.code == 1001 }
      client.send(opcode: 8, [0x03, 0xE9])
      await stopping.value
      let count: SQLFragment = "SELECT count(*) FROM t"
      #expect(try await served.database.fetchOne(count.values(Int.self)) as Int? == 1)
    }
  }
}
#endif
