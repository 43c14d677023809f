#if Identity
public import Quarry

/// The ways to sign in to a collection.
public struct BosBaseAuthMethods: Sendable {
  /// Whether the collection allows passwords.
  public var hasPassword: Bool
  /// The fields that can identify an account with a password.
  public var identityFields: [String]
  /// The lifetime of a one-time password, or `nil` if there are none.
  public var oneTimePasswordDuration: Duration?
  /// The longest time for the second factor, or `nil` if none is required.
  public var secondFactorDuration: Duration?
  /// The OAuth2 providers. Empty if there are none.
  public var providers: [Provider]

  /// An OAuth2 provider, with a proof key and a state that the server made for one sign-in.
  public struct Provider: Sendable {
    /// The name, such as `google`.
    public var name: String
    /// The name for users.
    public var displayName: String
    /// The state of the sign-in.
    public var state: DriverSecret
    /// The address for the browser, to which the percent-encoded redirect is appended.
    public var authURL: String
    /// The verifier of the proof key; empty if the provider has no PKCE.
    public var codeVerifier: DriverSecret
  }
}

extension BosBaseCollection {
  /// Returns the ways to sign in. The state and the proof key of each provider are new with each call.
  ///
  /// - Throws: ``BosBaseError`` with code `.notFound` if the collection has no accounts.
  public func authMethods() async throws(BosBaseError) -> BosBaseAuthMethods {
    let answer = try await client.send(
      "GET", path("auth-methods"), query: [("fields", "mfa,otp,password,oauth2")], by: .nobody)
    func duration(_ name: String) -> Duration? {
      guard answer[name]?["enabled"]?.bool == true else { return nil }
      return .seconds(answer[name]?["duration"]?.integer ?? 0)
    }
    guard answer.members != nil else { throw BosBaseError(.invalidAnswer, "The answer lists no ways to sign in") }
    let hasProviders = answer["oauth2"]?["enabled"]?.bool == true
    let providers = hasProviders ? answer["oauth2"]?["providers"]?.array ?? [] : []
    return BosBaseAuthMethods(
      hasPassword: answer["password"]?["enabled"]?.bool ?? false,
      identityFields: answer["password"]?["identityFields"]?.array?.compactMap(\.text) ?? [],
      oneTimePasswordDuration: duration("otp"), secondFactorDuration: duration("mfa"),
      providers: providers.compactMap { BosBaseAuthMethods.Provider($0) })
  }
}

extension BosBaseAuthMethods.Provider {
  fileprivate init?(_ json: BosBaseJSON) {
    guard let name = json["name"]?.text, let url = json["authURL"]?.text ?? json["authUrl"]?.text,
      let state = json["state"]?.text
    else { return nil }
    self.init(
      name: name, displayName: json["displayName"]?.text ?? name, state: DriverSecret(state), authURL: url,
      codeVerifier: DriverSecret(json["codeVerifier"]?.text ?? ""))
  }
}

extension BosBaseAuthMethods.Provider: CustomStringConvertible, CustomReflectable {
  /// The name.
  public var description: String { "Provider(\(name))" }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
