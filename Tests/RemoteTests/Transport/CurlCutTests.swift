import QuarryRemote
import Quarry
import TestSupport
import Testing

@Suite struct CurlCutTests {
  static let answers: [(name: String, bytes: [UInt8])] = [
    ("length", answer("0123456789", headers: "X-A: b\r\n")),
    (
      "chunked",
      Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n".utf8)
    ),
  ]

  /// The connection ends after every number of bytes: never an answer, never a second request.
  @Test(arguments: [0, 1], [false, true])
  func neverTakesACutAnswer(_ index: Int, streams: Bool) async throws {
    let whole = CurlCutTests.answers[index].bytes
    let place = Place()
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      _ = connection.write(Array(whole[..<place.value]))
    }
    let transport = CurlTransport()
    // The very last line feed of a chunked answer says nothing more: without it the answer is whole.
    let tries = index == 1 ? whole.count - 1 : whole.count
    for count in 0..<tries {
      place.value = count
      let result = await failure {
        let request = HTTPRequest(url: server.url, body: [1])
        if streams {
          _ = try await transport.stream(request).collect()
        } else {
          _ = try await transport.send(request)
        }
      }
      // A status line that is not whole may also be no HTTP at all.
      let isMalformed = result == .of(.malformed, sent: true) && count < 20
      #expect(result == .of(.cut, sent: true) || isMalformed, "cut after \(count) of \(whole.count): \(result)")
    }
    #expect(server.requests.count == tries)
    place.value = whole.count
    #expect(try await transport.send(HTTPRequest(url: server.url)).body == Array("0123456789".utf8))
  }

  /// A kept connection that ends without an answer: the server may have done the work, so nothing is sent again.
  @Test func doesNotRepeatOnAKeptConnection() async throws {
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil, connection.write(answer("ok")) else { return }
      _ = connection.readRequest()
    }
    let transport = CurlTransport()
    #expect(try await transport.send(HTTPRequest(url: server.url, body: [1])).status == 200)
    #expect(
      await failure { _ = try await transport.send(HTTPRequest(url: server.url, body: [2])) } == .of(.cut, sent: true))
    #expect(server.requests.map(\.body) == [[1], [2]])
    // What only reads may be sent again, and is.
    #expect(try await transport.send(HTTPRequest(method: "GET", url: server.url)).status == 200)
    #expect(try await transport.send(HTTPRequest(method: "GET", url: server.url)).status == 200)
  }

  @Test func noticesWrongLengths() async throws {
    let long = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      _ = connection.write("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n0123456789")
    }
    let transport = CurlTransport()
    #expect(await failure { _ = try await transport.send(HTTPRequest(url: long.url)) } == .of(.cut, sent: true))
    let short = try LoopbackServer { connection in
      while connection.readRequest() != nil {
        guard connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n0123HTTP/1.1 500 Smuggled\r\n\r\n") else {
          return
        }
      }
    }
    for _ in 0..<3 {
      let response = try await transport.send(HTTPRequest(url: short.url))
      #expect(response.status == 200 && response.body == Array("0123".utf8))
    }
    let negative = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      _ = connection.write("HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\n0123")
    }
    #expect(await failure { _ = try await transport.send(HTTPRequest(url: negative.url)) }.mayHaveBeenSent)
    let garbage = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      _ = connection.write("SSH-2.0-OpenSSH_9.2\r\n")
    }
    #expect(
      await failure { _ = try await transport.send(HTTPRequest(url: garbage.url)) } == .of(.malformed, sent: true))
  }
}

/// A number that a test changes between calls.
final class Place: Sendable {
  private let number = Protected(0)
  var value: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}
