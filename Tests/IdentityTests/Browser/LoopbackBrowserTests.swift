#if Identity
import Foundation
import Quarry
import QuarryRemote
import TestSupport
import Testing

@testable import QuarryIdentity

/// The listener for the callback, driven by a browser that the test plays.
@Suite struct LoopbackBrowserTests {
  /// Where the page sends the browser.
  struct Visit: Sendable {
    let redirectURI: String
    let state: String

    init(_ page: String) throws {
      let fields = try OAuthTests.fields(page)
      redirectURI = try #require(fields["redirect_uri"])
      state = try #require(fields["state"])
    }

    var port: Int { Int(redirectURI.split(separator: ":").last?.prefix { $0.isNumber } ?? "") ?? 0 }
    var authority: String { String(redirectURI.dropFirst(7).prefix { $0 != "/" }) }
    var callback: String { "\(redirectURI)?code=c&state=\(state)" }
    /// The request for the callback as a browser sends it.
    var request: String {
      let target = callback.dropFirst(7 + authority.count)
      let path = target.hasPrefix("/") ? "" : "/"
      return "GET \(path)\(target) HTTP/1.1\r\nHost: \(authority)\r\nAccept: */*\r\n\r\n"
    }

    /// Requests an address. The end of the sign-in doesn't cancel that, since a browser isn't part of the program.
    func get(_ url: String) async -> (status: Int, page: String)? {
      await Task {
        guard let response = try? await CurlTransport().send(HTTPRequest(method: "GET", url: url)) else { return nil }
        return (response.status, String(decoding: response.body, as: UTF8.self))
      }.value
    }

    /// Waits on a thread, since the calls of a raw connection do.
    func raw(_ text: String, onIPv6: Bool = false) async -> String? {
      let port = port
      return try? await onThread {
        guard let connection = RawConnection(port: port, onIPv6: onIPv6) else { return nil }
        connection.send(text)
        return connection.rest()
      }
    }

    var isOpen: Bool { RawConnection(port: port) != nil || RawConnection(port: port, onIPv6: true) != nil }
  }

