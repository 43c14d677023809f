import Foundation
import QuarryRemote
import TestSupport
import Testing

/// Small responses are kept until their end and read in one go; others are read as they come. Nobody sees which.
@Suite struct CurlReplyTests {
  /// How a response is written.
  enum Writing: CaseIterable { case whole, pieces, chunks }

  /// What its head looks like.
  enum Head: CaseIterable {
    case short, interim, manyLines, longLine, folded, trailers

    var lines: [String] {
      switch self {
      case .short, .interim: ["X-A: 1"]
      case .manyLines: (0..<60).map { "X-\($0): \($0)" }
      case .longLine: ["X-A: \(String(repeating: "a", count: 4_000))"]
      case .folded: ["X-A: 1", " 2", "\t3"]
      case .trailers: ["X-A: 1", "Trailer: X-T"]
      }
    }

    var expected: String {
      switch self {
      case .manyLines: "X-59: 59"
      case .longLine: "X-A: \(String(repeating: "a", count: 4_000))"
      case .folded: "X-A: 1 2 3"
      case .short, .interim, .trailers: "X-A: 1"
      }
    }
  }

  /// The way in which a call is made.
  enum Call: CaseIterable { case suspending, inPlace, streaming }

  static let sizes = [0, 1, 4_095, 8_191, 8_192, 8_193, 70_000]

