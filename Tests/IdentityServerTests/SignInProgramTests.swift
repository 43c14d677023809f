#if Identity && Server
import Foundation
import Logging
import Quarry
import QuarryRemote
import QuarryServer
import TestPeers
import Testing

@testable import QuarryIdentity

/// A program that stays signed in, from the first page to the end of its access, and everything that it lets others see.
@Suite struct SignInProgramTests {
  /// Signs in, uses the database, lets the token expire, goes on, is revoked, and is told to sign in again.
  ///
  /// - Parameter opening: Shows a page to the user, who says yes.
  private func run(
    _ server: SignInServer, _ emitted: Emitted,
    opening: @escaping @Sendable (_ address: String) async throws(IdentityError) -> Void
  ) async throws {
    let transport = WatchedTransport(emitted)
    let client = try await server.client(redirectURI: "http://127.0.0.1/signed-in", transport: transport)
    let session = IdentitySession(client, store: MemoryTokenStore(), clock: server.clock.identity)
    emitted.hide(SignInServer.password)
    let grant = try await session.signIn(using: LoopbackBrowser(opening: opening))
    emitted.hide(grant)
    emitted.note(grant, session, client, client.server, server.authorization)

    var configuration = DatabaseConfiguration()
    configuration.logger = emitted.logger("quarry.database")
    let database = try await session.database(transport: transport, configuration: configuration)
    let names: SQLFragment = "SELECT name FROM pet ORDER BY name"
    try await database.execute("CREATE TABLE pet (name TEXT NOT NULL)")
    try await database.execute("INSERT INTO pet (name) VALUES ('Ada'), ('Grace')")
    #expect(try await database.fetchAll(names.values(String.self)) == ["Ada", "Grace"])

    // The token ends, and the program doesn't notice.
    server.clock.advance(3601)
    try await database.execute("INSERT INTO pet (name) VALUES ('Edsger')")
    #expect(try await database.fetchAll(names.values(String.self)) == ["Ada", "Edsger", "Grace"])
    #expect(server.authorization.counts.refreshes == 1)
    let second = try #require(try await session.grant())
    #expect(second.accessToken != grant.accessToken)
    emitted.hide(second)

    // The old token doesn't come back, and neither does the replaced one; then the user withdraws the access.
    #expect(try await server.status(grant.accessToken.text, database: grant.database ?? "") == 401)
    #expect(server.authorization.revokeAll(subject: "id-of-ada") == 1)
    let ended = try await databaseError(in: emitted) {
      _ = try await database.fetchAll(names.values(String.self))
    }
    #expect(ended?.code == .authorization)
    #expect(ended?.message.contains("Sign in again") == true && ended?.outcome == .notApplied)
    #expect(reason(of: ended)?.code == .signInRequired)
    #expect(try await session.grant() == nil)
    emitted.note(session, database)
    await database.close()

    // Everything that can be refused, for its words.
    let attempt = client.begin()
    emitted.hide(attempt.proofKey.verifier)
    let callback = "http://127.0.0.1/signed-in?code=\(emitted.code)&state=\(attempt.state)"
    emitted.note(attempt)
    for wrong in [callback + "x", callback + "&code=twice", callback, callback] {
      emitted.note(await error { try await client.finish(attempt, callback: wrong) } as Any)
    }
    emitted.note(await error { try await client.refresh(grant) } as Any)
    emitted.note(await error { try await client.userInfo(second.accessToken) } as Any)
    try await client.revoke(second)
  }

  /// What a session says beneath the errors of calls.
  private func reason(of error: (any Error)?) -> IdentityError? {
    error as? IdentityError ?? (error as? DatabaseError).flatMap { reason(of: $0.underlying) }
  }

  private func databaseError(
    in emitted: Emitted, _ body: () async throws -> Void
  ) async throws -> DatabaseError? {
    do {
      try await body()
      return nil
    } catch {
      emitted.note(error)
      return error as? DatabaseError
    }
  }

  @Test("The whole life of a sign-in, and no token, password, code or verifier in anything that is told")
  func life() async throws {
    try await withSignInServer { server in
      let emitted = Emitted(logs: server.logs)
      try await run(server, emitted) { address throws(IdentityError) in
        try await opened {
          let callback = try await PlainBrowser().signIn(at: address, name: "ada", password: SignInServer.password)
          // Whoever waits for the callback doesn't wait for its answer.
          _ = try? await HTTP.get(callback)
        }
      }
      emitted.expectNoSecrets()
    }
  }

  @Test("The same in a real browser, which is shown a page that everybody can use", .needsBrowser)
  func inBrowser() async throws {
    try await withSignInServer { server in
      let emitted = Emitted(logs: server.logs)
      let browser = try await HeadlessBrowser()
      do {
        try await run(server, emitted) { address throws(IdentityError) in
          try await opened { try await use(browser, at: address) }
        }
        emitted.expectNoSecrets()
        // Denying needs neither a name nor a password.
        let client = try await server.client(redirectURI: "http://127.0.0.1/signed-in")
        let session = IdentitySession(client, store: MemoryTokenStore())
        let denied = await error {
          try await session.signIn(
            using: LoopbackBrowser { address throws(IdentityError) in
              try await opened {
                try await browser.open(address)
                try await browser.press("#deny")
              }
            })
        }
        #expect(denied?.code == .denied && denied?.serverCode == "access_denied")
      } catch {
        await browser.close()
        throw error
      }
      await browser.close()
    }
  }

  /// Does what a user does at the page.
  private func use(_ browser: HeadlessBrowser, at address: String) async throws {
    try await browser.open(address)
    #expect(try await browser.title == "Sign in to Notes <b>&\"'")
    #expect(try await browser.label(of: "#username") == "User name")
    #expect(try await browser.label(of: "#password") == "Password")
    #expect(try await browser.evaluate("document.documentElement.lang") == "en")
    #expect(try await browser.evaluate("document.scripts.length") == "0")
    // The policy lets the style through, and nothing of the name is markup.
    #expect(try await browser.evaluate("getComputedStyle(document.querySelector('label')).fontWeight") == "600")
    #expect(try await browser.evaluate("document.querySelectorAll('b').length") == "0")
    try await browser.type("ada", into: "#username")
    try await browser.type("wrong", into: "#password")
    try await browser.press("#allow")
    #expect(try await browser.text(of: "[role=alert]").contains("wrong"))
    #expect(try await browser.evaluate("document.querySelector('#username').value") == "ada")
    if let path = ProcessInfo.processInfo.environment["QUARRY_SCREENSHOT"] {
      try Data(try await browser.screenshot).write(to: URL(filePath: path))
    }
    try await browser.type(SignInServer.password, into: "#password")
    try await browser.press("#allow")
  }

  /// Reports what goes wrong in a browser as the session expects it.
  private func opened(_ body: () async throws -> Void) async throws(IdentityError) {
    do {
      try await body()
    } catch {
      throw IdentityError(.browserUnavailable, "The browser failed", underlying: error)
    }
  }
}
#endif
