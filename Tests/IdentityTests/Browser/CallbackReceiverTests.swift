#if Identity
import Quarry
import QuarryRemote
import TestSupport
import Testing

@testable import QuarryIdentity

/// Callbacks that the system gives to an app.
@Suite struct CallbackReceiverTests {
  private let transport = ScriptedTransport { (_, _) throws(HTTPError) in
    OAuthTests.answer(#"{"access_token":"a1"}"#)
  }

  private func session(_ redirectURI: String) throws -> IdentitySession {
    let client = try OAuthClient(
      try OAuthTests.server(), clientID: "app", redirectURI: redirectURI, scope: "profile", transport: transport)
    return IdentitySession(client, store: MemoryTokenStore())
  }

  @Test(
    "The app's callback is taken, once, and no other address",
    arguments: ["com.example.app:/signed-in", "yourapp://auth/callback", "https://app.example.com/auth/callback"])
  func callback(_ redirectURI: String) async throws {
    let page = Shared("")
    let receiver = CallbackReceiver { (address) throws(IdentityError) in page.set(address) }
    #expect(!receiver.receive("\(redirectURI)?code=c"))
    let session = try session(redirectURI)
    let task = Task { try await session.signIn(using: receiver) }
    try await eventually { !page.value.isEmpty }
    let state = try #require(try OAuthTests.fields(page.value)["state"])
    #expect(!receiver.receive("\(redirectURI)/other?code=c&state=\(state)"))
    #expect(!receiver.receive("other:/?code=c&state=\(state)"))
    #expect(receiver.receive("\(redirectURI)?code=c&state=\(state)"))
    #expect(!receiver.receive("\(redirectURI)?code=c&state=\(state)"))
    #expect(try await task.value.accessToken == DriverSecret("a1"))
    #expect(try OAuthTests.body(transport.requests.first)["redirect_uri"] == redirectURI)
  }

  @Test("A callback that comes while the page is opened is taken") func atOnce() async throws {
    let holder = Shared<CallbackReceiver?>(nil)
    let receiver = CallbackReceiver { (address) throws(IdentityError) in
      let state = (try? OAuthTests.fields(address)["state"]) ?? ""
      holder.value?.receive("app:/x?code=c&state=\(state)")
    }
    holder.set(receiver)
    #expect(try await session("app:/x").signIn(using: receiver).accessToken == DriverSecret("a1"))
    holder.set(nil)
  }

  @Test("A sign-in ends when it takes too long, is cancelled, can't begin, or another begins") func ends() async throws
  {
    let session = try session("app:/x")
    let late = CallbackReceiver(timeout: .milliseconds(50)) { (_) throws(IdentityError) in }
    #expect(await identityError { try await session.signIn(using: late) }?.code == .timedOut)
    #expect(!late.receive("app:/x?code=c"))
    let closed = CallbackReceiver { (_) throws(IdentityError) in throw IdentityError(.browserUnavailable, "none") }
    #expect(await identityError { try await session.signIn(using: closed) }?.code == .browserUnavailable)
    let pages = Shared(0)
    let receiver = CallbackReceiver { (_) throws(IdentityError) in pages.update { $0 += 1 } }
    let first = Task { try await session.signIn(using: receiver) }
    try await eventually { pages.value == 1 }
    let second = Task { try await session.signIn(using: receiver) }
    #expect(await identityError { try await first.value }?.code == .cancelled)
    try await eventually { pages.value == 2 }
    second.cancel()
    #expect(await identityError { try await second.value }?.code == .cancelled)
    #expect(!receiver.receive("app:/x?code=c"))
    #expect(transport.requests.isEmpty)
  }
}
#endif
