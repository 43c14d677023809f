import Foundation
import Quarry
import QuarryRemote
import Testing
import TestPeers
import TestSupport

@Suite struct CurlProxyTests {
  /// A name that the resolver refuses without asking anybody: what is sent to it went through a proxy, or nowhere.
  static let host = String(repeating: "a", count: 64) + ".invalid"

  @Test func aPlainRequestNamesItsWholeAddress() async throws {
    let proxy = try LoopbackServer(answer: answer("by proxy"))
    let transport = CurlTransport(.init(proxy: .url("http://127.0.0.1:\(proxy.port)")))
    let request = HTTPRequest(url: "http://\(Self.host)/p?a=1", headers: [("Authorization", "Bearer t")], body: [1])
    #expect(try await transport.send(request).body == Array("by proxy".utf8))
    // An address on loopback too: the option says so, and not the environment.
    let direct = try LoopbackServer(answer: answer("direct"))
    #expect(try await transport.send(HTTPRequest(url: direct.url)).body == Array("by proxy".utf8))
    #expect(direct.connections == 0)
    let heads = proxy.requests.map { $0.head.prefix { $0 != "\r\n" } }
    #expect(heads == ["POST http://\(Self.host)/p?a=1 HTTP/1.1", "POST \(direct.url) HTTP/1.1"])
    // Without encryption the proxy sees all of it.
    #expect(proxy.requests.first?.head.contains("Authorization: Bearer t") == true)
  }

  @Test(.needsOpenSSL)
  func anEncryptedRequestGoesThroughATunnel() async throws {
    let server = try SecureServer()
    defer { server.stop() }
    let proxy = try ProxyDouble(tunnelTo: UInt16(server.port))
    let transport = CurlTransport(.init(caFile: server.certificates.authority, proxy: .url(proxy.url)))
    let request = HTTPRequest(
      method: "GET", url: "https://127.0.0.1:\(server.port)/", headers: [("Authorization", "Bearer t")],
      timeout: .seconds(20))
    #expect(try await transport.send(request).status == 200)
    #expect(proxy.heads.count == 1 && proxy.heads[0].hasPrefix("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n"))
    // The token is for the server alone.
    #expect(proxy.heads[0].contains("Bearer") == false)
    // The certificate is looked at through the tunnel as well.
    let distrusting = CurlTransport(.init(proxy: .url(proxy.url)))
    #expect(await failure { _ = try await distrusting.send(request) } == .of(.tls, sent: false))
  }

  /// What a proxy answers to a plain request is the answer, whatever its status says.
  @Test(arguments: [(407, DatabaseError.Code.cannotOpen), (502, .inputOutput), (403, .authorization)])
  func aProxyThatRefusesAPlainRequestIsNamed(_ status: Int, _ code: DatabaseError.Code) async throws {
    let proxy = try LoopbackServer(answer: answer("the proxy says no", status: "\(status) No"))
    let driver = try DriverRegistry([.persqlHTTP]).driver(
      url: "persql+http://\(Self.host)/a/b?proxy=http://127.0.0.1:\(proxy.port)&attempts=1")
    let error = await thrownError { _ = try await Database(driver) }
    #expect(error?.code == code && error?.outcome == .notApplied)
    #expect(error?.message.contains("\(status)") == true && error?.message.contains("the proxy says no") == true)
    #expect(proxy.requests.first?.head.hasPrefix("POST http://\(Self.host)/v1/db/a/b/") == true)
  }

  /// Nothing of the request has been sent, so that a write is known not to have happened.
  @Test(arguments: [407, 502, 403])
  func aProxyThatRefusesATunnelIsAnError(_ status: Int) async throws {
    let proxy = try LoopbackServer(answer: answer("", status: "\(status) No"))
    let transport = CurlTransport(.init(proxy: .url("http://127.0.0.1:\(proxy.port)")))
    let request = HTTPRequest(url: "https://\(Self.host)/", headers: [("Authorization", "Bearer t")], body: [1])
    let result = await failure { _ = try await transport.send(request) }
    #expect(result.kind != "none" && !result.mayHaveBeenSent)
    #expect(proxy.requests.allSatisfy { $0.head.hasPrefix("CONNECT \(Self.host):443 ") && !$0.head.contains("Bearer") })
    #expect(!proxy.requests.isEmpty)
  }

