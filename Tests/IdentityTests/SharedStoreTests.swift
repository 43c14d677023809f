#if Identity
import Foundation
import Quarry
import QuarryRemote
import TestSupport
import Testing

@testable import QuarryIdentity

/// Several sessions, as of several programs, that share the file of their tokens.
@Suite struct SharedStoreTests {
  /// A server whose refresh tokens can be used once. Whoever uses one twice is signed out, and so are all others.
  private final class RotatingServer: Sendable {
    let valid = Shared<(refresh: String?, count: Int)>((refresh: "r0", count: 0))

    var transport: ScriptedTransport {
      ScriptedTransport { [valid] (request, _) throws(HTTPError) in
        let fields = (try? OAuthTests.body(request)) ?? [:]
        guard let token = fields["refresh_token"] else { return OAuthTests.answer("") }
        // Time for the others to come in between.
        for _ in 0..<100 { await Task.yield() }
        return valid.update { valid in
          guard valid.refresh == token else {
            valid.refresh = nil
            return OAuthTests.answer(#"{"error":"invalid_grant"}"#, status: 400)
          }
          valid.count += 1
          valid.refresh = "r\(valid.count)"
          return OAuthTests.answer(
            #"{"access_token":"a\#(valid.count)","refresh_token":"r\#(valid.count)","expires_in":3600}"#)
        }
      }
    }
  }

  private let server = RotatingServer()
  private let folder: TemporaryFolder
  private let store: FileTokenStore

  init() throws {
    folder = try TemporaryFolder()
    store = try FileTokenStore(path: folder.file("tokens"), key: TokenStoreTests.key)
  }

  private func session(_ store: (any TokenStore)? = nil) throws -> IdentitySession {
    IdentitySession(
      try OAuthTests.client(server.transport),
      store: try store ?? FileTokenStore(path: folder.file("tokens"), key: TokenStoreTests.key))
  }

  private static let expired = TokenGrant(
    accessToken: DriverSecret("a0"), refreshToken: DriverSecret("r0"), expiry: Date(timeIntervalSinceNow: -10))

  @Test("Of many sessions that need a token at once, one refreshes") func once() async throws {
    try store.save(Self.expired)
    let sessions = try (0..<20).map { _ in try session() }
    let tokens = try await withThrowingTaskGroup(of: DriverSecret.self) { group in
      for session in sessions { for _ in 0..<3 { group.addTask { try await session.accessToken() } } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: DriverSecret("a1"), count: 60))
    #expect(server.valid.value.count == 1)
    #expect(try store.load()?.refreshToken == DriverSecret("r1"))
    #expect(folder.names == ["tokens", "tokens.lock"])
  }

  @Test("A token that is refused is refreshed by one session only") func refused() async throws {
    try store.save(Self.expired)
    let sessions = try (0..<5).map { _ in try session() }
    for session in sessions { #expect(try await session.accessToken() == DriverSecret("a1")) }
    for session in sessions { await session.refused(DriverSecret("a1")) }
    for session in sessions { #expect(try await session.accessToken() == DriverSecret("a2")) }
    #expect(server.valid.value.count == 2)
  }

  @Test("Who signs out in one program is signed out in the others, and doesn't come back") func signOut() async throws {
    try store.save(Self.expired)
    let (one, two) = (try session(), try session())
    _ = try await two.grant()
    try await one.signOut()
    #expect(await identityError { try await two.accessToken() }?.code == .signInRequired)
    #expect(try store.load() == nil)
    #expect(server.valid.value.count == 0)
  }

  @Test("A sign-out revokes the tokens that another program got last") func revoked() async throws {
    try store.save(Self.expired)
    let transport = server.transport
    let one = IdentitySession(try OAuthTests.client(transport), store: store)
    _ = try await one.grant()
    #expect(try await session().accessToken() == DriverSecret("a1"))
    try await one.signOut()
    #expect(try transport.requests.map { try OAuthTests.body($0)["token"] } == ["r1", "a1"])
  }

  @Test("A lock keeps others out until it's released, and isn't waited for without end") func lock() async throws {
    let lock = FileLock(path: folder.file("lock"))
    let first = try #require(try await lock.acquired())
    #expect(await identityError { try await lock.acquired(within: .milliseconds(50)) }?.code == .store)
    let waiting = Task { try await lock.acquired() }
    waiting.cancel()
    #expect(await identityError { try await waiting.value }?.code == .cancelled)
    let second = Task { try await lock.acquired() != nil }
    first.release()
    first.release()
    #expect(try await second.value)
    #expect(try await FileLock(path: folder.file("no/folder")).acquired() == nil)
  }

  @Test("A token file that others can read is refused") func mode() throws {
    try store.save(Self.expired)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("tokens"))
    #expect(throws: IdentityError.self) { try store.load() }
    try store.save(Self.expired)
    #expect(try store.load()?.accessToken == DriverSecret("a0"))
  }
}
#endif
