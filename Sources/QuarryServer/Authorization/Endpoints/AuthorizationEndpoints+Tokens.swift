#if Server
internal import Hummingbird
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension AuthorizationEndpoints {
  /// Exchanges a code or a refresh token for tokens.
  ///
  /// Source: <https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1#section-3.2>.
  func token(_ fields: FormFields, _ issuer: String) throws(OAuthProblem) -> Response {
    let client = try client(of: fields)
    switch fields["grant_type"] {
    case "authorization_code": return try exchange(fields, client, issuer)
    case "refresh_token" where authorization.configuration.issuesRefreshTokens:
      return try refresh(fields, client, issuer)
    case nil: throw OAuthProblem("invalid_request", "grant_type is missing")
    default: throw OAuthProblem("unsupported_grant_type", "only authorization_code and refresh_token are supported")
    }
  }

  private static let badCode = OAuthProblem(
    "invalid_grant", "the code isn't known, was used, has expired, or is another client's, redirect URI's or verifier's"
  )

  private func exchange(
    _ fields: FormFields, _ client: AuthorizationClient, _ issuer: String
  ) throws(OAuthProblem) -> Response {
    guard let secret = fields["code"], let redirectURI = fields["redirect_uri"] else {
      throw OAuthProblem("invalid_request", "code or redirect_uri is missing")
    }
    guard let verifier = fields["code_verifier"], AuthorizationSecret.isProof(verifier) else {
      throw OAuthProblem("invalid_request", "code_verifier is missing, or isn't 43 to 128 unreserved characters")
    }
    let now = authorization.now
    // A code that comes with anything wrong has been in wrong hands: it is used up in any case.
    let issued = authorization.withState { state -> Issued? in
      guard let code = state.take(secret, at: now), code.consent.clientID == client.id,
        AuthorizationSecret.areEqual(code.redirectURI, redirectURI),
        AuthorizationSecret.areEqual(code.challenge, AuthorizationSecret.challenge(of: verifier))
      else { return nil }
      let signIn = state.begin(code.consent, code: secret, at: now)
      return Issued(
        accessToken: state.accessToken(of: signIn, scopes: code.consent.scopes, at: now),
        refreshToken: authorization.configuration.issuesRefreshTokens ? state.refreshToken(of: signIn) : nil,
        consent: code.consent, scopes: code.consent.scopes, nonce: code.nonce, isFirst: true)
    }
    guard let issued else { throw Self.badCode }
    return try response(issued, issuer, at: now)
  }

  private func refresh(
    _ fields: FormFields, _ client: AuthorizationClient, _ issuer: String
  ) throws(OAuthProblem) -> Response {
    guard let secret = fields["refresh_token"] else {
      throw OAuthProblem("invalid_request", "refresh_token is missing")
    }
    let wanted = fields["scope"].map { $0.split(separator: " ").map(String.init) }
    let now = authorization.now
    let rotates = authorization.configuration.rotatesRefreshTokens
    let result = authorization.withState { state -> Result<Issued, OAuthProblem> in
      if let wanted, let found = state.signIn(ofRefreshToken: secret),
        wanted.isEmpty || !Set(wanted).isSubset(of: found.signIn.consent.scopes)
      {
        return .failure(OAuthProblem("invalid_scope", "scope names what wasn't granted"))
      }
      switch state.refresh(secret, clientID: client.id, rotates: rotates, at: now) {
      case .unknown:
        return .failure(OAuthProblem("invalid_grant", "the refresh token isn't known, has expired or was revoked"))
      case .reused:
        return .failure(OAuthProblem("invalid_grant", "the refresh token was replaced before; everything is revoked"))
      case .good(let signIn, let consent):
        let scopes = wanted ?? consent.scopes
        return .success(
          Issued(
            accessToken: state.accessToken(of: signIn, scopes: scopes, at: now),
            refreshToken: rotates ? state.refreshToken(of: signIn) : nil, consent: consent, scopes: scopes,
            isFirst: false))
      }
    }
    return try response(try result.get(), issuer, at: now)
  }

  /// The tokens for an app.
  private struct Issued: Sendable {
    var accessToken: String
    var refreshToken: String?
    var consent: AuthorizationState.Consent
    var scopes: [String]
    var nonce: String?
    var isFirst: Bool
  }

  private func response(_ issued: Issued, _ issuer: String, at now: Date) throws(OAuthProblem) -> Response {
    let life = Int(authorization.configuration.lifetimes.accessToken.inSeconds)
    var idToken: String?
    if issued.isFirst, issued.scopes.contains("openid") {
      let start = Int(now.timeIntervalSince1970)
      let claims = JSONWriter.object { writer in
        writer.member("iss", issuer)
        writer.member("sub", issued.consent.user.subject)
        writer.member("aud", issued.consent.clientID)
        writer.member("iat", start)
        writer.member("exp", start + life)
        if let nonce = issued.nonce { writer.member("nonce", nonce) }
      }
      guard let token = authorization.configuration.signingKey.token(claims) else {
        throw OAuthProblem("server_error", "the ID token can't be signed", status: .internalServerError)
      }
      idToken = token
    }
    let body = JSONWriter.object { writer in
      writer.member("access_token", issued.accessToken)
      writer.member("token_type", "Bearer")
      writer.member("expires_in", life)
      writer.member("scope", issued.scopes.joined(separator: " "))
      if let token = issued.refreshToken { writer.member("refresh_token", token) }
      if let idToken { writer.member("id_token", idToken) }
      if issued.scopes.contains("database") {
        writer.member("database", "\(issued.consent.user.namespace)/main")
        writer.member("api_url", issuer)
      }
    }
    return .json(.ok, body, headers: Self.noStore)
  }

  /// Revokes a token: a refresh token with its whole sign-in, an access token alone.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7009>.
  func revoke(_ fields: FormFields) throws(OAuthProblem) -> Response {
    let client = try client(of: fields)
    guard let token = fields["token"] else { throw OAuthProblem("invalid_request", "token is missing") }
    let isOwn = authorization.withState { state -> Bool in
      let digest = AuthorizationSecret.digest(token)
      if let (id, _, signIn) = state.signIn(ofRefreshToken: token) {
        guard signIn.consent.clientID == client.id else { return false }
        state.end(id)
        state.counts.revocations += 1
      } else if let owner = state.client(ofAccessToken: digest) {
        guard owner == client.id else { return false }
        state.endAccessToken(digest)
        state.counts.revocations += 1
      }
      // A token that isn't known is worth nothing already.
      return true
    }
    guard isOwn else { throw OAuthProblem("unauthorized_client", "the token is another client's") }
    return .json(.ok, Array("{}".utf8), headers: Self.noStore)
  }
}
#endif
