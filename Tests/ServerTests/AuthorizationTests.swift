#if Command
import Foundation
import Quarry
import QuarryMemory
import QuarryServer
import TestSupport
import Testing

/// Tokens of users who sign in at the server, where clients of the server use them.
@Suite struct AuthorizationTests {
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let page =
    "/oauth/authorize?response_type=code&client_id=app&redirect_uri=app%3A%2Fcb&scope=database"
    + "&code_challenge=\(challenge)&code_challenge_method=S256"

  /// Signs in by the page; gives an access token and the namespace that it's for.
  private func signIn(_ client: RawClient, host: String, password: String) async throws -> (
    token: String, namespace: String
  ) {
    let form = "application/x-www-form-urlencoded"
    let shown = try await client.call("GET", Self.page, host: host)
    #expect(shown.status == 200, "\(shown.text)")
    let hidden = shown.text.matches(of: /name="(request|page)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
    let unreserved = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    let fields = (hidden + [("username", "ada"), ("password", password), ("decision", "allow")]).map { name, value in
      let value = value.replacing("&amp;", with: "&").addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
      return "\(name)=\(value)"
    }
    let cookie = try #require(shown.header("Set-Cookie")).prefix { $0 != ";" }
    let decided = try await client.call(
      "POST", "/oauth/authorize", headers: ["Cookie: \(cookie)"], body: fields.joined(separator: "&"), host: host,
      type: form)
    let code = try #require(decided.header("Location")?.firstMatch(of: /code=([^&]*)/)).1
    let answer = try await client.call(
      "POST", "/oauth/token",
      body:
        "grant_type=authorization_code&client_id=app&redirect_uri=app%3A%2Fcb&code=\(code)&code_verifier=\(Self.verifier)",
      host: host, type: form
    ).json()
    let database = try #require(answer["database"].string)
    return (try #require(answer["access_token"].string), String(database.prefix { $0 != "/" }))
  }

  @Test func aSocketServesNobodyWhoseAccessWasRevoked() async throws {
    var rules = AuthorizationConfiguration(clients: [AuthorizationClient("app", redirectURIs: ["app:/cb"])])
    rules.authenticate = { name, password in password == "right" ? AuthorizationUser(name) : nil }
    let authorization = try ServerAuthorization(rules)
    let served = try await Served {
      $0.authorization = authorization
      $0.makeScratch = { _ in try await Database(MemoryDriver()) }
    }
    let host = "127.0.0.1:\(served.client.port)"
    let (token, namespace) = try await signIn(served.client, host: host, password: "right")
    let socket = try await SocketClient(served, token: token, headers: ["x-namespace: \(namespace)"])
    let open = try await socket.request(#"{"type":"open_stream","stream_id":1}"#)
    #expect(open["type"].string == "response_ok", "\(open)")
    let work = #"{"type":"execute","stream_id":1,"stmt":{"sql":"SELECT 1"}}"#
    #expect(try await socket.request(work)["type"].string == "response_ok")
    #expect(authorization.revokeAll(subject: "ada") == 1)
    let refused = try await socket.request(work)
    #expect(refused["type"].string == "response_error")
    #expect(refused["error"]["message"].string?.contains("revoked") == true, "\(refused)")
    await #expect(throws: (any Error).self) {
      _ = try await SocketClient(served, token: token, headers: ["x-namespace: \(namespace)"])
    }
    await served.stop()
  }

  @Test func theCommandSignsUsersIn() async throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "memory:", "--port", "0", "--oauth-user", "ada=ADA", "--oauth-client", "app=app:/cb", "--oauth-folder",
      folder.path,
    ]
    for _ in 0..<2 {
      let process = try await ServeProcess(arguments, environment: ["ADA": "a long password"])
      #expect(process.port > 0, "\(process.lines)")
      let host = "127.0.0.1:\(process.port)"
      let hint = "quarry login http://\(host) --client-id app --scope 'openid database'"
      #expect(process.lines.contains(hint), "\(process.lines)")
      let (token, namespace) = try await signIn(process.client, host: host, password: "a long password")
      func query(_ sql: String, _ namespace: String) async throws -> Int? {
        try await process.client.call(
          "POST", "/v1/db/\(namespace)/main/query", headers: ["Authorization: Bearer \(token)"],
          body: "{\"sql\":\"\(sql)\"}"
        ).status
      }
      #expect(try await query("CREATE TABLE IF NOT EXISTS t(n)", namespace) == 200)
      #expect(try await query("SELECT 1", "default") == 403)
      #expect(try await query("SELECT 1", "..") == 403)
      #expect(folder.has("\(namespace).db"))
      process.terminate()
      #expect(try await process.wait() == 0)
    }
  }
}
#endif
