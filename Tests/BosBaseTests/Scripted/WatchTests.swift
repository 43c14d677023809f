#if Identity
import Quarry
import QuarryIdentity
import QuarryRemote
import Testing

/// The search for secrets itself.
@Suite struct WatchTests {
  @Test("A secret that is shown is found, in whichever form", arguments: ["12345678", "pass-word-123"])
  func found(_ secret: String) async throws {
    let answer = try Script.authAnswer(Script.account())
    let transport = WatchedTransport(ScriptedTransport([answer]))
    let client = try BosBaseClient(transport: transport)
    try await client.collection("users").authWithPassword("a", secret)
    let token = Script.text(try #require(client.authStore.token))
    transport.show(client.authStore)
    try transport.finish("Nothing shown")

    struct Careless { var secret: String }
    for text in [secret, token] {
      transport.show(Careless(secret: text))
      withKnownIssue { try transport.finish("Shown") }
    }
    #expect(transport.lines == ["POST /api/collections/users/auth-with-password 200"])
  }
}
#endif
