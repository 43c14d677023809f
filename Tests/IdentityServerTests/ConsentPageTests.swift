#if Identity && Server
import Foundation
import QuarryIdentity
import QuarryRemote
import QuarryServer
import QuarryWire
import Testing

/// The page that asks users, as anybody can send and read its requests.
@Suite struct ConsentPageTests {
  private static let browser = PlainBrowser()

  static let good: [(String, String)] = [
    ("response_type", "code"), ("client_id", "app"), ("redirect_uri", SignInServer.redirectURI),
    ("scope", "openid database"), ("state", "a+b é"), ("nonce", "n"),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
  ]

  /// The address of the page with some parameters changed, or left out.
  static func address(_ server: SignInServer, _ changes: [String: String?] = [:], more: String = "") -> String {
    let fields = good.compactMap { field in
      let change = changes[field.0] ?? field.1
      return change.map { (name: field.0, value: $0) }
    }
    let added = changes.filter { name, _ in !good.contains { $0.0 == name } }
    let all = fields + added.compactMap { name, value in value.map { (name: name, value: $0) } }
    return server.url + "/oauth/authorize?" + FormText.encode(all) + more
  }

  @Test("The page can't be framed, kept, or changed by the name of an app") func page() async throws {
    try await withSignInServer { server in
      let page = try await Self.browser.open(Self.address(server))
      let (response, text) = (page.response, page.response.text)
      #expect(response.status == 200 && response.header("Content-Type") == "text/html; charset=utf-8")
      #expect(response.header("Cache-Control") == "no-store" && response.header("X-Frame-Options") == "DENY")
      #expect(response.header("Referrer-Policy") == "no-referrer")
      #expect(response.header("X-Content-Type-Options") == "nosniff")
      let policy = response.header("Content-Security-Policy") ?? ""
      for part in ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self' com.example.app:", "base-uri"] {
        #expect(policy.contains(part), "\(policy)")
      }
      #expect(!policy.contains("unsafe") && !policy.contains("script"))
      let cookie = response.header("Set-Cookie") ?? ""
      #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"))
      #expect(text.contains("Notes &lt;b&gt;&amp;&quot;&#39;") && !text.contains("<b>") && !text.contains("<script"))
      for part in ["lang=\"en\"", "<title>", "<label for=\"username\">", "<label for=\"password\">", "<h1>"] {
        #expect(text.contains(part), "\(part)")
      }
    }
  }

  @Test("Nobody is sent to an address that isn't registered for the app") func redirects() async throws {
    try await withSignInServer { server in
      for changes in [
        ["client_id": nil], ["client_id": "nobody"], ["redirect_uri": nil], ["redirect_uri": "com.example.app:/other"],
        ["redirect_uri": "com.example.app:/signed-in/"], ["redirect_uri": "https://other.example/cb"],
        ["redirect_uri": "http://127.0.0.1:4711/signed-in/x"],
        ["redirect_uri": "http://127.0.0.1.evil.example/signed-in"],
        ["redirect_uri": "http://127.0.0.1:80@evil.example/signed-in"], ["redirect_uri": "http://localhost/signed-in"],
        ["redirect_uri": "http://127.0.0.1:4711"], ["redirect_uri": "http://127.0.0.1:99999/signed-in"],
      ] as [[String: String?]] {
        let response = try await HTTP.get(Self.address(server, changes))
        #expect(response.status == 400 && response.header("Location") == nil, "\(changes)")
        #expect(response.text.contains("role=\"alert\"") && response.header("X-Frame-Options") == "DENY")
      }
      for port in ["", ":1", ":65535"] {
        let loopback = Self.address(server, ["redirect_uri": "http://127.0.0.1\(port)/signed-in"])
        #expect(try await HTTP.get(loopback).status == 200)
      }
    }
  }

  @Test("What is wrong with a request is told to the app") func requests() async throws {
    try await withSignInServer { server in
      for (changes, more, code) in [
        (["response_type": nil], "", "invalid_request"), (["response_type": "token"], "", "unsupported_response_type"),
        (["response_type": "code token"], "", "unsupported_response_type"),
        (["code_challenge": nil], "", "invalid_request"), (["code_challenge": "short"], "", "invalid_request"),
        (["code_challenge_method": nil], "", "invalid_request"),
        (["code_challenge_method": "plain"], "", "invalid_request"), (["scope": nil], "", "invalid_scope"),
        (["scope": "openid admin"], "", "invalid_scope"), (["response_mode": "fragment"], "", "invalid_request"),
        (["prompt": "none"], "", "login_required"), (["request": "x"], "", "request_not_supported"),
        (["nonce": String(repeating: "n", count: 1025)], "", "invalid_request"),
        ([:], "&scope=openid", "invalid_request"),
      ] as [([String: String?], String, String)] {
        let response = try await HTTP.get(Self.address(server, changes, more: more))
        #expect(response.status == 303 && response.location.hasPrefix(SignInServer.redirectURI + "?"), "\(changes)")
        let fields = HTTP.fields(response.location)
        #expect(fields["error"] == code, "\(changes) \(fields)")
        #expect(fields["state"] == "a+b é" && fields["iss"] == server.url && fields["code"] == nil)
      }
    }
  }

  @Test("Allowing gives a code, denying gives an error, and both are told once") func decisions() async throws {
    try await withSignInServer { server in
      let address = Self.address(server)
      for decision in ["allow", "deny", ""] {
        let page = try await Self.browser.open(address)
        let response = try await Self.browser.send(
          page, to: address, name: "ada", password: SignInServer.password, decision: decision)
        let fields = HTTP.fields(response.location)
        #expect(response.status == 303 && response.header("Cache-Control") == "no-store")
        #expect(response.header("Referrer-Policy") == "no-referrer")
        #expect(fields["state"] == "a+b é" && fields["iss"] == server.url)
        #expect((fields["code"] != nil) == (decision == "allow"))
        #expect(fields["error"] == (decision == "allow" ? nil : "access_denied"))
        let again = try await Self.browser.send(
          page, to: address, name: "ada", password: SignInServer.password, decision: "allow")
        #expect(again.status == 403 && again.header("Location") == nil)
      }
    }
  }

  @Test("A form of another page, browser or request isn't taken") func forgery() async throws {
    try await withSignInServer { server in
      let address = Self.address(server)
      func send(
        _ headers: [(String, String)] = [], cookie: String? = nil,
        _ change: (inout PlainBrowser.Page) -> Void = { _ in }
      ) async throws -> Int {
        var page = try await Self.browser.open(address)
        if let cookie { page.cookie = cookie }
        change(&page)
        let response = try await Self.browser.send(
          page, to: address, name: "ada", password: SignInServer.password, headers: headers)
        #expect((response.header("Location") != nil) == (response.status == 303))
        return response.status
      }
      #expect(try await send() == 303)
      #expect(try await send([("Origin", server.url), ("Sec-Fetch-Site", "same-origin")]) == 303)
      #expect(try await send([("Origin", "null"), ("Sec-Fetch-Site", "same-origin")]) == 303)
      #expect(try await send([("Origin", "https://evil.example")]) == 403)
      #expect(try await send([("Origin", "null"), ("Sec-Fetch-Site", "cross-site")]) == 403)
      #expect(try await send([("Sec-Fetch-Site", "same-site")]) == 403)
      #expect(try await send([("Sec-Fetch-Dest", "iframe")]) == 403)
      #expect(try await send(cookie: "other=1") == 400)
      #expect(try await send(cookie: "quarry_page=" + String(repeating: "A", count: 43)) == 403)
      // The token is of one request.
      #expect(try await send { $0.hidden[0].1 += "&prompt=login" } == 403)
      #expect(try await send { $0.hidden[1].1 = String($0.hidden[1].1.reversed()) } == 403)
      #expect(try await send { $0.hidden.removeLast() } == 400)
      #expect(try await send { page in page.hidden.append(("username", "grace")) } == 400)
      // A page that was open for too long.
      var old = try await Self.browser.open(address)
      server.clock.advance(601)
      #expect(
        try await Self.browser.send(old, to: address, name: "ada", password: SignInServer.password).status == 403)
      old = try await Self.browser.open(address, headers: [("Sec-Fetch-Dest", "iframe")])
      #expect(old.response.status == 403)
      // A name that somebody else leads to this machine.
      #expect(try await HTTP.get(address, headers: [("Host", "evil.example")]).status == 421)
      #expect(try await HTTP.get(address, headers: [("Sec-Fetch-Site", "cross-site")]).status == 200)
    }
  }

  @Test("Wrong passwords are told, and slowed down") func passwords() async throws {
    try await withSignInServer { server in
      let address = Self.address(server)
      func attempt(_ name: String, _ password: String) async throws -> HTTPResponse {
        let page = try await Self.browser.open(address)
        return try await Self.browser.send(page, to: address, name: name, password: password)
      }
      for name in ["ada", "ada\"><script>", "", "ada", "ada"] {
        let response = try await attempt(name, "wrong")
        #expect(response.status == 200 && response.header("Location") == nil)
        #expect(response.text.contains("role=\"alert\"") && response.text.contains("aria-invalid=\"true\""))
        #expect(!response.text.contains("<script"))
      }
      // The page that comes back can be sent again.
      let wrong = PlainBrowser.Page(try await attempt("ada", "wrong"))
      let right = try await Self.browser.send(wrong, to: address, name: "ada", password: SignInServer.password)
      #expect(right.status == 303)
      for _ in 0..<5 { _ = try await attempt("ada", "wrong") }
      let slowed = try await attempt("ada", SignInServer.password)
      #expect(slowed.status == 429 && slowed.header("Retry-After").flatMap { Int($0) } ?? 0 > 10)
      #expect(try await attempt("grace", SignInServer.password).status == 303)
      server.clock.advance(16)
      #expect(try await attempt("ada", SignInServer.password).status == 303)
      #expect(server.authorization.counts.wrongPasswords == 11)
    }
  }

  @Test("Passwords are kept as slow, salted hashes") func hashes() async throws {
    let ada = try AuthorizationUser("ada", password: SignInServer.password)
    #expect(!String(reflecting: ada).contains(SignInServer.password))
    #expect(throws: (any Error).self) { try AuthorizationUser("ada", password: "") }
    try await withSignInServer {
      $0.authenticate = nil
      $0.users = [ada]
    } _: { server in
      let address = Self.address(server)
      for (name, password, isRight) in [
        ("ada", SignInServer.password, true), ("ada", "wrong", false), ("nobody", SignInServer.password, false),
      ] {
        let page = try await Self.browser.open(address)
        let response = try await Self.browser.send(page, to: address, name: name, password: password)
        #expect((response.status == 303) == isRight, "\(name)")
      }
    }
  }
}
#endif
