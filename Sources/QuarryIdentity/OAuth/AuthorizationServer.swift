#if Identity
/// The addresses of an OAuth 2.1 authorization server.
///
/// ```swift
/// let server = AuthorizationServer.perSQL
/// let own = try await AuthorizationServer.discover(issuer: "https://id.example.com", transport: CurlTransport())
/// ```
public struct AuthorizationServer: Sendable, Hashable {
  /// The identifier of the server, compared with `iss` of callbacks and ID tokens, or `nil` if unknown.
  public var issuer: String?
  /// The address that the browser opens.
  public var authorizationEndpoint: String
  /// The address that exchanges codes and refresh tokens for tokens.
  public var tokenEndpoint: String
  /// The address that revokes tokens, or `nil` if unknown.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7009>.
  public var revocationEndpoint: String?
  /// The address of facts about the user, or `nil` if unknown.
  public var userInfoEndpoint: String?
  /// The address of the public keys of ID tokens, or `nil` if unknown.
  ///
  /// If `nil`, the signatures of ID tokens aren't checked, because the tokens come directly from the token endpoint.
  public var keysEndpoint: String?
  /// Whether every callback contains the server's identifier (`iss`). Callbacks without it are then rejected.
  public var isNamedInCallbacks = false

  /// Creates a server from its addresses.
  ///
  /// - Parameters:
  ///   - issuer: The identifier of the server, or `nil` if unknown.
  ///   - authorizationEndpoint: The address that the browser opens: HTTPS, or HTTP on this computer.
  ///   - tokenEndpoint: The address that exchanges codes for tokens: HTTPS, or HTTP on this computer.
  ///   - revocationEndpoint: The address that revokes tokens.
  ///   - userInfoEndpoint: The address of facts about the user.
  ///   - keysEndpoint: The address of the public keys of ID tokens.
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration` if an address would send secrets in plain text.
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

  /// Throws for addresses that would send secrets in plain text.
  func check() throws(IdentityError) {
    for endpoint in [
      authorizationEndpoint, tokenEndpoint, revocationEndpoint, userInfoEndpoint, keysEndpoint,
    ] {
      if let endpoint { try ServiceAddress.check(endpoint) }
    }
  }
}

extension AuthorizationServer {
  /// The server of PerSQL, which grants a database in the user's account.
  public static let perSQL = AuthorizationServer(
    known: "https://api.persql.com", authorizationEndpoint: "https://api.persql.com/oauth/authorize",
    tokenEndpoint: "https://api.persql.com/oauth/token",
    keysEndpoint: "https://api.persql.com/.well-known/jwks.json")

  /// The environments of ppoppo accounts.
  public enum PpoppoEnvironment: String, Sendable, Hashable, CaseIterable {
    /// Accounts of real users.
    case production = "https://accounts.ppoppo.com"
    /// Accounts for tests.
    case sandbox = "https://accounts.sandbox.ppoppo.com"
  }

  /// Returns the server of ppoppo, whose access tokens last an hour.
  public static func ppoppo(_ environment: PpoppoEnvironment = .production) -> AuthorizationServer {
    let base = environment.rawValue
    return AuthorizationServer(
      known: nil, authorizationEndpoint: base + "/oauth/authorize", tokenEndpoint: base + "/oauth/token",
      userInfoEndpoint: base + "/oauth/userinfo")
  }
}
#endif
