#if Identity
internal import Quarry
internal import QuarryRemote
internal import QuarryWire

/// A started sign-in: the address for the browser, and the secrets that its callback is checked against.
///
/// ```swift
/// let attempt = client.begin()
/// open(attempt.url)                                   // in the system's browser
/// let grant = try await client.finish(attempt, callback: address)
/// ```
///
/// Create one for each sign-in with ``OAuthClient/begin(redirectURI:additionalFields:)``. The callback can be used once.
public final class SignInAttempt: Sendable {
  /// The address that the browser opens.
  public let url: String
  let redirectURI: String
  let proofKey: ProofKey
  let state: String
  let nonce: String?
  private let issuer: String?
  private let isIssuerNamed: Bool
  private let isUsed = Protected(false)

  init(_ client: OAuthClient, redirectURI: String, additionalFields: [(name: String, value: String)]) {
    self.redirectURI = redirectURI
    proofKey = ProofKey()
    state = SecretText.random(bytes: 32)
    issuer = client.server.issuer
    isIssuerNamed = client.server.isNamedInCallbacks
    nonce = client.scope.split(separator: " ").contains("openid") ? SecretText.random(bytes: 32) : nil
    var fields = [
      ("response_type", "code"), ("client_id", client.clientID), ("redirect_uri", redirectURI),
      ("scope", client.scope), ("state", state), ("code_challenge", proofKey.challenge),
      ("code_challenge_method", "S256"),
    ]
    if let nonce { fields.append(("nonce", nonce)) }
    fields += additionalFields.map { ($0.name, $0.value) }
    let endpoint = client.server.authorizationEndpoint
    let separator = endpoint.contains("?") ? "&" : "?"
    url = endpoint + separator + FormText.encode(fields.map { (name: $0.0, value: $0.1) })
  }

  /// A sign-in whose address and state another server has made.
  init(url: String, redirectURI: String, state: String) {
    self.url = url
    self.redirectURI = redirectURI
    self.state = state
    proofKey = ProofKey()
    nonce = nil
    issuer = nil
    isIssuerNamed = false
  }

  /// The code of a callback.
  ///
  /// The state is checked first, so that a foreign callback reveals nothing and doesn't end this sign-in.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2>.
  func code(from callback: String) throws(IdentityError) -> String {
    let query = callback.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard query.count == 2, let fields = FormText.decode(query[1]) else {
      throw IdentityError(.stateMismatch, "The callback has no parameters that can be read")
    }
    func field(_ name: String) throws(IdentityError) -> String? {
      let found = fields.filter { $0.name == name }
      // Of two values nobody knows which one the server meant.
      guard found.count < 2 else {
        throw IdentityError(.stateMismatch, "The callback has the parameter \(name) twice")
      }
      return found.first?.value
    }
    guard let returned = try field("state"), SecretText.areEqual(returned, state) else {
      throw IdentityError(.stateMismatch, "The callback doesn't belong to this sign-in; sign in again")
    }
    guard
      isUsed.withLock({ used in
        used
          ? false
          : {
            used = true; return true
          }()
      })
    else {
      throw IdentityError(.callbackReused, "The callback of this sign-in was already used; sign in again")
    }
    let named = try field("iss")
    if let issuer, named != issuer, named != nil || isIssuerNamed {
      throw IdentityError(.issuerMismatch, "The callback comes from another server than the one that was asked")
    }
    if let error = try field("error") { throw denial(error, try field("error_description")) }
    guard let code = try field("code"), !code.isEmpty else {
      throw IdentityError(.invalidAnswer, "The callback has neither a code nor an error")
    }
    return code
  }

  private func denial(_ error: String, _ description: String?) -> IdentityError {
    let hidden = [state, proofKey.verifier]
    let name = ServiceCalls.shown(error, limit: 64, hiding: hidden)
    let reason = description.map { ": " + ServiceCalls.shown($0, limit: 200, hiding: hidden) } ?? ""
    let code: IdentityError.Code =
      switch error {
      case "server_error", "temporarily_unavailable": .serverError
      case "access_denied", "consent_required", "login_required", "interaction_required": .denied
      default: .refused
      }
    return IdentityError(code, "The server didn't grant the sign-in\(reason)", serverCode: name)
  }
}

extension SignInAttempt: CustomStringConvertible, CustomReflectable {
  /// A placeholder.
  public var description: String { "SignInAttempt(hidden)" }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
