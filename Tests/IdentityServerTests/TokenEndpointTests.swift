#if Identity && Server
import Foundation
import QuarryIdentity
import QuarryRemote
import QuarryServer
import QuarryWire
import Testing

/// The token endpoint, as anybody can call it.
@Suite struct TokenEndpointTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  /// A fresh code for the request of ``ConsentPageTests/good``.
  private static func code(_ server: SignInServer, _ changes: [String: String?] = [:]) async throws -> String {
    let address = ConsentPageTests.address(server, changes)
    let callback = try await PlainBrowser().signIn(at: address, name: "ada", password: SignInServer.password)
    return try #require(HTTP.fields(callback)["code"])
  }

  private static func exchange(
    _ server: SignInServer, _ code: String, _ changes: [String: String?] = [:]
  ) async throws -> HTTPResponse {
    let fields = [
      ("grant_type", "authorization_code"), ("code", code), ("client_id", "app"),
      ("redirect_uri", SignInServer.redirectURI), ("code_verifier", verifier),
    ]
    return try await HTTP.form(
      server.url + "/oauth/token", fields.compactMap { field in (changes[field.0] ?? field.1).map { (field.0, $0) } })
  }

  private static func refresh(
    _ server: SignInServer, _ token: String?, client: String = "app", scope: String? = nil
  ) async throws -> HTTPResponse {
    try await HTTP.form(
      server.url + "/oauth/token",
      [("grant_type", "refresh_token"), ("refresh_token", token ?? ""), ("client_id", client)]
        + (scope.map { [("scope", $0)] } ?? []))
  }

  private static func access(_ server: SignInServer, _ answer: HTTPResponse) async throws -> Int {
    try await server.status(
      answer.json["access_token"]?.string, database: answer.json["database"]?.string ?? "")
  }

  @Test("The documents name the server, its addresses and its key") func documents() async throws {
    try await withSignInServer { server in
      for place in ["oauth-authorization-server", "openid-configuration"] {
        let json = try await HTTP.get(server.url + "/.well-known/" + place).json
        #expect(json["issuer"]?.string == server.url)
        #expect(json["code_challenge_methods_supported"] == .array(["S256"]))
        #expect(json["response_types_supported"] == .array(["code"]))
        #expect(json["authorization_response_iss_parameter_supported"]?.bool == true)
      }
      let key = try await HTTP.get(server.url + "/.well-known/jwks.json").json["keys"]?.array?.first
      #expect(key?["alg"]?.string == "ES256" && key?["d"] == nil && key?["kid"]?.string?.utf8.count == 43)
      #expect(try await HTTP.get(server.url + "/oauth/token").status == 405)
    }
  }

  @Test("A code gives tokens, and a database of the user's own") func exchange() async throws {
    try await withSignInServer { server in
      let answer = try await Self.exchange(server, try await Self.code(server))
      #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
      let json = answer.json
      #expect(json["token_type"]?.string == "Bearer" && json["expires_in"]?.integer == 3600)
      #expect(json["scope"]?.string == "openid database" && json["api_url"]?.string == server.url)
      let database = try #require(json["database"]?.string)
      #expect(database.hasPrefix("user-") && database.hasSuffix("/main"))
      #expect(json["refresh_token"]?.string != nil && json["id_token"]?.string != nil)
      #expect(try await Self.access(server, answer) == 200)
      #expect(try await server.status(json["access_token"]?.string, database: "default/main") == 403)
      #expect(try await server.status(json["refresh_token"]?.string, database: database) == 401)
      #expect(try await server.status(nil, database: database) == 401)
    }
  }

  @Test("A code is good once, for its client, address and verifier, and for five minutes") func codes() async throws {
    try await withSignInServer { server in
      let wrong = String(Self.verifier.reversed())
      for (changes, status, code) in [
        (["client_id": nil], 401, "invalid_client"), (["client_id": "nobody"], 401, "invalid_client"),
        (["client_id": "other"], 400, "invalid_grant"), (["redirect_uri": nil], 400, "invalid_request"),
        (["redirect_uri": SignInServer.redirectURI + "/"], 400, "invalid_grant"),
        (["code_verifier": nil], 400, "invalid_request"), (["code_verifier": "short"], 400, "invalid_request"),
        (["code_verifier": wrong], 400, "invalid_grant"), (["code": "unknown"], 400, "invalid_grant"),
        (["code": nil], 400, "invalid_request"), (["grant_type": nil], 400, "invalid_request"),
        (["grant_type": "password"], 400, "unsupported_grant_type"),
        (["grant_type": "client_credentials"], 400, "unsupported_grant_type"),
      ] as [([String: String?], Int, String)] {
        let answer = try await Self.exchange(server, try await Self.code(server), changes)
        #expect(answer.status == status && answer.json["error"]?.string == code, "\(changes)")
        #expect(answer.json["access_token"] == nil && answer.header("Cache-Control") == "no-store")
      }
      // A code that came with a wrong verifier was in wrong hands.
      let burnt = try await Self.code(server)
      #expect(try await Self.exchange(server, burnt, ["code_verifier": wrong]).status == 400)
      #expect(try await Self.exchange(server, burnt).json["error"]?.string == "invalid_grant")
      let late = try await Self.code(server)
      let justInTime = try await Self.code(server)
      server.clock.advance(290)
      #expect(try await Self.exchange(server, justInTime).status == 200)
      server.clock.advance(10)
      #expect(try await Self.exchange(server, late).json["error"]?.string == "invalid_grant")
    }
  }

  @Test("A code that is used again ends what came of it") func replay() async throws {
    try await withSignInServer { server in
      let code = try await Self.code(server)
      let first = try await Self.exchange(server, code)
      let other = try await Self.exchange(server, try await Self.code(server))
      #expect(try await Self.access(server, first) == 200)
      #expect(try await Self.exchange(server, code).json["error"]?.string == "invalid_grant")
      #expect(try await Self.access(server, first) == 401)
      #expect(
        try await Self.refresh(server, first.json["refresh_token"]?.string).json["error"]?.string == "invalid_grant")
      #expect(try await Self.access(server, other) == 200)
      #expect(server.authorization.counts.endedByReuse == 1 && server.authorization.counts.signIns == 2)
    }
  }

  @Test("Refresh tokens are replaced, and one that is used again ends the sign-in") func rotation() async throws {
    try await withSignInServer { server in
      let first = try await Self.exchange(server, try await Self.code(server))
      let old = try #require(first.json["refresh_token"]?.string)
      let second = try await Self.refresh(server, old)
      let new = try #require(second.json["refresh_token"]?.string)
      #expect(second.status == 200 && new != old && second.json["database"] == first.json["database"])
      #expect(try await Self.access(server, first) == 200)
      #expect(try await Self.access(server, second) == 200)
      // Neither another client nor a changed token does anything.
      #expect(try await Self.refresh(server, new, client: "other").json["error"]?.string == "invalid_grant")
      #expect(try await Self.refresh(server, String(new.dropLast()) + "_").status == 400)
      #expect(try await Self.access(server, second) == 200)
      #expect(try await Self.refresh(server, old).json["error"]?.string == "invalid_grant")
      #expect(try await Self.refresh(server, new).json["error"]?.string == "invalid_grant")
      #expect(try await Self.access(server, second) == 401)
      #expect(server.authorization.counts.endedByReuse == 1)
    }
  }

  @Test("Without rotation a refresh token stays, while it is used") func noRotation() async throws {
    try await withSignInServer {
      $0.rotatesRefreshTokens = false
      $0.lifetimes.refreshToken = .seconds(86_400)
    } _: { server in
      let first = try await Self.exchange(server, try await Self.code(server))
      let token = first.json["refresh_token"]?.string
      for _ in 0..<3 {
        server.clock.advance(86_000)
        #expect(try await Self.access(server, first) == 401)
        let next = try await Self.refresh(server, token)
        #expect(next.status == 200 && next.json["refresh_token"] == nil)
        #expect(try await Self.access(server, next) == 200)
      }
      #expect(try await Self.refresh(server, token, scope: "admin").json["error"]?.string == "invalid_scope")
      let narrow = try await Self.refresh(server, token, scope: "openid")
      #expect(narrow.json["scope"]?.string == "openid" && narrow.json["database"] == nil)
      let database = first.json["database"]?.string ?? ""
      #expect(try await server.status(narrow.json["access_token"]?.string, database: database) == 403)
      server.clock.advance(86_401)
      #expect(try await Self.refresh(server, token).json["error"]?.string == "invalid_grant")
    }
    try await withSignInServer {
      $0.issuesRefreshTokens = false
    } _: { server in
      let answer = try await Self.exchange(server, try await Self.code(server))
      #expect(answer.status == 200 && answer.json["refresh_token"] == nil)
      #expect(try await Self.refresh(server, "qrt_").json["error"]?.string == "unsupported_grant_type")
    }
  }

  @Test("A revoked token is worth nothing, whoever asks for it") func revocation() async throws {
    try await withSignInServer { server in
      func revoke(_ token: String?, client: String = "app") async throws -> HTTPResponse {
        try await HTTP.form(server.url + "/oauth/revoke", [("token", token ?? ""), ("client_id", client)])
      }
      let first = try await Self.exchange(server, try await Self.code(server))
      let (access, refresh) = (first.json["access_token"]?.string, first.json["refresh_token"]?.string)
      #expect(try await revoke(access, client: "other").status == 400)
      #expect(try await revoke(refresh, client: "other").status == 400)
      #expect(try await revoke("unknown").status == 200)
      #expect(try await revoke(nil).status == 400)
      #expect(try await Self.access(server, first) == 200)
      #expect(try await revoke(access).status == 200)
      #expect(try await Self.access(server, first) == 401)
      let second = try await Self.refresh(server, refresh)
      #expect(try await Self.access(server, second) == 200)
      // The old refresh token is enough to end it all.
      #expect(try await revoke(refresh).status == 200)
      #expect(try await Self.access(server, second) == 401)
      #expect(try await Self.refresh(server, second.json["refresh_token"]?.string).status == 400)
      let third = try await Self.exchange(server, try await Self.code(server))
      #expect(server.authorization.revokeAll(subject: "id-of-ada") == 1)
      #expect(try await Self.access(server, third) == 401)
    }
  }

  @Test("Access tokens expire, and open what they were granted for, over every protocol") func access() async throws {
    try await withSignInServer { server in
      let answer = try await Self.exchange(server, try await Self.code(server))
      let token = try #require(answer.json["access_token"]?.string)
      let namespace = try #require(answer.json["database"]?.string?.split(separator: "/").first.map(String.init))
      func hrana(_ namespace: String) async throws -> HTTPResponse {
        try await HTTP.post(
          server.url + "/v3/pipeline",
          #"{"baton":null,"requests":[{"type":"execute","stmt":{"sql":"SELECT 1"}},{"type":"close"}]}"#,
          headers: [("Authorization", "Bearer \(token)"), ("x-namespace", namespace)])
      }
      #expect(try await hrana(namespace).status == 200)
      #expect(try await hrana("default").status == 403)
      let narrow = try await Self.exchange(server, try await Self.code(server, ["scope": "openid"]))
      #expect(
        try await server.status(narrow.json["access_token"]?.string, database: "\(namespace)/main") == 403)
      server.clock.advance(3599)
      #expect(try await hrana(namespace).status == 200)
      server.clock.advance(1.1)
      let refused = try await hrana(namespace)
      #expect(refused.status == 401)
      #expect(refused.header("WWW-Authenticate") == "Bearer error=\"invalid_token\"")
      #expect(!refused.text.contains(token))
    }
  }

  @Test("Facts about the user are those of the scopes") func userInfo() async throws {
    try await withSignInServer { server in
      func facts(_ scope: String) async throws -> HTTPResponse {
        let answer = try await Self.exchange(server, try await Self.code(server, ["scope": scope]))
        let token = answer.json["access_token"]?.string ?? ""
        return try await HTTP.get(server.url + "/oauth/userinfo", headers: [("Authorization", "Bearer \(token)")])
      }
      let all = try await facts("openid profile email").json
      #expect(all["sub"]?.string == "id-of-ada" && all["email"]?.string == "ada@example.com")
      #expect(all["preferred_username"]?.string == "ada")
      #expect(try await facts("openid").json["email"] == nil)
      #expect(try await facts("database").status == 403)
      let nobody = try await HTTP.get(server.url + "/oauth/userinfo", headers: [("Authorization", "Bearer qat_no")])
      #expect(nobody.status == 401 && nobody.json["error"]?.string == "invalid_token")
    }
  }

  @Test("Bodies that are no form, too large or unclear are refused") func bodies() async throws {
    try await withSignInServer { server in
      let address = server.url + "/oauth/token"
      let form = ("Content-Type", "application/x-www-form-urlencoded")
      for (body, headers) in [
        ("{}", [("Content-Type", "application/json")]), ("grant_type=%zz", [form]),
        ("grant_type=refresh_token&client_id=app&refresh_token=" + String(repeating: "a", count: 17 << 10), [form]),
        ("grant_type=refresh_token&client_id=app&client_id=app&refresh_token=a", [form]), ("", [form]),
      ] {
        let answer = try await HTTP.post(address, body, headers: headers)
        #expect([400, 401].contains(answer.status) && answer.json["error"]?.string?.hasPrefix("invalid_") == true)
        #expect(answer.json["error"]?.string != "invalid_grant")
      }
      // Pages don't reach it.
      let page = try await HTTP.form(address, [("grant_type", "x")], headers: [("Origin", "https://evil.example")])
      #expect(page.status == 403)
    }
  }

  @Test("Sign-ins are bounded: the longest unused one ends") func bounds() async throws {
    try await withSignInServer {
      $0.maximumSignIns = 2
    } _: { server in
      var answers: [HTTPResponse] = []
      for _ in 0..<3 {
        answers.append(try await Self.exchange(server, try await Self.code(server)))
        server.clock.advance(1)
      }
      var statuses: [Int] = []
      for answer in answers { statuses.append(try await Self.access(server, answer)) }
      #expect(statuses == [401, 200, 200])
    }
  }

  @Test("Rules that would harm users are refused") func rules() async throws {
    for redirect in [
      "javascript:alert(1)", "data:text/html,x", "http://app.example/cb", "/cb", "app:/cb#x", "", "http://127.0.0.1:x/",
    ] {
      let rules = AuthorizationConfiguration(clients: [AuthorizationClient("app", redirectURIs: [redirect])])
      #expect(throws: (any Error).self, "\(redirect)") { try ServerAuthorization(rules) }
    }
    var rules = AuthorizationConfiguration(clients: [AuthorizationClient("app", redirectURIs: ["app:/cb"])])
    for issuer in ["http://id.example", "https://id.example/", "id.example"] {
      rules.issuer = issuer
      #expect(throws: (any Error).self) { try ServerAuthorization(rules) }
    }
  }
}
#endif
