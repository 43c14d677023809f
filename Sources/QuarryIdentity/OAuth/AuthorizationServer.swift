#if Identity
/// The addresses of an OAuth 2.1 authorization server.
///
/// ```swift
/// let server = AuthorizationServer.perSQL
/// let own = try await AuthorizationServer.discover(issuer: "https://id.example.com", transport: CurlTransport())
/// ```
public struct AuthorizationServer: Sendable, Hashable {
  /// The identifier that the server gives itself, compared with `iss` of callbacks and ID tokens, or `nil` if unknown.
  public var issuer: String?
  /// Where the browser goes.
  public var authorizationEndpoint: String
  /// Where codes and refresh tokens are exchanged for tokens.
  public var tokenEndpoint: String
  /// Where tokens are revoked, or `nil` if the server doesn't say.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7009>.
  public var revocationEndpoint: String?
  /// Where facts about the user are read, or `nil` if the server doesn't say.
  public var userInfoEndpoint: String?
  /// Where the public keys of ID tokens are, or `nil` if the server doesn't say.
  ///
  /// Without it, the signatures of ID tokens aren't checked: they come straight from the token endpoint.
  public var keysEndpoint: String?
  /// Whether every callback names the server (`iss`), so that one which doesn't is another server's.
  public var isNamedInCallbacks = false

  /// Creates a server from its addresses.
  ///
  /// - Parameters:
  ///   - issuer: The identifier that the server gives itself, or `nil` if unknown.
  ///   - authorizationEndpoint: The address that the browser opens: HTTPS, or HTTP on this computer.
  ///   - tokenEndpoint: The address that exchanges codes for tokens: HTTPS, or HTTP on this computer.
  ///   - revocationEndpoint: The address that revokes tokens.
  ///   - userInfoEndpoint: The address of facts about the user.
  ///   - keysEndpoint: The address of the public keys of ID tokens.
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration` for an address that would send secrets in plain
  ///   text.
  public init(
    issuer: String? = nil, authorizationEndpoint: String, tokenEndpoint: String, revocationEndpoint: String? = nil,
    userInfoEndpoint: String? = nil, keysEndpoint: String? = nil
  ) throws(IdentityError) {
    self.init(
      known: issuer, authorizationEndpoint: authorizationEndpoint, tokenEndpoint: tokenEndpoint,
      revocationEndpoint: revocationEndpoint, userInfoEndpoint: userInfoEndpoint, keysEndpoint: keysEndpoint)
    try check()
  }

  private init(
    known issuer: String?, authorizationEndpoint: String, tokenEndpoint: String, revocationEndpoint: String? = nil,
    userInfoEndpoint: String? = nil, keysEndpoint: String? = nil
  ) {
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.userInfoEndpoint = userInfoEndpoint
    self.keysEndpoint = keysEndpoint
  }

  /// Refuses addresses that would send secrets in plain text.
  func check() throws(IdentityError) {
    for endpoint in [
      authorizationEndpoint, tokenEndpoint, revocationEndpoint, userInfoEndpoint, keysEndpoint,
    ] {
      if let endpoint { try ServiceAddress.check(endpoint) }
    }
  }
}

extension AuthorizationServer {
  /// PerSQL's, which grants a database in the user's own account.
  public static let perSQL = AuthorizationServer(
    known: "https://api.persql.com", authorizationEndpoint: "https://api.persql.com/oauth/authorize",
    tokenEndpoint: "https://api.persql.com/oauth/token",
    keysEndpoint: "https://api.persql.com/.well-known/jwks.json")

  /// The places at which ppoppo accounts live.
  public enum PpoppoEnvironment: String, Sendable, Hashable, CaseIterable {
    /// Accounts of real users.
    case production = "https://accounts.ppoppo.com"
    /// Accounts for tests.
    case sandbox = "https://accounts.sandbox.ppoppo.com"
  }

  /// ppoppo's, where access tokens last an hour.
  public static func ppoppo(_ environment: PpoppoEnvironment = .production) -> AuthorizationServer {
    let base = environment.rawValue
    return AuthorizationServer(
      known: nil, authorizationEndpoint: base + "/oauth/authorize", tokenEndpoint: base + "/oauth/token",
      userInfoEndpoint: base + "/oauth/userinfo")
  }
}
#endif
