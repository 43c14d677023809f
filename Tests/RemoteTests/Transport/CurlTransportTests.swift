import Foundation
import QuarryRemote
import Testing
import TestSupport

@Suite struct CurlTransportTests {
  @Test func sendsWhatItIsGivenAndKeepsTheConnection() async throws {
    let server = try LoopbackServer(answer: answer("hello", headers: "X-One: 1\r\nx-two:  2 \r\n"))
    let transport = CurlTransport()
    for _ in 0..<10 {
      let request = HTTPRequest(
        url: server.url + "p?a=1", headers: [("X-Name", "value"), ("X-Empty", "")], body: [1, 0])
      let response = try await transport.send(request)
      #expect(response.status == 200 && response.body == Array("hello".utf8))
      #expect(response.header("x-one") == "1" && response.header("X-Two") == "2")
    }
    #expect(server.connections == 1)
    #expect(transport.statistics.calls == 10 && transport.statistics.connections == 1)
    let seen = try #require(server.requests.first)
    #expect(seen.body == [1, 0] && seen.head.hasPrefix("POST /p?a=1 HTTP/1.1\r\n"))
    #expect(seen.head.contains("\r\nX-Name: value\r\n") && seen.head.contains("\r\nX-Empty:"))
    #expect(!seen.head.contains("Expect:") && !seen.head.contains("Content-Type:"))
    #expect(!seen.head.contains("Accept-Encoding:"))
    await transport.close()
    let isClosed = try await eventually { server.openConnections == 0 }
    #expect(isClosed)
    #expect(
      await failure { _ = try await transport.send(HTTPRequest(url: server.url)) } == .of(.cancelled, sent: false))
  }

  @Test(arguments: ["GET", "PUT", "DELETE", "PATCH", "HEAD", "POST"])
  func sendsEveryMethod(_ method: String) async throws {
    let server = try LoopbackServer { connection in
      while connection.readRequest() != nil {
        guard
          connection.write(
            method == "HEAD" ? "HTTP/1.1 204 No\r\n\r\n" : "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        else { return }
      }
    }
    let transport = CurlTransport()
    for _ in 0..<2 {
      let response = try await transport.send(HTTPRequest(method: method, url: server.url))
      #expect(response.body.count == (method == "HEAD" ? 0 : 1))
    }
    #expect(server.requests.allSatisfy { $0.head.hasPrefix("\(method) / HTTP/1.1\r\n") && $0.body.isEmpty })
  }

  @Test func doesNotFollowRedirects() async throws {
    let target = try LoopbackServer(answer: answer("stolen"))
    let server = try LoopbackServer(
      answer: answer("", status: "307 Temporary Redirect", headers: "Location: \(target.url)\r\n"))
    let response = try await CurlTransport().send(
      HTTPRequest(url: server.url, headers: [("Authorization", "Bearer x")]))
    #expect(response.status == 307 && response.header("location") == target.url && target.connections == 0)
  }

  @Test func skipsInterimAnswersAndTakesChunksAndTrailers() async throws {
    let server = try LoopbackServer(
      answer: Array(
        """
        HTTP/1.1 103 Early Hints\r\nX-Interim: 1\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nA: 1\r\n\r\n\
        3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: 1\r\n\r\n
        """.utf8))
    let response = try await CurlTransport().send(HTTPRequest(url: server.url))
    #expect(response.status == 200 && response.body == Array("abcde".utf8))
    #expect(response.header("X-Interim") == nil && response.header("A") == "1" && response.header("Trailer") == nil)
  }

  @Test func decompresses() async throws {
    let text = Array("compressed".utf8)
    let body = Gzip.stored(text)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    let server = try LoopbackServer(answer: Array(head.utf8) + body)
    let transport = CurlTransport(.init(compression: .always))
    #expect(try await transport.send(HTTPRequest(url: server.url)).body == text)
    #expect(server.requests.first?.head.contains("gzip") == true)
    // From this machine itself it is not asked for, where nothing else is said.
    _ = try await CurlTransport().send(HTTPRequest(url: server.url))
    #expect(server.requests.last?.head.contains("gzip") == false)
  }

  @Test func asksTheProxyThatItIsGiven() async throws {
    let proxy = try LoopbackServer(answer: answer("by proxy"))
    let transport = CurlTransport(.init(proxy: .url("http://127.0.0.1:\(proxy.port)")))
    let response = try await transport.send(HTTPRequest(method: "GET", url: "http://database.invalid/p"))
    #expect(response.body == Array("by proxy".utf8))
    #expect(proxy.requests.first?.head.hasPrefix("GET http://database.invalid/p HTTP/1.1\r\n") == true)
  }

  @Test func refusesWhatCannotBeSent() async throws {
    let transport = CurlTransport()
    for request in [
      HTTPRequest(url: "file:///etc/passwd"), HTTPRequest(url: "ftp://h/"), HTTPRequest(url: "http://"),
      HTTPRequest(url: "http://name:secret@h/"), HTTPRequest(url: "http://h/a b"),
      HTTPRequest(url: "http://h/\r\nX: y"),
      HTTPRequest(method: "GET /", url: "http://h/"), HTTPRequest(url: "http://h/", headers: [("A", "b\r\nC: d")]),
      HTTPRequest(url: "http://h/", headers: [("A:B", "c")]), HTTPRequest(url: "http://h/", headers: [("", "c")]),
    ] {
      #expect(await failure { _ = try await transport.send(request) } == .of(.malformed, sent: false), "\(request)")
    }
  }

  @Test func reportsRefusedAndUnknownHosts() async throws {
    let server = try LoopbackServer { _ in }
    let closed = try LoopbackServer.closedPort()
    let transport = CurlTransport()
    #expect(
      await failure { _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(closed)/")) }
        == .of(.refused, sent: false))
    // A label of more than 63 characters: the resolver refuses it without asking anybody.
    let name = String(repeating: "a", count: 64) + ".invalid"
    #expect(
      await failure { _ = try await CurlTransport(.init(proxy: .none)).send(HTTPRequest(url: "http://\(name)/")) }
        == .of(.unresolvedHost, sent: false))
    withExtendedLifetime(server) {}
  }

  @Test func separatesTheTimeouts() async throws {
    let silent = try LoopbackServer { $0.waitForClose() }
    let transport = CurlTransport()
    let call = HTTPRequest(url: silent.url, timeout: .milliseconds(80))
    #expect(await failure { _ = try await transport.send(call) } == .of(.timeout, sent: true))
    // The server accepts and says nothing of TLS: the connection never stands.
    let secure = HTTPRequest(
      url: "https://127.0.0.1:\(silent.port)/", connectTimeout: .milliseconds(80), timeout: .seconds(20))
    #expect(await failure { _ = try await transport.send(secure) } == .of(.connectTimeout, sent: false))
  }

  @Test func countsTheWaitForAConnection() async throws {
    let silent = try LoopbackServer { $0.waitForClose() }
    let transport = CurlTransport(.init(connectionsPerHost: 1))
    let first = Task { await failure { _ = try await transport.send(HTTPRequest(url: silent.url)) } }
    let isBusy = try await eventually { silent.connections == 1 }
    #expect(isBusy)
    let call = HTTPRequest(url: silent.url, timeout: .milliseconds(80))
    let waiting = await failure { _ = try await transport.send(call) }
    #expect(waiting.kind == "timeout" || waiting.kind == "connectTimeout")
    #expect(!waiting.mayHaveBeenSent && silent.connections == 1)
    first.cancel()
    #expect(await first.value.kind == "cancelled")
  }

  @Test func limitsTheAnswer() async throws {
    let server = try LoopbackServer(answer: answer("0123456789"))
    let transport = CurlTransport()
    #expect(try await transport.send(HTTPRequest(url: server.url, maximumResponseBytes: 10)).body.count == 10)
    let call = HTTPRequest(url: server.url, maximumResponseBytes: 9)
    #expect(await failure { _ = try await transport.send(call) } == .of(.tooLarge, sent: true))
    #expect(
      await failure { _ = try await transport.stream(call).collect() } == .of(.tooLarge, sent: true))
    let endless = try LoopbackServer { connection in
      guard connection.readRequest() != nil, connection.write("HTTP/1.1 200 OK\r\n") else { return }
      while connection.write("X-Header: \(String(repeating: "x", count: 1000))\r\n") {}
    }
    #expect(await failure { _ = try await transport.send(HTTPRequest(url: endless.url)) } == .of(.tooLarge, sent: true))
  }
}
