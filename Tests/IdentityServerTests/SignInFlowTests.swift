#if Identity && Server
import Foundation
import Quarry
import QuarryRemote
import QuarryServer
import QuarryWire
import TestPeers
import Testing

@testable import QuarryIdentity

/// The client against real servers: this package's, with and without rotation, and Authlib's, so that a mistake that
/// client and server share is noticed.
@Suite struct SignInFlowTests {
  /// A server, and how a user of it says yes.
  struct Peer: Sendable {
    var client: OAuthClient
    var approve: @Sendable (_ address: String) async throws -> String
    var rotates: Bool
  }

  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case quarry, quarryWithoutRotation, authlib
    var testDescription: String { rawValue }
  }

  private func withPeer(_ kind: Kind, _ body: (Peer) async throws -> Void) async throws {
    switch kind {
    case .quarry, .quarryWithoutRotation:
      let rotates = kind == .quarry
      try await withSignInServer {
        $0.rotatesRefreshTokens = rotates
      } _: { server in
        let client = try await server.client(scope: "openid profile")
        try await body(
          Peer(
            client: client,
            approve: { try await PlainBrowser().signIn(at: $0, name: "ada", password: SignInServer.password) },
            rotates: rotates))
      }
    case .authlib:
      let server = try await AuthlibServer()
      let transport = CurlTransport()
      let found = try await AuthorizationServer.discover(issuer: server.issuer, transport: transport)
      let client = try OAuthClient(
        found, clientID: "app", redirectURI: AuthlibServer.redirectURI, scope: "openid profile", transport: transport)
      try await body(Peer(client: client, approve: { try await HTTP.get($0).location }, rotates: true))
    }
  }

  /// The kinds that can be had; the test that needs Authlib says when it can't.
  static let kinds = Kind.allCases.filter { $0 != .authlib || AuthlibServer.package != nil }

  @Test("Authlib was obtained", .needsAuthlib) func hasAuthlib() async throws {
    #expect(Self.kinds.contains(.authlib))
  }

  @Test("Signing in, facts about the user, refreshing, revoking", arguments: kinds)
  func whole(_ kind: Kind) async throws {
    try await withPeer(kind) { peer in
      let client = peer.client
      #expect(client.server.keysEndpoint != nil && client.server.isNamedInCallbacks)
      let attempt = client.begin()
      let grant = try await client.finish(attempt, callback: try await peer.approve(attempt.url))
      // Its signature was verified with the server's keys.
      #expect(grant.idToken != nil && grant.expiry != nil)
      let subject = try IDToken(try #require(grant.idToken)).subject
      #expect(try await client.userInfo(grant.accessToken).subject == subject)

      let second = try await client.refresh(grant)
      #expect(second.accessToken != grant.accessToken)
      #expect((second.refreshToken != grant.refreshToken) == peer.rotates)
      #expect(try await client.userInfo(second.accessToken).subject == subject)

      #expect(try await client.revoke(second))
      let refused = await error { try await client.userInfo(second.accessToken) }
      #expect(refused?.status == 401 && refused?.serverCode == "invalid_token")
      let ended = await error { try await client.refresh(second) }
      #expect(ended?.code == .invalidGrant && ended?.serverCode == "invalid_grant")
    }
  }

  @Test("A session goes on by refreshing, and asks for a sign-in after the access was revoked", arguments: kinds)
  func session(_ kind: Kind) async throws {
    try await withPeer(kind) { peer in
      let clock = TestClock()
      let session = IdentitySession(peer.client, store: MemoryTokenStore(), clock: clock.identity)
      let attempt = peer.client.begin()
      let grant = try await session.finish(attempt, callback: try await peer.approve(attempt.url))
      for _ in 0..<3 {
        clock.advance(3400)
        #expect(try await session.accessToken() != grant.accessToken)
      }
      let latest = try #require(try await session.grant())
      try await peer.client.revoke(latest)
      clock.advance(3400)
      let ended = await error { try await session.accessToken() }
      #expect(ended?.code == .signInRequired && ended?.serverCode == "invalid_grant")
      #expect(try await session.grant() == nil)
    }
  }

  @Test(
    "A replaced refresh token that is used again ends everything",
    arguments: kinds.filter { $0 != .quarryWithoutRotation })
  func reuse(_ kind: Kind) async throws {
    try await withPeer(kind) { peer in
      let attempt = peer.client.begin()
      let first = try await peer.client.finish(attempt, callback: try await peer.approve(attempt.url))
      let second = try await peer.client.refresh(first)
      #expect(await error { try await peer.client.refresh(first) }?.code == .invalidGrant)
      #expect(await error { try await peer.client.refresh(second) }?.code == .invalidGrant)
      #expect(await error { try await peer.client.userInfo(second.accessToken) }?.status == 401)
    }
  }

  @Test("Each thing that goes wrong has an error of its own", arguments: kinds)
  func failures(_ kind: Kind) async throws {
    try await withPeer(kind) { peer in
      let client = peer.client
      // Another sign-in's callback, and one without a state.
      let other = client.begin()
      let foreign = try await peer.approve(other.url)
      let attempted = client.begin()
      let mismatch = await error { try await client.finish(attempted, callback: foreign) }
      #expect(mismatch?.code == .stateMismatch)
      let withoutState = try await finish(peer) { $0.replacing(/state=[^&]*/, with: "x=y") }
      #expect(withoutState?.code == .stateMismatch)

      // The same callback twice, and the same code twice.
      let attempt = client.begin()
      let callback = try await peer.approve(attempt.url)
      let grant = try await client.finish(attempt, callback: callback)
      #expect(await error { try await client.finish(attempt, callback: callback) }?.code == .callbackReused)
      let code = try #require(HTTP.fields(callback)["code"])
      let replay = try await token(client, code, attempt)
      #expect(replay.status == 400 && replay.json["error"]?.string == "invalid_grant")
      #expect(await error { try await client.userInfo(grant.accessToken) }?.status == 401)

      // Another sign-in's code, whose verifier isn't this one's.
      let wrongCode = try #require(HTTP.fields(try await peer.approve(client.begin().url))["code"])
      let wrong = try await finish(peer) { $0.replacing(/code=[^&]*/, with: "code=\(wrongCode)") }
      #expect(wrong?.code == .invalidGrant && wrong?.serverCode == "invalid_grant")
      let unknown = try await finish(peer) { $0.replacing(/code=[^&]*/, with: "code=unknown") }
      #expect(unknown?.code == .invalidGrant)

      // Another server's callback, and one that hides whose it is.
      let mixed = try await finish(peer) { $0.replacing(/iss=[^&]*/, with: "iss=https%3A%2F%2Fevil.example") }
      #expect(mixed?.code == .issuerMismatch)
      let unnamed = try await finish(peer) { $0.replacing(/&iss=[^&]*/, with: "") }
      #expect(unnamed?.code == .issuerMismatch)

      // What the server refuses before anybody is asked.
      let unregistered = client.begin(redirectURI: "http://127.0.0.1:4711/elsewhere")
      #expect(try await HTTP.get(unregistered.url).status >= 400)
      let plain = client.begin().url.replacing("S256", with: "plain")
      let refusal = try await HTTP.get(plain)
      #expect((HTTP.fields(refusal.location)["error"] ?? refusal.json["error"]?.string) == "invalid_request")
    }
  }

  /// What a sign-in ends with whose callback is changed.
  private func finish(
    _ peer: Peer, _ change: @Sendable (String) -> String
  ) async throws -> IdentityError? {
    let attempt = peer.client.begin()
    let callback = change(try await peer.approve(attempt.url))
    return await error { try await peer.client.finish(attempt, callback: callback) }
  }

  /// The answer to a code that is sent by hand.
  private func token(_ client: OAuthClient, _ code: String, _ attempt: SignInAttempt) async throws -> HTTPResponse {
    try await HTTP.form(
      client.server.tokenEndpoint,
      [
        ("grant_type", "authorization_code"), ("code", code), ("client_id", "app"),
        ("redirect_uri", attempt.redirectURI), ("code_verifier", attempt.proofKey.verifier),
      ])
  }

  @Test("A server that is busy, slow or broken ends nothing") func busy() async throws {
    try await withSignInServer { server in
      let client = try await server.client()
      let session = IdentitySession(client, store: MemoryTokenStore(), clock: server.clock.identity)
      await session.signIn(with: try await server.grant(client))
      server.clock.advance(3601)
      server.faults.add(.status(429, retryAfter: 7), path: "/oauth/token")
      let busy = await error { try await session.accessToken() }
      #expect(busy?.code == .tooManyRequests && busy?.status == 429 && busy?.retryAfter == .seconds(7))
      server.faults.removeAll()
      server.faults.add(.status(503), path: "/oauth/token")
      #expect(await error { try await session.accessToken() }?.code == .serverError)
      server.faults.removeAll()
      server.faults.add(.dropRequest, path: "/oauth/token")
      #expect(await error { try await session.accessToken() }?.code == .unreachable)
      server.faults.removeAll()
      server.faults.add(.truncatedBody(bytes: 10), path: "/.well-known/jwks.json")
      let attempt = client.begin()
      let callback = try await server.callback(of: attempt)
      #expect(await error { try await client.finish(attempt, callback: callback) }?.code == .invalidAnswer)
      server.faults.removeAll()
      #expect(try await session.accessToken().bytes.isEmpty == false)
    }
  }

  @Test("ID tokens of a server whose keys are others are refused") func otherKeys() async throws {
    try await withSignInServer { server in
      try await withSignInServer { other in
        var found = try await server.client().server
        found.keysEndpoint = try await other.client().server.keysEndpoint
        let client = try OAuthClient(
          found, clientID: "app", redirectURI: SignInServer.redirectURI, scope: "openid", transport: CurlTransport())
        let attempt = client.begin()
        let callback = try await server.callback(of: attempt)
        #expect(await error { try await client.finish(attempt, callback: callback) }?.code == .invalidIDToken)
      }
    }
  }

  @Test("A hundred calls of a database at the moment of expiry make one refresh") func hundred() async throws {
    try await withSignInServer { server in
      let client = try await server.client()
      let session = IdentitySession(client, store: MemoryTokenStore(), clock: server.clock.identity)
      let grant = try await server.grant(client)
      await session.signIn(with: grant)
      let database = try await Database(
        PerSQLDriver(
          baseURL: grant.serviceAddress ?? "", database: grant.database ?? "", tokens: session.tokens,
          transport: CurlTransport()))
      try await database.execute("CREATE TABLE n (n INTEGER)")
      #expect(server.authorization.counts.refreshes == 0)
      server.clock.advance(3601)
      let query: SQLFragment = "SELECT count(*) FROM n"
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for _ in 0..<100 { group.addTask { try await database.fetchOne(query.values(Int.self)) } }
        for try await count in group { #expect(count == 0) }
      }
      #expect(server.authorization.counts.refreshes == 1)
      #expect(try await session.grant()?.accessToken != grant.accessToken)
      await database.close()
    }
  }
}

/// The error of a body; `nil` if it throws none, or another one.
func error(_ body: () async throws -> some Any) async -> IdentityError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? IdentityError
  }
}
#endif
