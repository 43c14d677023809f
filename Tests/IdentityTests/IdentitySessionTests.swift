#if Identity
import Foundation
import Quarry
import QuarryRemote
import TestSupport
import Testing

@testable import QuarryIdentity

/// How a session keeps its user signed in.
@Suite struct IdentitySessionTests {
  /// Clocks that a test sets.
  struct Clocks: Sendable {
    let date = Shared(Date(timeIntervalSince1970: 1_800_000_000))
    let uptime = Shared(Duration.seconds(1000))

    var clock: IdentityClock { IdentityClock(now: { date.value }, uptime: { uptime.value }) }

    func advance(_ seconds: Int) {
      date.update { $0 += Double(seconds) }
      uptime.update { $0 += .seconds(seconds) }
    }
  }

  let clocks = Clocks()
  let store = MemoryTokenStore()

  private func grant(_ name: String = "a1", seconds: Double? = 3600, refresh: String? = "r1") -> TokenGrant {
    TokenGrant(
      accessToken: DriverSecret(name), refreshToken: refresh.map { DriverSecret($0) },
      expiry: seconds.map { clocks.date.value + $0 })
  }

  private func session(
    _ transport: any HTTPTransport, _ store: (any TokenStore)? = nil
  ) throws -> IdentitySession {
    IdentitySession(try OAuthTests.client(transport), store: store ?? self.store, clock: clocks.clock)
  }