  /// Signs in with a browser that a closure plays, and sees to it that the port is closed afterwards.
  private func signIn(
    _ redirectURI: String = "http://127.0.0.1/signed-in", timeout: Duration = .seconds(60),
    requestTime: Duration = .seconds(60), _ browse: @escaping @Sendable (Visit) async throws -> Void
  ) async throws -> (error: IdentityError?, transport: ScriptedTransport) {
    let transport = ScriptedTransport { (_, _) throws(HTTPError) in OAuthTests.answer(#"{"access_token":"a1"}"#) }
    let client = try OAuthClient(
      try OAuthTests.server(), clientID: "app", redirectURI: redirectURI, scope: "profile", transport: transport)
    let seen = Shared<Visit?>(nil)
    var browser = LoopbackBrowser(timeout: timeout) { (page) throws(IdentityError) in
      do {
        let visit = try Visit(page)
        seen.set(visit)
        try await browse(visit)
      } catch {
        throw error as? IdentityError ?? IdentityError(.browserUnavailable, "\(error)")
      }
    }
    browser.requestTime = requestTime
    let store = MemoryTokenStore()
    let session = IdentitySession(client, store: store)
    var error: IdentityError?
    do throws(IdentityError) { try await session.signIn(using: browser) } catch let thrown { error = thrown }
    #expect((store.load() == nil) == (error != nil))
    if let visit = seen.value { #expect(!visit.isOpen) }
    return (error, transport)
  }

  @Test(
    "The browser comes back to the port, and sees a page", .serialized,
    arguments: ["http://127.0.0.1/signed-in", "http://127.0.0.1", "http://localhost/a/b", "http://[::1]/signed-in"])
  func callback(_ redirectURI: String) async throws {
    guard !redirectURI.contains("[") || Self.hasIPv6 else { return }
    let host = redirectURI.prefix(7) + redirectURI.dropFirst(7).prefix { $0 != "/" } + ":"
    let (error, transport) = try await signIn(redirectURI) { visit in
      #expect(visit.redirectURI.hasPrefix(host))
      let answer = try #require(await visit.raw(visit.request, onIPv6: redirectURI.contains("[")))
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("<html lang=\"en\">"))
      #expect(answer.contains("<h1>Almost done</h1>") && answer.contains("Cache-Control: no-store"))
    }
    #expect(error == nil)
    let body = try OAuthTests.body(transport.requests.first)
    #expect(body["code"] == "c" && body["redirect_uri"]?.hasPrefix(host) == true)
  }

  static var hasIPv6: Bool { (try? LoopbackSocket.listening(onIPv6: true, port: 0)) != nil }

  @Test("Localhost is both addresses", .enabled(if: hasIPv6, "this computer has no IPv6"), arguments: [false, true])
  func localhost(onIPv6: Bool) async throws {
    let (error, _) = try await signIn("http://localhost/x") { visit in
      #expect(await visit.raw("GET /favicon.ico HTTP/1.1\r\nHost: \(visit.authority)\r\n\r\n", onIPv6: !onIPv6) != nil)
      #expect(await visit.raw(visit.request, onIPv6: onIPv6) != nil)
    }
    #expect(error == nil)
  }

  @Test("What isn't the callback gets an answer, and the sign-in goes on") func others() async throws {
    let (error, _) = try await signIn { visit in
      let base = "http://\(visit.authority)"
      for (url, status) in [
        ("\(base)/favicon.ico", 404), ("\(base)/", 404), ("\(base)/signed-in/?code=c&state=\(visit.state)", 404),
        ("\(base)/Signed-in?code=c", 404),
      ] {
        #expect(await visit.get(url)?.status == status, "\(url)")
      }
      let line = visit.request.prefix { $0 != "\r\n" }
      for (request, status) in [
        (visit.request.replacing("GET ", with: "POST "), "405"),
        (visit.request.replacing("GET ", with: "HEAD "), "405"),
        (visit.request.replacing(visit.authority, with: "evil.example:\(visit.port)"), "400"),
        ("\(line)\r\n\r\n", "400"), ("\(line)\r\nHost: \(visit.authority)\r\nHost: \(visit.authority)\r\n\r\n", "400"),
        ("nonsense\r\n\r\n", "400"), ("\u{0}\u{1}\r\n\r\n", "400"), ("GET http://x/signed-in HTTP/1.1\r\n\r\n", "400"),
        ("GET /signed-in?code=c SPDY/3\r\nHost: \(visit.authority)\r\n\r\n", "400"),
      ] {
        #expect(await visit.raw(request)?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(request)")
      }
      #expect(await visit.get(visit.callback)?.status == 200)
    }
    #expect(error == nil)
  }

  @Test("A wrong state, and what the user denies, end the sign-in with their errors") func refused() async throws {
    let wrong = try await signIn { visit in _ = await visit.get("\(visit.redirectURI)?code=c&state=wrong") }
    #expect(wrong.error?.code == .stateMismatch && wrong.transport.requests.isEmpty)
    let bare = try await signIn { visit in _ = await visit.get(visit.redirectURI) }
    #expect(bare.error?.code == .stateMismatch)
    let denied = try await signIn { visit in
      let answer = await visit.get("\(visit.redirectURI)?error=access_denied&state=\(visit.state)")
      #expect(answer?.status == 200 && answer?.page.contains("Not signed in") == true)
    }
    #expect(denied.error?.code == .denied && denied.error?.serverCode == "access_denied")
  }

  @Test("Clients that send slowly, or nothing, keep nobody out and are closed") func slow() async throws {
    let (error, _) = try await signIn(requestTime: .milliseconds(200)) { visit in
      let port = visit.port
      let slow = (0..<20).compactMap { _ in RawConnection(port: port) }
      let last = try #require(slow.last)
      #expect(slow.count == 20)
      for connection in slow { connection.send("GET /signed-in") }
      // The last one is still there, and is closed when its time has passed.
      let rest = try await onThread { last.rest() }
      #expect(rest == "")
      #expect(await visit.get(visit.callback)?.status == 200)
    }
    #expect(error == nil)
    let crowded = try await signIn { visit in
      let port = visit.port
      let slow = (0..<40).compactMap { _ in RawConnection(port: port) }
      #expect(await visit.raw(visit.request)?.hasPrefix("HTTP/1.1 200") == true)
      _ = slow
    }
    #expect(crowded.error == nil)
  }

  @Test("A request that is too large is refused", arguments: [33_000, 400_000]) func large(_ count: Int) async throws {
    let (error, _) = try await signIn { visit in
      let text = "GET /signed-in HTTP/1.1\r\nX: \(String(repeating: "a", count: count))\r\n\r\n"
      let answer = await visit.raw(text)
      #expect(answer == nil || answer?.hasPrefix("HTTP/1.1 431 ") == true)
      #expect(await visit.get(visit.callback)?.status == 200)
    }
    #expect(error == nil)
  }

  @Test("A request that comes in pieces is read") func pieces() async throws {
    let (error, _) = try await signIn { visit in
      let (port, request) = (visit.port, visit.request)
      let answer = try await onThread { () -> String? in
        let connection = RawConnection(port: port)
        for piece in request { connection?.send(String(piece)) }
        return connection?.rest()
      }
      #expect(answer?.hasPrefix("HTTP/1.1 200 ") == true)
    }
    #expect(error == nil)
  }

  @Test("Of two callbacks, one counts") func two() async throws {
    let (error, transport) = try await signIn { visit in
      async let first = visit.get("\(visit.redirectURI)?code=1&state=\(visit.state)")
      async let second = visit.get("\(visit.redirectURI)?code=2&state=\(visit.state)")
      let answers = await [first, second].compactMap { $0 }
      #expect(!answers.isEmpty)
    }
    #expect(error == nil)
    #expect(transport.requests.count == 1)
  }

  @Test("A sign-in that is cancelled, or takes too long, closes its port") func ends() async throws {
    let late = try await signIn(timeout: .milliseconds(100)) { _ in }
    #expect(late.error?.code == .timedOut)
    let seen = Shared<Visit?>(nil)
    let task = Task { try await signIn { visit in seen.set(visit) } }
    try await eventually { seen.value?.isOpen == true }
    task.cancel()
    #expect(try await task.value.error?.code == .cancelled)
  }

  @Test("Where no browser can be opened, the sign-in fails at once") func noBrowser() async throws {
    let (error, _) = try await signIn { _ in throw IdentityError(.browserUnavailable, "none") }
    #expect(error?.code == .browserUnavailable)
  }

  @Test("A port that is taken is named; one that was free a moment ago is taken again") func ports() async throws {
    let (socket, port) = try LoopbackSocket.listening(onIPv6: false, port: 0)
    let taken = try await signIn("http://127.0.0.1:\(port)/x") { _ in Issue.record("no page is shown") }
    #expect(taken.error?.code == .browserUnavailable && taken.error?.message.contains("\(port)") == true)
    socket.end()
    for _ in 0..<3 {
      let (error, _) = try await signIn("http://127.0.0.1:\(port)/x") { visit in
        #expect(visit.redirectURI == "http://127.0.0.1:\(port)/x")
        #expect(await visit.get(visit.callback)?.status == 200)
      }
      #expect(error == nil)
    }
  }

  @Test(
    "Redirect URIs of other computers, and those that can't be listened on, are refused",
    arguments: [
      "com.example.app:/x", "https://app.example.com/x", "https://127.0.0.1/x", "http://127.0.0.1.evil.example/x",
      "http://127.0.0.1:0/x", "http://127.0.0.1:70000/x", "http://127.0.0.1:+80/x", "http://localhost.evil.example/",
      "http://127.0.0.1/x?y=1", "http://127.0.0.1/x y", "http://127.0.0.2/x", "http://0.0.0.0/x", "http://[::]/x",
    ])
  func redirects(_ redirectURI: String) {
    #expect(throws: IdentityError.self) { try LoopbackTarget(redirectURI) }
  }

  @Test(
    "Only addresses of services are opened",
    arguments: ["javascript:alert(1)", "file:///etc", "-x", "http://a.example"])
  func addresses(_ address: String) async {
    #expect(await identityError { try await SystemBrowser.open(address) }?.code == .invalidConfiguration)
  }
}
#endif
