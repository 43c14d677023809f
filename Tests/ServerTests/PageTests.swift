#if Command
import Foundation
import Quarry
import QuarryServer
import Testing

/// Requests that a browser sends for a page of somebody else.
@Suite struct PageTests {
  private func withServer(
    access: ServerAccess = ServerAccess(), hosts: [String] = [], origins: [String] = [],
    _ body: (Served) async throws -> Void
  ) async throws {
    let served = try await Served(access: access) { configuration in
      configuration.allowedHosts = hosts
      configuration.allowedOrigins = origins
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(served)) } catch { result = .failure(error) }
    await served.stop()
    try result.get()
  }

  /// Every call of the server.
  private static let calls = [
    ("GET", "/health"), ("GET", "/version"), ("GET", "/v2"), ("GET", "/v1/me"), ("GET", "/v1/databases"),
    ("GET", "/v1/db/default/main/tables"), ("GET", "/v1/db/default/main/describe"),
    ("POST", "/v1/db/default/main/query"), ("POST", "/v1/db/default/main/batch"), ("POST", "/v1/execute"),
    ("POST", "/v1/batch"), ("POST", "/v2/pipeline"), ("POST", "/v3/pipeline"), ("POST", "/v3/cursor"), ("GET", "/"),
  ]

  @Test(arguments: [
    "attacker.example", "attacker.example:8080", "127.0.0.1.attacker.example", "localhost.attacker.example",
    "attacker-localhost", "127.0.0.1.nip.io", "", "127.0.0.256", "0x7f000001", "dead.beef", "2130706433",
    "127.0.0.1@attacker.example",
  ]) func otherNamesAreNotServedWithoutATokenAnywhere(host: String) async throws {
    try await withServer { (served) async throws in
      for (method, path) in Self.calls {
        let answer = try await served.client.call(method, path, body: "{}", host: host)
        #expect(answer.status == 403 || answer.status == 400, "\(method) \(path)")
        #expect(!answer.text.contains("sqlite") && !answer.text.contains("success"))
      }
    }
  }

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:99", "127.1.2.3", "localhost", "LOCALHOST:80", "localhost.", "a.localhost", "[::1]:80",
    "10.1.2.3:80", "[2001:db8::1]", "db.example.org", "x.tables.example.org:1",
  ]) func addressesAndNamesOfThisMachineAndAllowedOnesAreServed(host: String) async throws {
    try await withServer(hosts: ["db.example.org", "*.tables.example.org"]) { (served) async throws in
      #expect(try await served.client.call("GET", "/v1/me", host: host).status == 200)
      #expect(try await served.client.call("GET", "/v1/me", host: "tables.example.org").status == 403)
    }
  }

  /// A token is what a page does not have: every name will do.
  @Test func serversWithTokensGoByAnyName() async throws {
    try await withServer(access: ServerAccess(tokens: [ServerToken("alpha")])) { (served) async throws in
      let header = ["Authorization: Bearer alpha"]
      #expect(try await served.client.call("GET", "/v1/me", headers: header, host: "db.example.org").status == 200)
      #expect(try await served.client.call("GET", "/v1/me", host: "db.example.org").status == 401)
    }
  }

  @Test(arguments: [
    ["Origin: https://attacker.example"], ["Origin: null"], ["Origin: http://127.0.0.1:1"],
    ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: same-origin"],
    ["Origin: https://good.example.attacker.example"],
  ]) func pagesOfOthersAreNotServed(headers: [String]) async throws {
    try await withServer(origins: ["https://good.example"]) { (served) async throws in
      for (method, path) in Self.calls {
        // The simple requests of a form are among them.
        let answer = try await served.client.call(
          method, path, headers: headers + (method == "POST" ? ["X-Form: 1"] : []), body: "{}")
        #expect(answer.status == 403, "\(method) \(path)")
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
      }
      let preflight = try await served.client.call("OPTIONS", "/v3/pipeline", headers: headers)
      #expect(preflight.status == 403)
      await #expect(throws: (any Error).self) { _ = try await SocketClient(served, headers: headers) }
    }
  }

  @Test func allowedPagesAreServed() async throws {
    try await withServer(origins: ["https://good.example"]) { (served) async throws in
      let headers = ["Origin: https://good.example", "Sec-Fetch-Site: cross-site"]
      let answer = try await served.query("SELECT 1", headers: headers)
      #expect(answer.status == 200)
      #expect(answer.header("Access-Control-Allow-Origin") == "https://good.example")
      #expect(answer.header("Vary") == "Origin")
      let preflight = try await served.client.call("OPTIONS", "/v3/pipeline", headers: headers)
      #expect(preflight.status == 204)
      #expect(preflight.header("Access-Control-Allow-Headers")?.contains("Authorization") == true)
      _ = try await SocketClient(served, headers: headers)
      // Somebody who typed the address.
      #expect(try await served.client.call("GET", "/health", headers: ["Sec-Fetch-Site: none"]).status == 200)
    }
  }
}
#endif
