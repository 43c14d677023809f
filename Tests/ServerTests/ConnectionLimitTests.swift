#if Command
import Foundation
import Quarry
import QuarryServer
import Testing
import TestSupport

/// Clients that hold connections open without finishing what they began.
@Suite struct ConnectionLimitTests {
  static func limits(requestTime: Duration = .seconds(300), connections: Int = 2_000) -> ServerLimits {
    var limits = ServerLimits.patient
    limits.requestTime = requestTime
    limits.connectionIdleTime = .seconds(300)
    limits.connections = connections
    return limits
  }

  static let body = "{\"requests\":[\(execute("SELECT 1")),{\"type\":\"close\"}]}"
  static let whole =
    "POST /v3/pipeline HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body

  /// Every beginning of a request, and then nothing: after a while the server closes the connection.
  @Test func halfRequestsEnd() async throws {
    try await withServer(limits: Self.limits(requestTime: .milliseconds(900))) { (served) async throws in
      let port = served.client.port
      let bytes = Array(Self.whole.utf8)
      let sockets = try await onThread {
        try stride(from: 0, to: bytes.count, by: 7).map { count in
          let socket = try RawSocket(port: port)
          socket.send(Array(bytes[..<count]))
          return socket
        }
      }
      for socket in sockets { #expect(try await eventually { socket.isClosedByServer }) }
      #expect(try await eventually { served.server.openConnections == 0 })
      #expect(try await served.query("SELECT 1").status == 200)
    }
  }

  /// A byte now and then does not make a request last.
  @Test func slowRequestsEnd() async throws {
    try await withServer(limits: Self.limits(requestTime: .milliseconds(900))) { (served) async throws in
      let port = served.client.port
      let socket = try await onThread { try RawSocket(port: port) }
      let end = ContinuousClock.now + .seconds(60)
      var index = 0
      while !socket.isClosedByServer, ContinuousClock.now < end {
        _ = socket.send(index == 0 ? "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n" : "X-\(index): y\r\n")
        index += 1
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(socket.isClosedByServer)
    }
  }

  /// A second request on a connection that had a good first one; and no second one at all.
  @Test(arguments: ["", "POST /v3/pipe"]) func connectionsEndBetweenRequests(rest: String) async throws {
    var limits = Self.limits(requestTime: .milliseconds(900))
    limits.connectionIdleTime = .milliseconds(900)
    try await withServer(limits: limits) { (served) async throws in
      let port = served.client.port
      let answer = try await onThread {
        let socket = try RawSocket(port: port)
        socket.send(Self.whole + rest)
        return socket.receiveAll()
      }
      let text = String(decoding: answer, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200"))
      #expect(text.contains("\"baton\":null"))
    }
  }

  /// Work that takes longer than a request may take to arrive is not disturbed.
  @Test func longWorkIsNotDisturbed() async throws {
    var limits = Self.limits(requestTime: .milliseconds(900))
    limits.connectionIdleTime = .milliseconds(900)
    try await withServer(limits: limits) { (served) async throws in
      let faults = served.server.faults
      faults.add(.delay(.milliseconds(2_000)))
      #expect(try await served.query("SELECT 1").status == 200)
    }
  }

  /// Many times as many half-open connections as there are places, and clients that are served all the same.
  @Test func aFloodOfHalfOpenConnectionsKeepsNobodyOut() async throws {
    try await withServer(isFile: true, limits: Self.limits(connections: 16)) { (served) async throws in
      let port = served.client.port
      var sockets: [RawSocket] = []
      for round in 0..<20 {
        sockets += try await onThread {
          try (0..<10).map { number in
            let socket = try RawSocket(port: port)
            if number % 2 == 0 { socket.send("POST /v3/pipeline HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le") }
            return socket
          }
        }
        #expect(try await served.query("SELECT \(round)").status == 200)
        #expect(served.server.openConnections <= 16)
      }
      let all = sockets
      try await eventually { all.count { $0.isClosedByServer } >= 200 - 16 }
    }
  }

  /// Where all connections are at work, a further one is refused, and those at work end as they should.
  @Test func connectionsAtWorkAreNotClosedForOthers() async throws {
    try await withServer(limits: Self.limits(connections: 4)) { (served) async throws in
      let faults = served.server.faults
      faults.add(.delay(.milliseconds(400)), times: 4)
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for _ in 0..<4 { group.addTask { try await served.query("SELECT 1").status } }
        #expect(try await eventually { faults.requestCount == 4 })
        let port = served.client.port
        let refused = try await onThread { try RawSocket(port: port).receiveAll() }
        #expect(refused.isEmpty)
        for try await status in group { #expect(status == 200) }
      }
      #expect(try await served.query("SELECT 1").status == 200)
    }
  }

  /// A client that asks for much and reads nothing.
  @Test func clientsThatTakeNothingEnd() async throws {
    var limits = Self.limits()
    limits.sendingTime = .milliseconds(50)
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      let port = served.client.port
      let rows = "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT hex(zeroblob(20000)) FROM c"
      let body = "{\"batch\":{\"steps\":[{\"stmt\":{\"sql\":\"\(rows)\"}}]}}"
      let socket = try await onThread {
        let socket = try RawSocket(port: port)
        socket.send("POST /v3/cursor HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        return socket
      }
      #expect(try await eventually { await served.server.openStreams == 1 })
      #expect(try await eventually { await served.server.openStreams == 0 })
      withExtendedLifetime(socket) {}
    }
  }
}
#endif