  /// Numbers its tokens: a2 with r2, a3 with r3, …
  private func numbered(seconds: Int = 3600) -> ScriptedTransport {
    ScriptedTransport { (_, number) throws(HTTPError) in
      OAuthTests.answer(
        #"{"access_token":"a\#(number + 2)","refresh_token":"r\#(number + 2)","expires_in":\#(seconds)}"#)
    }
  }

  @Test("A token is refreshed when less than the margin is left, and not before") func margin() async throws {
    let transport = numbered()
    let session = try session(transport)
    await session.signIn(with: grant())
    clocks.advance(3300)
    #expect(try await session.accessToken() == DriverSecret("a1"))
    #expect(transport.requests.isEmpty)
    clocks.advance(1)
    #expect(try await session.accessToken() == DriverSecret("a2"))
    #expect(store.load()?.refreshToken == DriverSecret("r2"))
    #expect(try OAuthTests.body(transport.requests.first)["refresh_token"] == "r1")
  }

  @Test("Tokens that live shorter than the margin are used for half of their life") func shortLives() async throws {
    let transport = numbered(seconds: 60)
    let session = try session(transport)
    await session.signIn(with: grant(seconds: 60))
    for _ in 0..<100 { #expect(try await session.accessToken() == DriverSecret("a2")) }
    #expect(transport.requests.count == 1)
    clocks.advance(30)
    #expect(try await session.accessToken() == DriverSecret("a2"))
    clocks.advance(1)
    for _ in 0..<100 { #expect(try await session.accessToken() == DriverSecret("a3")) }
    #expect(transport.requests.count == 2)
  }

  @Test("A hundred callers at the moment of expiry make one request") func once() async throws {
    let gate = Shared(false)
    let transport = ScriptedTransport { (_, _) throws(HTTPError) in
      while !gate.value { await Task.yield() }
      return OAuthTests.answer(#"{"access_token":"a2","refresh_token":"r2","expires_in":3600}"#)
    }
    let session = try session(transport)
    await session.signIn(with: grant(seconds: 0))
    let tokens = try await withThrowingTaskGroup(of: DriverSecret.self) { group in
      for _ in 0..<100 { group.addTask { try await session.accessToken() } }
      while transport.requests.isEmpty { await Task.yield() }
      gate.update { $0 = true }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: DriverSecret("a2"), count: 100))
    #expect(transport.requests.count == 1)
  }

  @Test("A clock that is set back doesn't keep an expired token") func clockSetBack() async throws {
    let session = try session(numbered())
    await session.signIn(with: grant())
    clocks.date.update { $0 -= 86_400 }
    clocks.uptime.update { $0 += .seconds(3500) }
    #expect(try await session.accessToken() == DriverSecret("a2"))
  }

  @Test("Without an end, a token lasts until a server refuses it") func endless() async throws {
    let transport = numbered()
    let session = try session(transport)
    await session.signIn(with: grant(seconds: nil))
    clocks.advance(10_000_000)
    #expect(try await session.accessToken() == DriverSecret("a1"))
    await session.refused(DriverSecret("another"))
    #expect(try await session.accessToken() == DriverSecret("a1"))
    await session.refused(DriverSecret("a1"))
    #expect(try await session.accessToken() == DriverSecret("a2"))
  }

  @Test("A withdrawn access ends the session, and nothing else does") func withdrawn() async throws {
    let session = try session(ScriptedTransport([OAuthTests.answer(#"{"error":"invalid_grant"}"#, status: 400)]))
    await session.signIn(with: grant(seconds: 100))
    let error = await identityError { try await session.accessToken() }
    #expect(error?.code == .signInRequired && error?.serverCode == "invalid_grant")
    #expect(store.load() == nil)
    #expect(try await session.grant() == nil)
    #expect(await identityError { try await session.accessToken() }?.code == .signInRequired)
  }

  @Test("A refused token that can't be refreshed asks for a sign-in") func refusedForGood() async throws {
    let transport = ScriptedTransport([])
    let session = try session(transport)
    await session.signIn(with: grant(seconds: nil, refresh: nil))
    await session.refused(DriverSecret("a1"))
    #expect(await identityError { try await session.accessToken() }?.code == .signInRequired)
    #expect(store.load() == nil && transport.requests.isEmpty)
  }

  @Test(
    "While the server fails, a token that has time left is used, and the tokens stay",
    arguments: [IdentityError.Code.unreachable, .serverError, .tooManyRequests])
  func failures(_ code: IdentityError.Code) async throws {
    let transport = ScriptedTransport { (_, number) throws(HTTPError) in
      if number == 2 { return OAuthTests.answer(#"{"access_token":"a2","expires_in":3600}"#) }
      switch code {
      case .unreachable: throw HTTPError(.refused, mayHaveBeenSent: false, "no")
      case .serverError: return OAuthTests.answer("", status: 503)
      default: return HTTPResponse(status: 429, headers: [("Retry-After", "50")])
      }
    }
    let session = try session(transport)
    await session.signIn(with: grant(seconds: 200))
    #expect(try await session.accessToken() == DriverSecret("a1"))
    // Not each call asks again.
    #expect(try await session.accessToken() == DriverSecret("a1"))
    #expect(transport.requests.count == 1)
    clocks.advance(200)
    let error = await identityError { try await session.accessToken() }
    #expect(error?.code == code && error?.databaseError.isRetrySafe == true)
    #expect(store.load()?.refreshToken == DriverSecret("r1"))
    #expect(try await session.accessToken() == DriverSecret("a2"))
    #expect(store.load()?.refreshToken == DriverSecret("r1"))
  }

  @Test("A session goes on where the one before it ended") func stored() async throws {
    store.save(grant(seconds: 100))
    let session = try session(numbered())
    #expect(try await session.grant()?.accessToken == DriverSecret("a1"))
    #expect(try await session.accessToken() == DriverSecret("a2"))
  }

  @Test("Tokens that another program refreshed are taken from the store") func shared() async throws {
    let session = try session(ScriptedTransport([OAuthTests.answer(#"{"error":"invalid_grant"}"#, status: 400)]))
    await session.signIn(with: grant(seconds: 100))
    let other = grant("b1", refresh: "s1")
    store.save(other)
    #expect(try await session.accessToken() == DriverSecret("b1"))
    #expect(store.load() == other)
  }

  @Test("Whoever signs in or out during a refresh is right", arguments: [true, false])
  func meanwhile(signsIn: Bool) async throws {
    let gate = Shared(false)
    let transport = ScriptedTransport { (_, _) throws(HTTPError) in
      while !gate.value { await Task.yield() }
      return OAuthTests.answer(#"{"access_token":"a2","expires_in":3600}"#)
    }
    let session = try session(transport)
    await session.signIn(with: grant(seconds: 0))
    let caller = Task { try await session.accessToken() }
    while transport.requests.isEmpty { await Task.yield() }
    if signsIn { await session.signIn(with: grant("b1")) } else { try await session.signOut(revoking: false) }
    gate.update { $0 = true }
    let result = await caller.result
    if signsIn {
      #expect(try result.get() == DriverSecret("b1"))
      #expect(store.load()?.accessToken == DriverSecret("b1"))
    } else {
      #expect(throws: IdentityError.self) { try result.get() }
      #expect(store.load() == nil)
    }
  }

  @Test("Signing out removes the tokens, whatever the server says") func signOut() async throws {
    let session = try session(ScriptedTransport([]))
    await session.signIn(with: grant())
    #expect(await identityError { try await session.signOut() }?.code == .unreachable)
    #expect(store.load() == nil)
    #expect(await identityError { try await session.accessToken() }?.code == .signInRequired)
  }

  /// A store that fails when it's told to.
  private final class FailingStore: TokenStore {
    let fails = Shared(true)
    let kept = MemoryTokenStore()
    func load() async throws(IdentityError) -> TokenGrant? { kept.load() }
    func save(_ grant: TokenGrant) async throws(IdentityError) {
      if fails.value { throw IdentityError(.store, "full") }
      kept.save(grant)
    }
    func clear() async throws(IdentityError) { kept.clear() }
  }

  @Test("Tokens that can't be stored are used, and the failure is told") func storeFails() async throws {
    let store = FailingStore()
    let session = try session(numbered(), store)
    await session.signIn(with: grant(seconds: 0))
    #expect(try await session.accessToken() == DriverSecret("a2"))
    #expect(await session.storeFailure?.code == .store)
    store.fails.update { $0 = false }
    clocks.advance(3301)
    #expect(try await session.accessToken() == DriverSecret("a3"))
    #expect(await session.storeFailure == nil)
    #expect(store.kept.load()?.accessToken == DriverSecret("a3"))
  }

  @Test("A call that is refused is made once more with another token, and then no more") func calls() async throws {
    let session = try session(numbered())
    await session.signIn(with: grant())
    let good = Shared("a2")
    let server = ScriptedTransport { (request, _) throws(HTTPError) in
      HTTPResponse(status: request.header("Authorization") == "Bearer \(good.value)" ? 200 : 401)
    }
    let calls = RemoteCalls(transport: server, tokens: session.tokens)
    func status() async throws -> Int {
      try await calls.call(HTTPRequest(url: "https://db.example"), effect: .reads) { response in response.status }
    }
    #expect(try await status() == 200)
    #expect(server.requests.compactMap { $0.header("Authorization") } == ["Bearer a1", "Bearer a2"])
    good.update { $0 = "none" }
    #expect(try await status() == 401)
    #expect(server.requests.count == 4)
    try await session.signOut(revoking: false)
    let error = try await databaseError { try await status() }
    #expect(error.code == .authorization)
  }
}
#endif
