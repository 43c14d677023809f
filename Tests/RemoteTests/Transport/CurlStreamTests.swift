import Foundation
import Quarry
import QuarryRemote
import Testing
import TestSupport

@Suite struct CurlStreamTests {
  @Test func givesTheHeadBeforeTheBody() async throws {
    let goes = Place()
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil,
        connection.write("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n")
      else { return }
      while goes.value == 0 { Thread.sleep(forTimeInterval: 0.002) }
      _ = connection.write("3\r\nabc\r\n")
      while goes.value == 1 { Thread.sleep(forTimeInterval: 0.002) }
      _ = connection.write("1\r\nd\r\n0\r\n\r\n")
    }
    let stream = try await CurlTransport().stream(HTTPRequest(url: server.url, timeout: .seconds(3600)))
    #expect(stream.status == 201)
    goes.value = 1
    #expect(try await stream.next() == Array("abc".utf8))
    goes.value = 2
    #expect(try await stream.next() == Array("d".utf8))
    #expect(try await stream.next() == nil)
    #expect(try await stream.next() == nil)
  }

  @Test func makesTheServerWaitForTheReader() async throws {
    let total = 48 * 1024 * 1024
    let sent = Place()
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil,
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      else { return }
      let piece = [UInt8](repeating: 7, count: 64 * 1024)
      while sent.value < total, connection.write(piece) { sent.value += piece.count }
    }
    let request = HTTPRequest(url: server.url, timeout: .seconds(3600))
    let stream = try await CurlTransport().stream(request)
    // The server writes until the buffers between here and there are full, and then no more.
    var before = -1
    var still = 0
    while still < 10, sent.value < total {
      still = sent.value == before ? still + 1 : 0
      before = sent.value
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(still == 10 && sent.value < total)
    var received = 0
    while let piece = try await stream.next() {
      #expect(piece.count <= 512 * 1024)
      received += piece.count
    }
    #expect(received == total)
  }

  @Test func whatIsTooLargeIsSoAlsoAfterAPause() async throws {
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil,
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      else { return }
      let piece = [UInt8](repeating: 7, count: 0x10000)
      for _ in 0..<64 {
        guard connection.write("10000\r\n"), connection.write(piece), connection.write("\r\n") else { return }
      }
      _ = connection.write("0\r\n\r\n")
    }
    for limit in stride(from: 600_000, to: 1_400_000, by: 50_000) {
      let request = HTTPRequest(url: server.url, timeout: .seconds(3600), maximumResponseBytes: limit)
      let stream = try await CurlTransport().stream(request)
      // Long enough for the window to fill and the transfer to pause.
      try await Task.sleep(for: .milliseconds(20))
      let found = await failure { while try await stream.next() != nil {} }
      #expect(found == .of(.tooLarge, sent: true), "\(limit) bytes")
    }
  }

  @Test func furtherHeadersGoWithEveryRequest() async throws {
    let server = try LoopbackServer(answer: answer("fine"))
    let transport = CurlTransport(
      CurlTransport.Configuration(headers: ["X-Gateway": DriverSecret("a: b"), "X-Own": DriverSecret("no")]))
    _ = try await transport.send(HTTPRequest(url: server.url, headers: [("x-own", "yes")]))
    _ = try await transport.stream(HTTPRequest(url: server.url)).collect()
    let heads = server.requests.map { $0.head.lowercased() }
    #expect(heads.count == 2 && heads.allSatisfy { $0.contains("x-gateway: a: b\r\n") })
    #expect(heads.first?.contains("x-own: yes") == true && heads.first?.contains("x-own: no") == false)
    let wrong = CurlTransport(CurlTransport.Configuration(headers: ["X": DriverSecret("a\r\nY: b")]))
    let refused = await failure { _ = try await wrong.send(HTTPRequest(url: server.url)) }
    #expect(refused == .of(.malformed, sent: false))
  }

  @Test(arguments: ["cancel", "close", "release", "cancelStream"])
  func theServerSeesTheEndAtOnce(_ way: String) async throws {
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      if way != "cancel" { _ = connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") }
      connection.waitForClose()
    }
    let transport = CurlTransport()
    let request = HTTPRequest(url: server.url, body: [1], timeout: .seconds(3600))
    switch way {
    case "cancel":
      let task = Task { await failure { _ = try await transport.send(request) } }
      let isThere = try await eventually { server.requests.count == 1 }
      #expect(isThere)
      task.cancel()
      #expect(await task.value == .of(.cancelled, sent: true))
    case "close":
      let stream = try await transport.stream(request)
      _ = try await stream.next()
      stream.close()
      #expect(await failure { _ = try await stream.next() } == .of(.cancelled, sent: true))
    case "cancelStream":
      let stream = try await transport.stream(request)
      _ = try await stream.next()
      let task = Task { await failure { _ = try await stream.next() } }
      task.cancel()
      #expect(await task.value == .of(.cancelled, sent: true))
    default:
      var stream: HTTPBodyStream? = try await transport.stream(request)
      _ = try await stream?.next()
      stream = nil
    }
    let isClosed = try await eventually { server.openConnections == 0 }
    #expect(isClosed)
    // The transport goes on.
    let other = try LoopbackServer(answer: answer("ok"))
    #expect(try await transport.send(HTTPRequest(url: other.url)).status == 200)
  }

  @Test func aCancelledTaskSendsNothing() async throws {
    let server = try LoopbackServer(answer: answer("ok"))
    let transport = CurlTransport()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await failure { _ = try await transport.send(HTTPRequest(url: server.url)) }
    }
    task.cancel()
    #expect(await task.value == .of(.cancelled, sent: false))
    #expect(server.connections == 0)
  }

  @Test func lettingGoOfTheTransportEndsItsThread() async throws {
    let server = try LoopbackServer(answer: answer("ok"))
    do {
      let transport = CurlTransport()
      #expect(try await transport.send(HTTPRequest(url: server.url)).status == 200)
    }
    let isClosed = try await eventually { server.openConnections == 0 }
    #expect(isClosed)
  }
}
