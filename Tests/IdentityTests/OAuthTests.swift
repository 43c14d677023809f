#if Identity
import Foundation
import Quarry
import QuarryRemote
import QuarryWire
import TestSupport
import Testing

@testable import QuarryIdentity

/// The values and requests of a sign-in with a code and a proof key.
@Suite struct OAuthTests {
  static func server(issuer: String? = nil) throws -> AuthorizationServer {
    try AuthorizationServer(
      issuer: issuer, authorizationEndpoint: "https://id.example.com/authorize?tenant=1",
      tokenEndpoint: "https://id.example.com/token", revocationEndpoint: "https://id.example.com/revoke",
      userInfoEndpoint: "https://id.example.com/me")
  }

  static func client(
    _ transport: any HTTPTransport = ScriptedTransport([]), issuer: String? = nil, scope: String = "profile"
  ) throws -> OAuthClient {
    try OAuthClient(
      try server(issuer: issuer), clientID: "app", redirectURI: "com.example.app:/signed-in", scope: scope,
      transport: transport)
  }

  static func answer(_ json: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: Array(json.utf8))
  }

  static func fields(_ url: String) throws -> [String: String] {
    let query = try #require(url.split(separator: "?", maxSplits: 1).last)
    return Dictionary(
      try #require(FormText.decode(query)).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  static func body(_ request: HTTPRequest?) throws -> [String: String] {
    let body = String(decoding: try #require(request?.body), as: UTF8.self)
    return try fields("?" + body)
  }

  // MARK: Proof keys and forms

  @Test("The challenge of the standard's example") func example() throws {
    let key = try ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(SecretText.base64URL([3, 236, 255, 224, 193]) == "A-z_4ME")
  }

  @Test("Each key is another one, of 43 characters") func fresh() {
    let keys = (0..<100).map { _ in ProofKey() }
    #expect(Set(keys.map(\.verifier)).count == 100)
    #expect(keys.allSatisfy { $0.verifier.utf8.count == 43 && $0.challenge.utf8.count == 43 })
  }

  @Test(
    "Verifiers of another length, or with other characters, are refused",
    arguments: [
      ("a", 42, false), ("a", 43, true), ("~", 128, true), ("a", 129, false), ("+", 43, false), ("é", 43, false),
    ])
  func verifiers(_ character: String, _ count: Int, _ isGood: Bool) {
    let text = String(repeating: character, count: count)
    #expect(((try? ProofKey(verifier: text)) != nil) == isGood)
  }

  @Test("Forms carry every character, and are read as others write them") func forms() throws {
    let text = "a+b c&d=e%f/é🦆\n~"
    let encoded = FormText.encode([("n ame", text), ("empty", "")])
    #expect(!encoded.contains("+") && encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    let decoded = try #require(FormText.decode(encoded))
    #expect(decoded.map(\.name) == ["n ame", "empty"] && decoded.map(\.value) == [text, ""])
    #expect(FormText.decode("a=b+c&d")?.map(\.value) == ["b c", ""])
    for wrong in ["a=%", "a=%2", "a=%zz", "a=%ff"] { #expect(FormText.decode(wrong) == nil) }
  }

  // MARK: Addresses

  @Test("Addresses that would carry secrets in plain text are refused") func addresses() {
    for good in ["https://a.example", "http://127.0.0.1:8080/x", "http://[::1]:1/", "http://localhost/x"] {
      #expect(throws: Never.self) { try ServiceAddress.check(good) }
    }
    for bad in ["http://a.example", "http://127.0.0.1.example", "http://127.a.b.c", "ftp://a", "a", "https://a/#x"] {
      #expect(throws: IdentityError.self) { try ServiceAddress.check(bad) }
    }
  }

  @Test("The documents of discovery are looked for at both places") func wellKnown() {
    #expect(
      AuthorizationServer.wellKnown("https://id.example.com/tenant/") == [
        "https://id.example.com/.well-known/oauth-authorization-server/tenant",
        "https://id.example.com/tenant/.well-known/openid-configuration",
      ])
    #expect(
      AuthorizationServer.wellKnown("https://id.example.com") == [
        "https://id.example.com/.well-known/oauth-authorization-server",
        "https://id.example.com/.well-known/openid-configuration",
      ])
  }

  @Test("A server is discovered, and another one's document is refused") func discovery() async throws {
    let document = """
      {"issuer":"https://id.example.com","authorization_endpoint":"https://id.example.com/a",
       "token_endpoint":"https://id.example.com/t","code_challenge_methods_supported":["S256"]}
      """
    let transport = ScriptedTransport([Self.answer("{}", status: 404), Self.answer(document)])
    let server = try await AuthorizationServer.discover(issuer: "https://id.example.com", transport: transport)
    #expect(server.tokenEndpoint == "https://id.example.com/t" && server.revocationEndpoint == nil)
    for (text, code) in [
      (document.replacing("\"https://id.example.com\"", with: "\"https://evil.example\""), .issuerMismatch),
      (document.replacing("S256", with: "plain"), .invalidAnswer),
      (document.replacing("token_endpoint", with: "other"), .invalidAnswer),
      (document.replacing("https://id.example.com/t", with: "http://id.example.com/t"), .invalidConfiguration),
      ("[]", IdentityError.Code.invalidAnswer),
    ] {
      let error = await identityError {
        try await AuthorizationServer.discover(
          issuer: "https://id.example.com", transport: ScriptedTransport([Self.answer(text)]))
      }
      #expect(error?.code == code, "\(text)")
    }
  }

  // MARK: The authorization request

  @Test("The address has every parameter, in an encoding that survives") func request() throws {
    let client = try Self.client(scope: "openid database")
    let attempt = client.begin(additionalFields: [("prompt", "a+b")])
    #expect(attempt.url.hasPrefix("https://id.example.com/authorize?tenant=1&response_type=code&client_id=app"))
    let fields = try Self.fields(attempt.url)
    #expect(fields["redirect_uri"] == "com.example.app:/signed-in")
    #expect(fields["scope"] == "openid database" && fields["prompt"] == "a+b")
    #expect(fields["code_challenge_method"] == "S256" && fields["code_challenge"] == attempt.proofKey.challenge)
    #expect(fields["state"]?.utf8.count == 43 && fields["nonce"]?.utf8.count == 43)
    #expect(!attempt.url.contains(attempt.proofKey.verifier))
    #expect(try Self.fields(try Self.client().begin().url)["nonce"] == nil)
    #expect(client.begin().state != attempt.state)
  }

  @Test("Redirects without a scheme, with a fragment, or over plain HTTP are refused") func redirects() throws {
    let server = try Self.server()
    for (redirect, isGood) in [
      ("com.example.app:/x", true), ("https://app.example.com/x", true), ("http://127.0.0.1/x", true),
      ("http://app.example.com/x", false), ("/x", false), ("app:/x#y", false), ("", false),
    ] {
      let client = try? OAuthClient(
        server, clientID: "app", redirectURI: redirect, scope: "", transport: ScriptedTransport([]))
      #expect((client != nil) == isGood, "\(redirect)")
    }
  }

  // MARK: The callback

  @Test("A callback is checked in order: state, use, issuer, error, code") func callbacks() throws {
    let attempt = try Self.client(issuer: "https://id.example.com").begin()
    let (base, state) = ("com.example.app:/signed-in", attempt.state)
    func code(_ query: String) -> IdentityError.Code? {
      do { _ = try attempt.code(from: base + query) } catch { return error.code }
      return nil
    }
    for query in [
      "", "?", "?code=x", "?code=x&state=", "?code=x&state=\(state)a", "?code=x&state=\(state.dropLast())",
      "?code=x&state=\(state)&state=\(state)", "?error=access_denied&state=wrong", "?code=x&state=%zz",
    ] {
      #expect(code(query) == .stateMismatch, "\(query)")
    }
    // What came before took nothing of the attempt.
    #expect(try attempt.code(from: "\(base)?code=a%2Bb&state=\(state)&iss=https%3A%2F%2Fid.example.com#x") == "a+b")
    #expect(code("?code=x&state=\(state)") == .callbackReused)
  }

  @Test(
    "What the server denies has its code",
    arguments: [
      ("error=access_denied&error_description=no%20thanks", IdentityError.Code.denied),
      ("error=server_error", .serverError),
      ("error=temporarily_unavailable", .serverError), ("error=invalid_scope", .refused), ("x=y", .invalidAnswer),
      ("code=", .invalidAnswer), ("code=x&iss=https%3A%2F%2Fevil.example", .issuerMismatch),
    ])
  func denials(_ query: String, _ code: IdentityError.Code) throws {
    let attempt = try Self.client(issuer: "https://id.example.com").begin()
    do {
      _ = try attempt.code(from: "app:/x?state=\(attempt.state)&\(query)")
      Issue.record("\(query) is no success")
    } catch {
      #expect(error.code == code)
      if code == .denied { #expect(error.message.contains("no thanks") && error.serverCode == "access_denied") }
    }
  }

  // MARK: The exchange

  @Test("A code is exchanged once, with the verifier, and PerSQL's database comes with it") func exchange() async throws
  {
    let transport = ScriptedTransport([
      Self.answer(
        """
        {"access_token":"psql_live_1","token_type":"bearer","scope":"database","database":"user-3f9c/app-data",
         "api_url":"https://api.persql.com","expires_in":"60","more":[1]}
        """)
    ])
    let client = try Self.client(transport)
    let attempt = client.begin(redirectURI: "http://127.0.0.1:4711/cb")
    let grant = try await client.finish(attempt, callback: "http://127.0.0.1:4711/cb?code=c%2Bd&state=\(attempt.state)")
    let body = try Self.body(transport.requests.first)
    #expect(
      body == [
        "grant_type": "authorization_code", "code": "c+d", "client_id": "app",
        "redirect_uri": "http://127.0.0.1:4711/cb", "code_verifier": attempt.proofKey.verifier,
      ])
    #expect(grant.accessToken == DriverSecret("psql_live_1") && grant.refreshToken == nil)
    #expect(grant.database == "user-3f9c/app-data" && grant.serviceAddress == "https://api.persql.com")
    let left = try #require(grant.expiry).timeIntervalSinceNow
    #expect(left > 30 && left <= 60)
    let texts = ["\(grant)", String(reflecting: grant), "\(attempt)", String(reflecting: attempt.proofKey)]
    #expect(texts.allSatisfy { !$0.contains("psql_live_1") && !$0.contains(attempt.proofKey.verifier) })
    #expect(
      await identityError { try await client.finish(attempt, callback: "a:?code=1&state=\(attempt.state)") }?.code
        == .callbackReused)
  }

  @Test(
    "What the token endpoint refuses has its code, and no secret in it",
    arguments: [
      (
        400, #"{"error":"invalid_grant","error_description":"the code CODE was used"}"#, IdentityError.Code.invalidGrant
      ),
      (400, #"{"error":"slow_down"}"#, .tooManyRequests), (429, "too many", .tooManyRequests),
      (401, #"{"error":"invalid_client"}"#, .refused), (500, "<html>", .serverError), (200, "<html>", .invalidAnswer),
      (200, "{}", .invalidAnswer), (200, #"{"access_token":"t","token_type":"mac"}"#, .invalidAnswer),
      (200, #"{"access_token":"t","api_url":"http://evil.example"}"#, .invalidConfiguration),
      (200, #"{"access_token":"t","access_token":"u"}"#, .invalidAnswer),
    ])
  func refusals(_ status: Int, _ text: String, _ code: IdentityError.Code) async throws {
    let client = try Self.client(ScriptedTransport([Self.answer(text, status: status)]))
    let attempt = client.begin()
    let error = await identityError {
      try await client.finish(attempt, callback: "a:?code=CODE&state=\(attempt.state)")
    }
    #expect(error?.code == code)
    let shown = "\(String(describing: error)) \(String(reflecting: error))"
    #expect(!shown.contains("CODE") && !shown.contains(attempt.proofKey.verifier))
  }

  @Test("ID tokens of another sign-in, client or server, and old ones, are refused") func idTokens() async throws {
    for (change, code) in [
      (nil, nil), ("nonce", IdentityError.Code.invalidIDToken), ("aud", .invalidIDToken), ("iss", .issuerMismatch),
      ("exp", .invalidIDToken), ("end", .invalidIDToken), ("form", .invalidIDToken),
    ] {
      let nonces = Shared<String>("")
      let transport = ScriptedTransport { (_, _) throws(HTTPError) in
        let claims = [
          "\"nonce\":\"\(change == "nonce" ? "other" : nonces.value)\"",
          "\"aud\":\(change == "aud" ? "\"other\"" : "[\"app\",\"more\"]")",
          "\"iss\":\"https://\(change == "iss" ? "evil" : "id").example.com\"",
          change == "end" ? "\"x\":1" : "\"exp\":\(Int(Date().timeIntervalSince1970) + (change == "exp" ? -600 : 60))",
        ]
        let payload = SecretText.base64URL(Array("{\(claims.joined(separator: ","))}".utf8))
        let head = SecretText.base64URL(Array(#"{"alg":"none"}"#.utf8))
        return Self.answer(
          #"{"access_token":"t","id_token":"\#(head).\#(payload)\#(change == "form" ? "" : ".")"}"#)
      }
      let client = try Self.client(transport, issuer: "https://id.example.com", scope: "openid")
      let attempt = client.begin()
      nonces.update { $0 = attempt.nonce ?? "" }
      let error = await identityError {
        try await client.finish(attempt, callback: "a:?code=1&state=\(attempt.state)")
      }
      #expect(error?.code == code, "\(change ?? "a good one")")
    }
  }

  @Test("Refreshing keeps what the server doesn't send again") func refresh() async throws {
    let transport = ScriptedTransport([
      Self.answer(#"{"access_token":"a2","expires_in":60}"#),
      Self.answer(#"{"access_token":"a3","refresh_token":"r3","scope":"less"}"#),
    ])
    let client = try Self.client(transport)
    let first = TokenGrant(
      accessToken: DriverSecret("a1"), refreshToken: DriverSecret("r+1"), scope: "all", database: "n/d")
    let second = try await client.refresh(first)
    #expect(try Self.body(transport.requests.first)["refresh_token"] == "r+1")
    #expect(second.refreshToken == first.refreshToken && second.scope == "all" && second.database == "n/d")
    let third = try await client.refresh(second)
    #expect(third.refreshToken == DriverSecret("r3") && third.scope == "less" && third.expiry == nil)
    #expect(
      await identityError { try await client.refresh(TokenGrant(accessToken: DriverSecret("a"))) }?.code
        == .signInRequired)
  }

  @Test("Both tokens are revoked, and facts about the user are read") func others() async throws {
    let transport = ScriptedTransport([
      Self.answer(""), Self.answer(""),
      Self.answer(#"{"sub":"01HQ","email":"a@example.com","email_verified":true,"n":7,"address":{}}"#),
    ])
    let client = try Self.client(transport)
    let grant = TokenGrant(accessToken: DriverSecret("a"), refreshToken: DriverSecret("r"))
    #expect(try await client.revoke(grant))
    #expect(try transport.requests.map { try Self.body($0)["token"] } == ["r", "a"])
    let info = try await client.userInfo(grant.accessToken)
    #expect(transport.requests.last?.header("Authorization") == "Bearer a")
    #expect(info.subject == "01HQ" && info.email == "a@example.com" && info.isEmailVerified == true)
    #expect(info.claims["n"] == "7" && info.claims["address"] == nil)
  }
}

/// The error of a body; `nil` if it throws none, or another one.
func identityError(_ body: () async throws -> some Any) async -> IdentityError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? IdentityError
  }
}
#endif
