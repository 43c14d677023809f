#if Command
import Foundation
import Quarry
import TestSupport

/// An authorization server on loopback: grants at once what is asked for, and gives refresh tokens that can be used once.
final class AuthorizationDouble: Sendable {
  struct State: Sendable {
    /// Whether it denies what it's asked for.
    var denies = false
    /// The life of access tokens, in seconds.
    var life = 3600
    /// The number of the last tokens: `access-N` and `refresh-N`.
    var count = 0
    /// The refresh tokens that are good.
    var good: Set<String> = []
    /// How often a refresh token was used that isn't good.
    var misused = 0
    /// The tokens that were revoked.
    var revoked: [String] = []
    /// The scopes that were asked for.
    var scopes: [String] = []
  }

  let state = Shared(State())
  private let server: LoopbackServer

  /// Starts it.
  ///
  /// - Parameter grant: Further members of its answers, such as the database.
  init(grant: String = "") throws {
    let state = state
    server = try LoopbackServer { connection in
      while let request = connection.readRequest() {
        let answer = Self.answer(request, grant, state)
        guard connection.write(answer) else { return }
      }
    }
  }

  /// Its address.
  var issuer: String { String(server.url.dropLast()) }

  private static func answer(_ request: ReceivedRequest, _ grant: String, _ state: Shared<State>) -> [UInt8] {
    let lines = request.head.components(separatedBy: "\r\n")
    let target = lines[0].split(separator: " ").dropFirst().first ?? ""
    let parts = target.split(separator: "?", maxSplits: 1)
    let host = lines.first { $0.lowercased().hasPrefix("host:") }?.dropFirst(5).trimmingCharacters(in: .whitespaces)
    let issuer = "http://\(host ?? "")"
    switch parts.first {
    case "/.well-known/oauth-authorization-server":
      return http(
        200,
        """
        {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize","token_endpoint":"\(issuer)/token",
         "revocation_endpoint":"\(issuer)/revoke","code_challenge_methods_supported":["S256"]}
        """)
    case "/authorize":
      let fields = fields(parts.count > 1 ? parts[1] : "")
      state.update { $0.scopes.append(fields["scope"] ?? "") }
      let result = state.value.denies ? "error=access_denied" : "code=code"
      return http(
        302, "", "Location: \(fields["redirect_uri"] ?? "")?\(result)&state=\(fields["state"] ?? "")\r\n")
    case "/token":
      let fields = fields(String(decoding: request.body, as: UTF8.self))
      return state.update { state in
        if let token = fields["refresh_token"], state.good.remove(token) == nil {
          state.misused += 1
          return http(400, #"{"error":"invalid_grant"}"#)
        }
        state.count += 1
        state.good.insert("refresh-\(state.count)")
        return http(
          200,
          """
          {"access_token":"access-\(state.count)","refresh_token":"refresh-\(state.count)","token_type":"Bearer",
           "expires_in":\(state.life)\(grant)}
          """)
      }
    case "/revoke":
      let fields = fields(String(decoding: request.body, as: UTF8.self))
      state.update { $0.revoked.append(fields["token"] ?? "") }
      return http(200, "")
    default: return http(404, "")
    }
  }

  private static func http(_ status: Int, _ body: String, _ headers: String = "") -> [UInt8] {
    Array("HTTP/1.1 \(status) -\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)".utf8)
  }

  private static func fields(_ text: some StringProtocol) -> [String: String] {
    var fields: [String: String] = [:]
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
      fields[pair[0]] = pair.count > 1 ? pair[1] : ""
    }
    return fields
  }
}
#endif
