#if Identity && Server
import Foundation
import QuarryRemote
import QuarryWire

/// Requests of tests, written by hand.
enum HTTP {
  static func get(_ url: String, headers: [(String, String)] = []) async throws -> HTTPResponse {
    try await CurlTransport().send(
      HTTPRequest(method: "GET", url: url, headers: headers.map { (name: $0.0, value: $0.1) }, timeout: .seconds(300)))
  }

  static func post(_ url: String, _ body: String, headers: [(String, String)]) async throws -> HTTPResponse {
    try await CurlTransport().send(
      HTTPRequest(
        url: url, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8), timeout: .seconds(300)))
  }

  static func form(
    _ url: String, _ fields: [(String, String)], headers: [(String, String)] = []
  ) async throws -> HTTPResponse {
    try await post(
      url, FormText.encode(fields.map { (name: $0.0, value: $0.1) }),
      headers: headers + [("Content-Type", "application/x-www-form-urlencoded")])
  }

  /// The parameters of an address.
  static func fields(_ address: String) -> [String: String] {
    let query = address.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return Dictionary((FormText.decode(query) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue { (try? JSONValue(untrusted: body)) ?? .null }
  var location: String { header("Location") ?? "" }
}

/// A browser that knows no more than a form and a cookie.
struct PlainBrowser {
  /// A page with its form.
  struct Page {
    var response: HTTPResponse
    var hidden: [(String, String)]
    var cookie: String

    init(_ response: HTTPResponse) {
      self.response = response
      hidden = response.text.matches(of: /<input type="hidden" name="([a-z]+)" value="([^"]*)">/).map {
        (String($0.1), String($0.2).replacing("&amp;", with: "&"))
      }
      cookie = String((response.header("Set-Cookie") ?? "").prefix { $0 != ";" })
    }

    /// The fields of the form with what is typed in.
    func fields(_ name: String, _ password: String, _ decision: String) -> [(String, String)] {
      hidden + [("username", name), ("password", password), ("decision", decision)]
    }
  }

  func open(_ address: String, headers: [(String, String)] = []) async throws -> Page {
    Page(try await HTTP.get(address, headers: headers))
  }

  func send(
    _ page: Page, to address: String, name: String = "", password: String = "", decision: String = "allow",
    headers: [(String, String)] = []
  ) async throws -> HTTPResponse {
    try await HTTP.form(
      String(address.prefix { $0 != "?" }), page.fields(name, password, decision),
      headers: headers + [("Cookie", page.cookie)])
  }

  /// Opens a page, fills in its form, and gives the address that it leads to.
  func signIn(at address: String, name: String, password: String, decision: String = "allow") async throws -> String {
    let page = try await open(address)
    return try await send(page, to: address, name: name, password: password, decision: decision).location
  }
}
#endif
