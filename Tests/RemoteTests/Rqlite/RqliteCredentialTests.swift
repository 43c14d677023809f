import Foundation
import Quarry
import QuarryRemote
import RqliteStandIn
import Testing
import TestSupport

/// Credentials go to the nodes that were named, and to no others unless that is allowed.
@Suite struct RqliteCredentialTests {
  private static let user = (name: "app", password: DriverSecret("secret"))
  private static let written = HTTPResponse.results(#"{"rows_affected":1}"#)

  private func write(_ driver: RqliteDriver) async -> DatabaseError? {
    await thrownError { _ = try await Database(driver).execute("DELETE FROM t") }
  }

  /// A cluster whose first node points to an address.
  private func script(
    _ addresses: [String] = ["https://n1:4001", "https://n2:4001"], to location: String, further: [HTTPOrigin] = []
  ) throws -> RqliteScript {
    try RqliteScript(addresses, user: Self.user, redirects: true, trustedOrigins: further) { (request, _) in
      guard request.url.hasPrefix("https://n1:4001/db/execute") else { return Self.written }
      return .text(
        301, "", [("Location", location + "/db/execute?blob_array&transaction&norwrandom&norwtime&redirect")])
    }
  }

  @Test(arguments: [
    "https://n3:4001", "https://n1:4002", "https://n1", "https://n1.evil:4001", "https://n1:4001.evil",
    "https://n1:4001@evil", "https://evil/https://n2:4001", "http://n1:4001", "http://n2:4001", "HTTP://n2:4001",
    "//n2:4001",
    "https:/n2:4001", "https://", "https://n2:4001\\@evil", "https://evil#n2:4001", "https://evil?n2:4001",
  ])
  func nothingGoesToANodeThatWasNotNamed(_ location: String) async throws {
    let script = try script(to: location)
    let error = await write(script.driver)
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
    #expect(script.urls.count == 1)
    #expect(script.requests.allSatisfy { $0.url.hasPrefix("https://n1:4001/") })
    #expect(error.map { "\($0)".contains("secret") } == false)
  }

  @Test(arguments: ["https://n2:4001", "https://N2:4001", "HTTPS://n2:4001"])
  func aNamedNodeGetsThem(_ location: String) async throws {
    let script = try script(to: location)
    #expect(await write(script.driver) == nil)
    #expect(script.requests.count == 2)
    #expect(script.requests.allSatisfy { $0.header("Authorization") == "Basic YXBwOnNlY3JldA==" })
  }

  @Test func thePortOfTheSchemeNeedNotBeNamed() async throws {
    let script = try script(["https://n1:4001", "https://n2"], to: "https://n2:443")
    #expect(await write(script.driver) == nil)
  }

  @Test func anotherNodeGetsThemWhereThatIsAllowed() async throws {
    let allowed = try script(
      to: "https://n3:4001", further: [HTTPOrigin("https://n3:4001"), HTTPOrigin("http://n2:4001")])
    #expect(await write(allowed.driver) == nil)
    #expect(allowed.urls.last?.hasPrefix("https://n3:4001/") == true)
    // Never without TLS.
    let downgraded = try script(
      to: "http://n2:4001", further: [HTTPOrigin("https://n3:4001"), HTTPOrigin("http://n2:4001")])
    #expect(await write(downgraded.driver)?.code == .outcomeUnknown)
    #expect(downgraded.urls.count == 1)
  }

  @Test func nodesThatAreAskedForNeedTheSetting() async throws {
    let url = "rqlite+https://n1:4001?user=app&password-env=P&discover=on"
    let registry = DriverRegistry([.rqliteHTTPS])
    let environment = DriverEnvironment(variable: { ["P": "secret"][$0] })
    func driver(_ url: String) throws -> any DatabaseDriver { try registry.driver(url: url, environment: environment) }
    let error = await thrownError { _ = try driver(url) }
    #expect(error?.code == .invalidConfiguration && error?.message.contains("trusted-hosts") == true)
    _ = try driver(url + "&trusted-hosts=n2:4001,n3:4001")
    _ = try driver("rqlite+https://n1:4001?discover=on")
  }

  @Test func furtherHeadersAreCredentialsToo() async throws {
    let stranger = try LoopbackServer(answer: Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8))
    let pointing = try LoopbackServer(
      answer: Array(
        "HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: http://127.0.0.1:\(stranger.port)/db/query\r\n\r\n".utf8))
    var configuration = CurlTransport.Configuration()
    configuration.headers = ["X-Api-Key": DriverSecret("secret")]
    let driver = try RqliteDriver(
      addresses: ["http://127.0.0.1:\(pointing.port)"], redirects: true, transport: CurlTransport(configuration))
    let error = await thrownError { _ = try await Database(driver) }
    #expect(error?.code == .permission)
    #expect(stranger.connections == 0)
  }

  /// Servers that ask for credentials: a real exchange on loopback.
  @Test func aStrangerThatAsksForThemGetsNothing() async throws {
    let stranger = try LoopbackServer(
      answer: Array(
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"rqlite\"\r\nContent-Length: 0\r\n\r\n".utf8))
    let pointing = try LoopbackServer(
      answer: Array(
        "HTTP/1.1 307 Elsewhere\r\nContent-Length: 0\r\nLocation: http://127.0.0.1:\(stranger.port)/db/query\r\n\r\n"
          .utf8))
    let driver = try RqliteDriver(
      addresses: ["http://127.0.0.1:\(pointing.port)"], user: Self.user, redirects: true, transport: CurlTransport())
    let error = await thrownError { _ = try await Database(driver) }
    #expect(error?.code == .permission && error?.message.contains("trusted-hosts") == true)
    #expect(stranger.connections == 0 && pointing.requests.count == 1)
  }

  @Test func aClusterThatAsksForThem() async throws {
    var configuration = RqliteStandIn.Configuration()
    configuration.users = [
      .init(name: "app", password: "secret", permissions: ["query", "execute"]),
      .init(name: "reader", password: "other", permissions: ["query"]),
    ]
    let cluster = try await RqliteStandIn(configuration)
    let nodes = await cluster.addresses
    func open(_ user: (name: String, password: DriverSecret)?, _ addresses: [String]) async throws -> Database {
      try await Database(
        try RqliteDriver(addresses: addresses, user: user, redirects: true, transport: CurlTransport()))
    }
    let database = try await open(Self.user, nodes)
    try await database.execute("CREATE TABLE t(a)")
    _ = try await database.fetchAll(("INSERT INTO t VALUES (1) RETURNING a" as SQLFragment).rows())
    await database.close()
    // The second node points to the first one, which was not named.
    let pointed = await thrownError { _ = try await open(Self.user, [nodes[1]]) }
    #expect(pointed?.code == .permission && pointed?.message.contains(nodes[0]) == true)
    for user in [nil, ("app", DriverSecret("wrong")), ("nobody", DriverSecret("secret"))] {
      let error = await thrownError { _ = try await open(user, nodes) }
      #expect(error?.code == .authorization && error?.outcome == .notApplied)
    }
    let reader = try await open(("reader", DriverSecret("other")), nodes)
    #expect(try await reader.fetchAll(("SELECT a FROM t" as SQLFragment).values(Int.self)) == [1])
    let refused = await thrownError { _ = try await reader.execute("DELETE FROM t") }
    #expect(refused?.code == .authorization && refused?.outcome == .notApplied)
    await reader.close()
    await cluster.close()
  }
}
