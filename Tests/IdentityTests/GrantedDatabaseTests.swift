#if Identity
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryIdentity
@testable import QuarryRemote

/// Sessions as the authorization of remote databases.
@Suite struct GrantedDatabaseTests {
  private func session(
    database: String? = "n/d", at address: String? = nil, refresh: String? = "r1"
  ) async throws -> IdentitySession {
    let transport = ScriptedTransport { (_, number) throws(HTTPError) in
      OAuthTests.answer(#"{"access_token":"a\#(number + 2)","refresh_token":"r\#(number + 2)"}"#)
    }
    let session = IdentitySession(try OAuthTests.client(transport), store: MemoryTokenStore())
    await session.signIn(with: Self.grant(database: database, at: address, refresh: refresh))
    return session
  }

  private static func grant(
    _ token: String = "a1", database: String?, at address: String?, refresh: String?
  ) -> TokenGrant {
    TokenGrant(
      accessToken: DriverSecret(token), refreshToken: refresh.map { DriverSecret($0) }, database: database,
      serviceAddress: address)
  }

  /// A service that takes one token, and answers a statement with one row.
  private static func service(taking token: Shared<String>) -> ScriptedTransport {
    ScriptedTransport { (request, _) throws(HTTPError) in
      guard request.header("Authorization") == "Bearer \(token.value)" else {
        return OAuthTests.answer(#"{"success":false,"error":"Unauthorized"}"#, status: 401)
      }
      return OAuthTests.answer(
        #"{"success":true,"data":{"columns":["n"],"rows":[[7]],"rowsRead":1,"rowsWritten":0}}"#)
    }
  }

  @Test(
    "The grant decides on the database and the address",
    arguments: [
      (nil, "https://api.persql.com"), ("https://eu.example.com/", "https://eu.example.com"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ] as [(String?, String)])
  func granted(_ address: String?, _ base: String) async throws {
    let session = try await session(at: address)
    let driver = try await PerSQLDriver(session: session, transport: ScriptedTransport([]))
    #expect(driver.databaseName == "persql \(base)/v1/db/n/d")
  }

  @Test(
    "Grants without a database, and addresses that would carry the token in plain text, are refused",
    arguments: [
      (nil, nil), ("n/d", "http://api.example.com"), ("n/d", "https://api.example.com?x="), ("n", nil), ("../x", nil),
      ("n/d", "ftp://x"), ("n/d", "https://user@example.com"),
    ] as [(String?, String?)])
  func refused(_ database: String?, _ address: String?) async throws {
    let session = try await session(database: database, at: address)
    let transport = ScriptedTransport([])
    let error = try await databaseError { try await PerSQLDriver(session: session, transport: transport) }
    #expect(error.code == .invalidConfiguration)
    #expect(transport.requests.isEmpty)
  }

  @Test("Nobody is signed in: nothing is sent") func nobody() async throws {
    let session = try await session()
    try await session.signOut(revoking: false)
    let error = try await databaseError { try await PerSQLDriver(session: session, transport: ScriptedTransport([])) }
    #expect(error.code == .authorization)
    #expect((error.underlying as? IdentityError)?.code == .signInRequired)
  }

  @Test("PerSQL: a call that is refused is made once more, with another token and the same key") func perSQL()
    async throws
  {
    let good = Shared("a2")
    let service = Self.service(taking: good)
    let session = try await session()
    let driver = try await PerSQLDriver(session: session, transport: service)
    let calls = driver.calls
    let statement = PerSQLStatement(StatementText("INSERT INTO t VALUES (7) RETURNING n"), [])
    _ = try await calls.query(statement, effect: .writes)
    #expect(service.requests.compactMap { $0.header("Authorization") } == ["Bearer a1", "Bearer a2"])
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 1)
    #expect(Set(service.requests.map(\.url)) == ["https://api.persql.com/v1/db/n/d/query"])
    good.set("none")
    let error = try await databaseError { try await calls.query(statement, effect: .writes) }
    #expect(error.code == .authorization && error.outcome == .notApplied)
    #expect(service.requests.count == 4)
  }

  @Test("PerSQL: a token that can't be refreshed asks for a sign-in") func withoutRefresh() async throws {
    let service = Self.service(taking: Shared("none"))
    let session = try await session(refresh: nil)
    let driver = try await PerSQLDriver(session: session, transport: service)
    let error = try await databaseError { try await Self.asks(driver, "SELECT 1") }
    #expect(error.code == .authorization)
    #expect(service.requests.count == 1)
    #expect(try await session.grant() == nil)
  }

  @Test("Hrana: a call that is refused is made once more with another token") func hrana() async throws {
    let service = ScriptedTransport { (request, _) throws(HTTPError) in
      guard request.header("Authorization") == "Bearer a2" else { return HTTPResponse(status: 401) }
      return HTTPResponse(status: 418)
    }
    let session = try await session()
    let driver = HranaDriver(url: "https://db.example.com", tokens: session.tokens, transport: service)
    _ = try await databaseError { try await Database(driver) }
    let requests = service.requests.filter { $0.header("Authorization") != nil }
    let first = try #require(requests.first)
    let second = try #require(requests.dropFirst().first)
    #expect(first.header("Authorization") == "Bearer a1" && second.header("Authorization") == "Bearer a2")
    #expect(first.url == second.url && first.method == second.method && first.body == second.body)
  }

  @Test("The token of another sign-in isn't sent to the database of the first one") func changed() async throws {
    let service = Self.service(taking: Shared("b1"))
    let session = try await session(at: "https://one.example.com")
    let driver = try await PerSQLDriver(session: session, transport: service)
    for (database, address) in [("n/d", "https://two.example.com"), ("n/other", "https://one.example.com")] {
      await session.signIn(with: Self.grant("b1", database: database, at: address, refresh: nil))
      let error = try await databaseError { try await Self.asks(driver, "SELECT 1") }
      #expect(error.code == .authorization)
    }
    #expect(service.requests.isEmpty)
    await session.signIn(with: Self.grant("b1", database: "n/d", at: "https://one.example.com", refresh: nil))
    #expect(try await Self.asks(driver, "SELECT 7"))
    #expect(service.requests.count == 1)
  }

  private static func asks(_ driver: PerSQLDriver, _ sql: String) async throws -> Bool {
    try await driver.calls.query(PerSQLStatement(StatementText(sql), []), effect: .reads).rows.rowCount == 1
  }
}
#endif
