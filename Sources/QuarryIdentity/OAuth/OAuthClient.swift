#if Identity
public import Quarry
public import QuarryRemote
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A public client of an OAuth 2.1 server: an app that signs its users in with a code and a proof key (PKCE).
///
/// ```swift
/// let client = try OAuthClient(
///   .perSQL, clientID: "psqlrp_…", redirectURI: "com.example.app:/signed-in", scope: "openid database",
///   transport: CurlTransport())
/// ```
///
/// The client stores nothing: ``IdentitySession`` stores the tokens. A client has no secret, because an app can't
/// keep one.
///
/// Source: <https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1>.
public struct OAuthClient: Sendable {
  /// The server.
  public let server: AuthorizationServer
  /// The identifier of the app at the server.
  public let clientID: String
  /// The address that the browser opens after the sign-in, exactly as registered at the server.
  public let redirectURI: String
  /// The scopes to ask for, with a space between them.
  public let scope: String
  let calls: ServiceCalls

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - clientID: The identifier of the app at the server.
  ///   - redirectURI: The address that the browser opens after the sign-in: a private scheme, an HTTPS address of the
  ///     app, or an address of this computer.
  ///   - scope: The scopes to ask for, with a space between them. `openid` also asks for an ID token.
  ///   - transport: The transport of the requests.
  ///   - timeout: The longest time for each request.
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration` if an address or the client's identifier isn't
  ///   valid.
  public init(
    _ server: AuthorizationServer, clientID: String, redirectURI: String, scope: String,
    transport: any HTTPTransport, timeout: Duration = .seconds(30)
  ) throws(IdentityError) {
    try server.check()
    guard !clientID.isEmpty else { throw IdentityError(.invalidConfiguration, "The client ID is empty") }
    try OAuthClient.check(redirectURI: redirectURI)
    self.server = server
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scope = scope
    calls = ServiceCalls(transport: transport, timeout: timeout)
  }

  private static func check(redirectURI: String) throws(IdentityError) {
    let scheme = redirectURI.prefix { $0 != ":" }
    let isScheme =
      scheme.first?.isLetter == true && scheme.utf8.count < redirectURI.utf8.count
      && scheme.utf8.allSatisfy { FormText.isUnreserved($0) || $0 == UInt8(ascii: "+") }
    guard isScheme, !redirectURI.contains("#") else {
      throw IdentityError(.invalidConfiguration, "A redirect URI has a scheme and no fragment")
    }
    if scheme == "http" { try ServiceAddress.check(redirectURI) }
  }

  /// Begins a sign-in.
  ///
  /// - Parameters:
  ///   - redirectURI: The address that the browser opens, if it isn't the client's. A loopback receiver chooses its
  ///     port at run time.
  ///   - additionalFields: Additional parameters of the address, such as `prompt`.
  public func begin(
    redirectURI: String? = nil, additionalFields: [(name: String, value: String)] = []
  ) -> SignInAttempt {
    SignInAttempt(self, redirectURI: redirectURI ?? self.redirectURI, additionalFields: additionalFields)
  }

  /// Checks the callback of a sign-in, and exchanges its code for tokens.
  ///
  /// - Parameters:
  ///   - attempt: The sign-in.
  ///   - callback: The address that the browser opened after the sign-in.
  /// - Returns: The tokens.
  /// - Throws: ``IdentityError`` with code `.stateMismatch`, `.issuerMismatch`, `.denied`, `.callbackReused`,
  ///   `.invalidGrant` if the server rejects the code, `.invalidIDToken` if the ID token is forged or of another
  ///   sign-in, `.unreachable` and others.
  public func finish(_ attempt: SignInAttempt, callback: String) async throws(IdentityError) -> TokenGrant {
    let code = try attempt.code(from: callback)
    let fields = [
      ("grant_type", "authorization_code"), ("code", code), ("client_id", clientID),
      ("redirect_uri", attempt.redirectURI), ("code_verifier", attempt.proofKey.verifier),
    ]
    let response = try await calls.post(
      fields.map { (name: $0.0, value: $0.1) }, to: server.tokenEndpoint, hiding: [code, attempt.proofKey.verifier])
    let grant = try TokenGrant(response, from: server.tokenEndpoint, arrival: Date())
    if let idToken = grant.idToken {
      let token = try IDToken(idToken)
      try await keys()?.verify(token)
      try token.check(issuer: server.issuer, clientID: clientID, nonce: attempt.nonce, now: Date())
    }
    return grant
  }

  /// Gets a new access token.
  ///
  /// > Important: Store the result immediately. If the server replaces the refresh token, the old one is no longer
  /// > valid.
  ///
  /// - Parameter grant: The tokens.
  /// - Returns: The new tokens. Values that the server didn't send again are those of `grant`, and so is the ID token
  ///   if the new one isn't valid.
  /// - Throws: ``IdentityError`` with code `.invalidGrant` if the access was withdrawn, or `.signInRequired` if the
  ///   grant has no refresh token. After `.tooManyRequests`, `.serverError` and `.unreachable`, the tokens are still
  ///   valid.
  public func refresh(_ grant: TokenGrant) async throws(IdentityError) -> TokenGrant {
    try await refresh(grant, clock: .system)
  }

  /// Gets another access token, which expires by the given clock.
  func refresh(_ grant: TokenGrant, clock: IdentityClock) async throws(IdentityError) -> TokenGrant {
    guard let token = grant.refreshToken else {
      throw IdentityError(.signInRequired, "The server gave no token for refreshing; sign in again")
    }
    let fields = [("grant_type", "refresh_token"), ("refresh_token", token.text), ("client_id", clientID)]
    let response = try await calls.post(
      fields.map { (name: $0.0, value: $0.1) }, to: server.tokenEndpoint, hiding: [token.text])
    var refreshed = try TokenGrant(response, from: server.tokenEndpoint, previous: grant, arrival: clock.now())
    // The new tokens count, also where an ID token that nobody needs for calls isn't what it should be.
    if let idToken = refreshed.idToken, idToken != grant.idToken, await !isGood(idToken, after: grant, clock) {
      refreshed.idToken = grant.idToken
    }
    return refreshed
  }

  /// Whether an ID token of a refresh belongs to the same user and is signed by the server.
  ///
  /// Source: <https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse>.
  private func isGood(_ idToken: DriverSecret, after grant: TokenGrant, _ clock: IdentityClock) async -> Bool {
    do throws(IdentityError) {
      let token = try IDToken(idToken)
      try await keys()?.verify(token)
      try token.check(issuer: server.issuer, clientID: clientID, nonce: nil, now: clock.now())
      guard let previous = grant.idToken else { return true }
      return try IDToken(previous).subject == token.subject
    } catch {
      return false
    }
  }

  /// The public keys of the server's ID tokens, or `nil` if their address is unknown.
  private func keys() async throws(IdentityError) -> SigningKeys? {
    guard let endpoint = server.keysEndpoint else { return nil }
    return SigningKeys(try ServiceCalls.object(try await calls.get(endpoint), from: endpoint))
  }

  /// Revokes the tokens of a sign-in at the server.
  ///
  /// - Returns: `false` if the server has no endpoint for that.
  /// - Throws: ``IdentityError`` if the server rejects the request or can't be reached.
  @discardableResult
  public func revoke(_ grant: TokenGrant) async throws(IdentityError) -> Bool {
    guard let endpoint = server.revocationEndpoint else { return false }
    let tokens = [("refresh_token", grant.refreshToken), ("access_token", grant.accessToken)]
    for (hint, token) in tokens {
      guard let token else { continue }
      let fields = [("token", token.text), ("token_type_hint", hint), ("client_id", clientID)]
      _ = try await calls.post(fields.map { (name: $0.0, value: $0.1) }, to: endpoint, hiding: [token.text])
    }
    return true
  }

  /// Reads the facts about the user.
  ///
  /// - Parameter token: The access token.
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration` if the server has no endpoint for that.
  public func userInfo(_ token: DriverSecret) async throws(IdentityError) -> UserInfo {
    guard let endpoint = server.userInfoEndpoint else {
      throw IdentityError(.invalidConfiguration, "The server has no endpoint for facts about the user")
    }
    return try UserInfo(try await calls.get(endpoint, token: token), from: endpoint)
  }
}
#endif