  @Test(arguments: Head.allCases, Writing.allCases)
  func wholeResponses(_ head: Head, _ writing: Writing) async throws {
    let server = try LoopbackServer { connection in
      var number = 0
      while let request = connection.readRequest() {
        number += 1
        let size = Int(String(decoding: request.body, as: UTF8.self)) ?? 0
        guard Self.write(size, head, writing, number: number, to: connection) else { return }
      }
    }
    // Pieces wait for each other.
    let (sizes, rounds) = writing == .pieces ? ([0, 8_192, 8_193], 2) : (Self.sizes, 3)
    // In turns: a response is read after others with the same head, and with another one.
    for call in Call.allCases {
      let transport = CurlTransport(.init(connectionsPerHost: 1))
      for round in 0..<rounds {
        for size in sizes {
          let request = HTTPRequest(url: server.url, body: Array("\(size)".utf8))
          let response = try await Self.send(request, call, transport)
          let what: Comment = "\(call) \(round) \(size)"
          #expect(response.status == 200 + size % 5, what)
          #expect(response.body == Self.body(size), what)
          let fields = response.headers.map { "\($0.name): \($0.value)" }
          #expect(fields.contains(head.expected), what)
          #expect(!fields.contains { $0.hasPrefix("X-T") || $0.hasPrefix("X-Interim") }, what)
        }
      }
      if call != .streaming { #expect(transport.statistics.calls == rounds * sizes.count) }
      #expect(transport.statistics.connections == 1)
      await transport.close()
    }
  }

  private static func send(
    _ request: HTTPRequest, _ call: Call, _ transport: CurlTransport
  ) async throws -> HTTPResponse {
    switch call {
    case .suspending: return try await transport.send(request)
    case .inPlace:
      let begun = try transport.sendInPlace(request) { _ in }
      if let result = begun.takeResult() { return try result.get() }
      return try await begun.result().get()
    case .streaming:
      let stream = try await transport.stream(request)
      return HTTPResponse(status: stream.status, headers: stream.headers, body: try await stream.collect())
    }
  }

  private static func body(_ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

  private static func write(
    _ size: Int, _ head: Head, _ writing: Writing, number: Int, to connection: ServerConnection
  ) -> Bool {
    let body = body(size)
    var text = head == .interim ? "HTTP/1.1 103 Early\r\nX-Interim: 1\r\n\r\n" : ""
    text += "HTTP/1.1 \(200 + size % 5) Fine\r\n" + head.lines.map { "\($0)\r\n" }.joined()
    // Every few responses have another head of the same length.
    text += "X-Number: \(number / 4 % 10)\r\n"
    let isChunked = writing == .chunks || head == .trailers
    var bytes = Array((text + (isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(size)") + "\r\n\r\n").utf8)
    if isChunked {
      for start in stride(from: 0, to: size, by: 3_000) {
        let piece = body[start..<min(start + 3_000, size)]
        bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A]
      }
      bytes += Array("0\r\n\(head == .trailers ? "X-T: 1\r\n" : "")\r\n".utf8)
    } else {
      bytes += body
    }
    guard writing == .pieces else { return connection.write(bytes) }
    // The beginning byte by byte, with its head.
    let few = min(bytes.count, 200)
    for index in 0..<few { guard connection.write([bytes[index]]) else { return false } }
    return stride(from: few, to: bytes.count, by: 1_000).allSatisfy {
      connection.write(Array(bytes[$0..<min($0 + 1_000, bytes.count)]))
    }
  }

  /// What is wrong with a head is said at once, while the server still holds the connection.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nno colon\r\n", "HTTP/1.1 200 OK\r\nX-A: 1\r\nno colon\r\n", "HTTP/1.1 200 OK\r\n folded\r\n",
  ])
  func malformedHeads(_ head: String) async throws {
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil, connection.write(head) else { return }
      _ = connection.readRequest()
    }
    let transport = CurlTransport()
    for call in Call.allCases {
      let result = await failure {
        _ = try await Self.send(HTTPRequest(url: server.url, body: [1], timeout: .seconds(30)), call, transport)
      }
      #expect(result == .of(.malformed, sent: true), "\(call)")
    }
    await transport.close()
  }

  /// A limit below what is kept holds, too.
  @Test(arguments: [0, 1, 100, 8_191, 8_192, 8_193])
  func limits(_ limit: Int) async throws {
    let server = try LoopbackServer { connection in
      while let request = connection.readRequest() {
        let size = Int(String(decoding: request.body, as: UTF8.self)) ?? 0
        guard connection.write(answer(String(repeating: "a", count: size))) else { return }
      }
    }
    let transport = CurlTransport()
    for call in [Call.suspending, .inPlace] {
      for size in [limit, limit + 1, limit] {
        var request = HTTPRequest(url: server.url, body: Array("\(size)".utf8))
        request.maximumResponseBytes = limit
        let result = await failure {
          let response = try await Self.send(request, call, transport)
          #expect(response.body.count == size)
        }
        let none = HTTPFailure(kind: "none", mayHaveBeenSent: true)
        #expect(result == (size > limit ? .of(.tooLarge, sent: true) : none))
      }
    }
    await transport.close()
  }

  /// Calls that differ in one thing, in turns over one connection: none is sent as the one before it.
  @Test func everyCallIsSentAsItIs() async throws {
    let server = try LoopbackServer(answer: answer("ok"))
    let transport = CurlTransport(.init(connectionsPerHost: 1))
    let large = [UInt8](repeating: 7, count: 5_000)
    var sent: [(HTTPRequest, [UInt8])] = []
    for body in [[1], [1, 2], [], large, [3], large + [1], nil] as [[UInt8]?] {
      for (name, value) in [("X-A", "\u{212A}"), ("X-A", "K"), ("X-A", ";"), ("X-A", "\u{37E}"), ("X-B", "K")] {
        for method in ["POST", "PUT"] {
          let request = HTTPRequest(method: method, url: server.url, headers: [(name, value)], body: body)
          sent.append((request, body ?? []))
        }
      }
    }
    for (request, _) in sent { _ = try await transport.send(request) }
    let received = server.requests
    #expect(received.count == sent.count)
    for (received, (request, body)) in zip(received, sent) {
      #expect(received.body == body)
      #expect(received.head.hasPrefix("\(request.method) / HTTP/1.1\r\n"))
      let line = Array("\r\n\(request.headers[0].name): \(request.headers[0].value)\r\n".utf8)
      #expect(Array(received.head.utf8).contains(line), "\(request.headers)")
    }
    #expect(transport.statistics.connections == 1)
    // The same characters, but not what an address may hold.
    _ = try await transport.send(HTTPRequest(url: server.url + "K", body: [1]))
    let result = await failure { _ = try await transport.send(HTTPRequest(url: server.url + "\u{212A}", body: [1])) }
    #expect(result == .of(.malformed, sent: false))
    await transport.close()
  }
}