  @Test func aProxyThatIsNotThereIsAnError() async throws {
    let closed = try LoopbackServer.closedPort()
    let transport = CurlTransport(.init(proxy: .url("http://127.0.0.1:\(closed)")))
    let direct = try LoopbackServer(answer: answer("direct"))
    #expect(await failure { _ = try await transport.send(HTTPRequest(url: direct.url)) } == .of(.refused, sent: false))
    #expect(direct.connections == 0)
  }
}

#if os(Linux)
/// The environment's proxies, each in a process of its own whose environment nobody else reads.
@Suite struct CurlProxyEnvironmentTests {
  private static var host: String { CurlProxyTests.host }

  @Test func plainRequests() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer(answer: answer("by proxy"))
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let body = try await CurlTransport().send(HTTPRequest(url: "http://\(Self.host)/")).body
      guard body == Array("by proxy".utf8), proxy.requests.count == 1 else { exit(1) }
      // None is asked where none is wanted.
      let result = await failure {
        _ = try await CurlTransport(.init(proxy: .none)).send(HTTPRequest(url: "http://\(Self.host)/"))
      }
      guard result == .of(.unresolvedHost, sent: false), proxy.requests.count == 1 else { exit(2) }
    }
  }

  @Test func encryptedRequests() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer(answer: answer("", status: "502 No"))
      setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let result = await failure {
        _ = try await CurlTransport().send(HTTPRequest(url: "https://\(Self.host)/"))
      }
      guard result.kind != "none", result.kind != "unresolvedHost", !result.mayHaveBeenSent else { exit(1) }
      guard proxy.requests.first?.head.hasPrefix("CONNECT \(Self.host):443 ") == true else { exit(2) }
      // It is for encrypted requests alone.
      let plain = await failure { _ = try await CurlTransport().send(HTTPRequest(url: "http://\(Self.host)/")) }
      guard plain == .of(.unresolvedHost, sent: false) else { exit(3) }
    }
  }

  @Test func bothByOneVariable() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer(answer: answer("by proxy"))
      setenv("all_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let body = try await CurlTransport().send(HTTPRequest(url: "http://\(Self.host)/")).body
      guard body == Array("by proxy".utf8) else { exit(1) }
    }
  }

  @Test func exceptions() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer(answer: answer("by proxy"))
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      for exception in ["\(Self.host)", ".invalid", "other.example,\(Self.host)", "*"] {
        setenv("no_proxy", exception, 1)
        let result = await failure { _ = try await CurlTransport().send(HTTPRequest(url: "http://\(Self.host)/")) }
        guard result == .of(.unresolvedHost, sent: false), proxy.connections == 0 else { exit(1) }
      }
      setenv("no_proxy", "other.example", 1)
      guard try await CurlTransport().send(HTTPRequest(url: "http://\(Self.host)/")).status == 200 else { exit(2) }
    }
  }

  @Test func loopbackIsNeverProxied() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer(answer: answer("by proxy"))
      for name in ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"] {
        setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
      }
      let direct = try LoopbackServer(answer: answer("direct"))
      for host in ["127.0.0.1", "localhost", "LOCALHOST"] {
        let transport = CurlTransport()
        let request = HTTPRequest(url: "http://\(host):\(direct.port)/", headers: [("Authorization", "Bearer t")])
        guard try await transport.send(request).body == Array("direct".utf8) else { exit(1) }
      }
      guard proxy.connections == 0 else { exit(2) }
    }
  }
}
#endif
