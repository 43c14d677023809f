internal import Foundation
import Quarry

extension SecurityCases {
  /// What is sent over the network, and what isn't.
  static let remote: [ConformanceCase] = [
    ConformanceCase(
      "SEC-21",
      "TLS certificate not trusted: refused; no downgrade to plain HTTP; redirect to another host does not carry the token",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc9110#section-4.3.4",
      "Without a trusted server nothing MUST be sent, and a token MUST go to the server that it is for alone.",
      timeLimit: .seconds(30)
    ) { test in
      let token = "the-token-of-the-case"
      _ = try await test.database()
      let plain = try test.faultServer()
      var encrypted = DriverRoute(port: plain.port)
      encrypted.isEncrypted = true
      encrypted.token = { token }
      encrypted.attempts = 2
      encrypted.timeout = .seconds(5)
      await test.expectError(.cannotOpen, "a server that speaks no TLS") { [encrypted] in
        try await RemoteCases.opened(test, encrypted)
      }
      test.expect(plain.exchanges.isEmpty, "nothing is sent without encryption where encryption was asked for")
      if let secure = try await UntrustedServer(in: test.folder) {
        encrypted.port = secure.port
        await test.expectError(.cannotOpen, "a certificate that nobody trusts") { [encrypted] in
          try await RemoteCases.opened(test, encrypted)
        }
      } else {
        test.note("there is no openssl: a certificate that nobody trusts was not tried")
      }
      let (first, other) = (try test.faultServer(), try test.faultServer())
      let database = try await test.database(through: first) {
        $0.token = { token }
        $0.attempts = 1
      }
      _ = try await test.rows(database, "SELECT 1")
      for status in [301, 302, 307, 308] {
        let place = "http://127.0.0.1:\(other.port)"
        first.play { request, _ in
          .answer(WireMessage(status: status, headers: [("Location", place + request.target)]))
        }
        let reading = await test.reading(database, "SELECT 1")
        test.expect(reading.isErrorOr([[1]]), "a redirect to another host (\(status)): \(reading)")
      }
      test.expect(
        !other.exchanges.contains { String(decoding: $0.request.raw, as: UTF8.self).contains(token) },
        "the token does not go to another host")
      first.play(.pass)
      await test.expectUsable(database)
    },
    ConformanceCase(
      "SEC-22", "token is never in the URL, never logged", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc6750#section-5.3",
      "A token MUST be in its own header and nowhere else."
    ) { test in
      let token = "planted-token-8f2c61"
      let emissions = Emissions()
      let truth = try await test.database(holding: ["CREATE TABLE log (x UNIQUE)"])
      let proxy = try test.faultServer()
      var route = DriverRoute(port: proxy.port)
      route.token = { token }
      route.attempts = 1
      let driver = try await test.routed().driver(for: test.request(), by: route)
      var told = ["\(driver)", String(reflecting: driver)]
      dump(driver, to: &told[0])
      let database = try await Database(
        driver, configuration: emissions.configuration())
      try await database.batch { $0.execute("INSERT INTO log VALUES (1)") }
      _ = try await test.rows(database, "SELECT x FROM log")
      if test.section(requires: .capability(.interactiveTransactions)) {
        try await database.write { try await $0.execute("INSERT INTO log VALUES (2)") }
      }
      let seen = proxy.exchanges.map(\.request)
      for status in [200, 401, 403, 404, 429, 500, 503] {
        proxy.play(.answer(WireMessage(status: status, text: "words")))
        do { _ = try await test.rows(database, "SELECT 1") } catch { told += ["\(error)", String(reflecting: error)] }
      }
      for fault in [Fault.close(served: true), .cut(after: 20), .answer(WireMessage(status: 307))] {
        proxy.play(fault)
        do { _ = try await test.rows(database, "SELECT 1") } catch { told += ["\(error)", String(reflecting: error)] }
      }
      proxy.play(.pass)
      do { _ = try await database.execute("INSERT INTO log VALUES (1)") } catch {
        told.append(String(reflecting: error))
      }
      await database.close()
      test.expect(seen.count > 1, "requests are seen")
      for request in seen {
        test.expectEqual(request["Authorization"], "Bearer " + token, "the header for tokens")
        test.expect(!request.target.contains(token), "the address of a request: \(request.target)")
        test.expect(!request.text.contains(token), "the body of a request")
        let others = request.headers.filter { $0.name.lowercased() != "authorization" }
        test.expect(!others.contains { $0.value.contains(token) }, "the other headers")
      }
      let all = (told + [emissions.text]).joined(separator: "\n")
      emissions.expectStatements(test)
      test.expect(told.count > 10 && !all.contains(token), "errors, logs and descriptions hide it")
      await test.expectRows(truth, "SELECT count(*) > 0 FROM log", [[1]], "the calls took effect")
    },
    ConformanceCase(
      "SEC-23", "header and SQL injection through database name, token, User-Agent", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9110#section-5.5",
      "No text from a user MUST begin another header, request or statement."
    ) { test in
      _ = try await test.database()
      let proxy = try test.faultServer()
      let hostile = [
        "a\r\nX-Injected: 1", "a\nX-Injected: 1", "a\r\n\r\nGET /X-Injected HTTP/1.1\r\n\r\n", "a\u{0}X-Injected",
        "a b",
      ]
      for text in hostile {
        await test.expectFailure("a token with control characters or spaces is refused") {
          try await test.rows(try await test.database(through: proxy) { $0.token = { text } }, "SELECT 1")
        }
        await test.expectFailure("the name of a host with control characters or spaces is refused") {
          try await test.rows(try await test.database(through: proxy) { $0.host = "127.0.0.1\(text)" }, "SELECT 1")
        }
      }
      for name in ["X-Bad Name", "X-Injected\u{0}", "X\u{7f}", "X(Comment)"] {
        await test.expectFailure("a header that is none is refused") {
          try await test.rows(try await test.database(through: proxy) { $0.headers = [(name, "1")] }, "SELECT 1")
        }
      }
      let database = try await test.database(through: proxy)
      let words = "x'); DROP TABLE log; --\r\nX-Injected: 1"
      await test.expectRows(database, "SELECT \(words)", [[.text(words)]], "a value is a value")
      for exchange in proxy.exchanges {
        let head = String(decoding: exchange.request.raw.prefix(exchange.request.headCount), as: UTF8.self)
        test.expect(!head.contains("X-Injected"), "no header is injected")
        test.expect(exchange.request.target.hasPrefix("/") && !exchange.request.target.contains("X-"), "nor a path")
      }
    },
  ]
}

/// A server with an untrusted certificate: `openssl s_server`, if it is installed.
private final class UntrustedServer: Sendable {
  let port: UInt16
  private let process: ChildProcess

  /// Creates a certificate and starts the server. Returns `nil` without openssl.
  init?(in folder: String) async throws {
    let places = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
    guard let openssl = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
    let making = try ChildProcess(
      openssl,
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
        "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
      ], errorFile: folder + "/openssl.txt")
    guard await making.waitUntilEnd() == .exit(0) else { return nil }
    port = try FullPort.closed()
    process = try ChildProcess(
      openssl, ["s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate, "-www"],
      errorFile: folder + "/server.txt")
    for _ in 0..<500 {
      if LoopbackSocket.connected(to: "127.0.0.1", port) != nil { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  deinit { process.kill() }
}
