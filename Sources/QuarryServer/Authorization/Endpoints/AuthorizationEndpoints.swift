#if Server
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import QuarryWire

/// The addresses of an authorization server.
struct AuthorizationEndpoints: Sendable {
  let authorization: ServerAuthorization

  /// The addresses, each with its name in the discovery document.
  enum Path: String {
    case authorize = "/oauth/authorize"
    case token = "/oauth/token"
    case revoke = "/oauth/revoke"
    case userInfo = "/oauth/userinfo"
    case keys = "/.well-known/jwks.json"
    case serverDocument = "/.well-known/oauth-authorization-server"
    case providerDocument = "/.well-known/openid-configuration"
  }

  /// The largest form, in bytes.
  private static let maximumBytes = 16 << 10

  /// Headers for responses with secrets: they aren't cached, and don't reveal their address to others.
  static var noStore: HTTPFields {
    var headers: HTTPFields = [.cacheControl: "no-store"]
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    return headers
  }

  /// Whether browsers visit an address, from whatever page.
  static func isPage(_ path: String) -> Bool { path == Path.authorize.rawValue }

  /// Returns the response to a request, or `nil` if it's for another address.
  func answer(_ request: Request) async -> Response? {
    guard let path = Path(rawValue: request.uri.path) else { return nil }
    guard let issuer = authorization.issuer else { return .text(.serviceUnavailable, "the server is starting") }
    switch (path, request.method) {
    case (.authorize, .get): return page(request, issuer)
    case (.authorize, .post): return await decide(request, issuer)
    case (.token, .post): return await form(request) { (fields) throws(OAuthProblem) in try token(fields, issuer) }
    case (.revoke, .post): return await form(request) { (fields) throws(OAuthProblem) in try revoke(fields) }
    case (.userInfo, .get), (.userInfo, .post): return userInfo(request)
    case (.keys, .get): return .json(.ok, authorization.configuration.signingKey.publicKeys, headers: Self.noStore)
    case (.serverDocument, .get), (.providerDocument, .get): return document(issuer)
    case (.authorize, _), (.userInfo, _): return .text(.methodNotAllowed, "use GET or POST")
    case (.token, _), (.revoke, _): return .text(.methodNotAllowed, "use POST")
    default: return .text(.methodNotAllowed, "use GET")
    }
  }

  /// The fields of a submitted form, or `nil` if there is none.
  func fields(of request: Request) async -> FormFields? {
    let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
    guard type == "application/x-www-form-urlencoded" else { return nil }
    var request = request
    guard let buffer = try? await request.collectBody(upTo: Self.maximumBytes),
      let text = String(validating: buffer.readableBytesView, as: UTF8.self)
    else { return nil }
    return FormFields(text)
  }

  /// Processes a form of an app.
  private func form(
    _ request: Request, _ body: (FormFields) throws(OAuthProblem) -> Response
  ) async -> Response {
    do throws(OAuthProblem) {
      guard let fields = await fields(of: request) else {
        throw OAuthProblem("invalid_request", "the body is no form of at most \(Self.maximumBytes >> 10) KiB")
      }
      if let name = fields.repeated { throw OAuthProblem("invalid_request", "\(name.prefix(32)) is there twice") }
      return try body(fields)
    } catch {
      return error.response
    }
  }

  /// The app that a form names.
  func client(of fields: FormFields) throws(OAuthProblem) -> AuthorizationClient {
    guard let id = fields["client_id"], let client = authorization.client(id) else {
      throw OAuthProblem("invalid_client", "the client isn't registered here", status: .unauthorized)
    }
    return client
  }

  // MARK: Documents

  /// Source: <https://www.rfc-editor.org/rfc/rfc8414>, <https://openid.net/specs/openid-connect-discovery-1_0.html>.
  private func document(_ issuer: String) -> Response {
    let configuration = authorization.configuration
    let scopes = configuration.clients.reduce(into: Set()) { $0.formUnion($1.scopes) }.sorted()
    let body = JSONWriter.object { writer in
      func list(_ name: String, _ values: [String]) {
        writer.key(name)
        writer.array { array in for value in values { array.string(value) } }
      }
      writer.member("issuer", issuer)
      writer.member("authorization_endpoint", issuer + Path.authorize.rawValue)
      writer.member("token_endpoint", issuer + Path.token.rawValue)
      writer.member("revocation_endpoint", issuer + Path.revoke.rawValue)
      writer.member("userinfo_endpoint", issuer + Path.userInfo.rawValue)
      writer.member("jwks_uri", issuer + Path.keys.rawValue)
      writer.member("authorization_response_iss_parameter_supported", true)
      list("response_types_supported", ["code"])
      list("response_modes_supported", ["query"])
      list(
        "grant_types_supported", ["authorization_code"] + (configuration.issuesRefreshTokens ? ["refresh_token"] : []))
      list("code_challenge_methods_supported", ["S256"])
      list("token_endpoint_auth_methods_supported", ["none"])
      list("revocation_endpoint_auth_methods_supported", ["none"])
      list("scopes_supported", scopes)
      list("subject_types_supported", ["public"])
      list("id_token_signing_alg_values_supported", ["ES256"])
    }
    return .json(.ok, body, headers: Self.noStore)
  }

  // MARK: The user

  /// Source: <https://openid.net/specs/openid-connect-core-1_0.html#UserInfo>.
  private func userInfo(_ request: Request) -> Response {
    let header = request.headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
    guard header.count == 2, header[0].lowercased() == "bearer",
      let bearer = authorization.bearer(of: String(header[1]))
    else {
      return OAuthProblem("invalid_token", "the token is missing, has expired or was revoked", status: .unauthorized)
        .response
    }
    guard bearer.scopes.contains("openid") else {
      return OAuthProblem("insufficient_scope", "the token wasn't granted for openid", status: .forbidden).response
    }
    let body = JSONWriter.object { writer in
      writer.member("sub", bearer.user.subject)
      if bearer.scopes.contains("profile") {
        writer.member("preferred_username", bearer.user.name)
        if let name = bearer.user.displayName { writer.member("name", name) }
      }
      if bearer.scopes.contains("email"), let email = bearer.user.email { writer.member("email", email) }
    }
    return .json(.ok, body, headers: Self.noStore)
  }
}
#endif
