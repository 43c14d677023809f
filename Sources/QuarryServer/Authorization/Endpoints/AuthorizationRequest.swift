#if Server
internal import QuarryWire

/// The request of an app, from the address of the page.
struct AuthorizationRequest: Sendable {
  let client: AuthorizationClient
  let redirectURI: String
  let state: String?
  let scopes: [String]
  let challenge: String
  let nonce: String?

  /// The reason why no page is shown.
  enum Refusal: Error {
    /// Shown to the user, because the browser can't be sent back to a known address.
    case shown(String)
    /// Returned to the app.
    case returned(redirectURI: String, state: String?, OAuthProblem)
  }

  /// The maximum length of an app's texts that are passed through.
  private static let maximumBytes = 1024

  /// Reads and checks a request.
  ///
  /// Source: <https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1#section-4.1.1>.
  init(query: String, _ authorization: ServerAuthorization) throws(Refusal) {
    guard let fields = FormFields(query) else { throw .shown("The address can't be read.") }
    guard let id = fields["client_id"], let client = authorization.client(id) else {
      throw .shown("The app isn't registered here.")
    }
    guard let redirectURI = fields["redirect_uri"], client.allows(redirectURI: redirectURI) else {
      throw .shown("The app wants to continue at an address that isn't registered for it.")
    }
    guard fields.repeated != "client_id", fields.repeated != "redirect_uri" else {
      throw .shown("The address names the app or its own address twice.")
    }
    let state = fields.repeated == "state" ? nil : fields["state"]
    func refuse(_ code: String, _ description: String) -> Refusal {
      .returned(redirectURI: redirectURI, state: state, OAuthProblem(code, description))
    }
    if let name = fields.repeated { throw refuse("invalid_request", "\(name.prefix(32)) is there twice") }
    for name in ["state", "nonce"] where (fields[name]?.utf8.count ?? 0) > Self.maximumBytes {
      throw refuse("invalid_request", "\(name) is longer than \(Self.maximumBytes) bytes")
    }
    guard let type = fields["response_type"] else { throw refuse("invalid_request", "response_type is missing") }
    guard type == "code" else { throw refuse("unsupported_response_type", "only response_type=code is supported") }
    guard (fields["response_mode"] ?? "query") == "query" else {
      throw refuse("invalid_request", "only response_mode=query is supported")
    }
    for name in ["request", "request_uri"] where fields[name] != nil {
      throw refuse("\(name)_not_supported", "\(name) is not supported")
    }
    guard let challenge = fields["code_challenge"], challenge.utf8.count == 43, AuthorizationSecret.isProof(challenge)
    else { throw refuse("invalid_request", "code_challenge is missing, or isn't 43 characters of base64url") }
    guard fields["code_challenge_method"] == "S256" else {
      throw refuse("invalid_request", "code_challenge_method must be S256")
    }
    let scopes = (fields["scope"] ?? "").split(separator: " ").map(String.init)
    guard !scopes.isEmpty, Set(scopes).count == scopes.count, client.scopes.isSuperset(of: scopes) else {
      throw refuse("invalid_scope", "scope is missing, or names what this app may not ask for")
    }
    // Nobody stays signed in here, so that somebody always has to be asked.
    if fields["prompt"]?.split(separator: " ").contains("none") == true {
      throw refuse("login_required", "the user has to be asked")
    }
    self.client = client
    self.redirectURI = redirectURI
    self.state = state
    self.scopes = scopes
    self.challenge = challenge
    nonce = fields["nonce"]
  }

  /// The address that reports the outcome to an app.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc9207>.
  static func callback(
    _ redirectURI: String, _ fields: [(name: String, value: String)], state: String?, issuer: String
  ) -> String {
    var fields = fields
    if let state { fields.append(("state", state)) }
    fields.append(("iss", issuer))
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + FormText.encode(fields)
  }
}
#endif
