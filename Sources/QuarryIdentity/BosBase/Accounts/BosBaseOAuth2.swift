#if Identity
internal import Quarry
internal import QuarryWire

/// A started sign-in with an OAuth2 provider.
///
/// Descriptions show no secrets. The callback can be used once.
public struct BosBaseOAuth2Attempt: Sendable {
  /// The provider's name.
  public let provider: String
  /// The address that the browser opens.
  public let url: String
  /// The address to which the browser is sent back.
  public let redirectURL: String
  let codeVerifier: DriverSecret
  let attempt: SignInAttempt
}

extension BosBaseOAuth2Attempt: CustomStringConvertible, CustomReflectable {
  /// The provider.
  public var description: String { "BosBaseOAuth2Attempt(\(provider))" }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BosBaseCollection {
  /// Begins a sign-in with an OAuth2 provider.
  ///
  /// ```swift
  /// let attempt = try await users.beginOAuth2("google", redirectURL: "com.example.app:/signed-in")
  /// open(attempt.url)                                   // in the system's browser
  /// try await users.finishOAuth2(attempt, callback: address)
  /// ```
  ///
  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - redirectURL: The address to which the browser is sent back, as registered at the provider.
  /// - Throws: ``BosBaseError`` with code `.invalidConfiguration` if the collection has no such provider.
  public func beginOAuth2(
    _ provider: String, redirectURL: String
  ) async throws(BosBaseError) -> BosBaseOAuth2Attempt {
    let providers = try await authMethods().providers
    guard let found = providers.first(where: { $0.name == provider }) else {
      let names = providers.map(\.name).joined(separator: ", ")
      throw BosBaseError(
        .invalidConfiguration,
        "The collection has no provider \"\(provider)\"; it has \(names.isEmpty ? "none" : names)")
    }
    let url = found.authURL + FormText.encode(redirectURL)
    return BosBaseOAuth2Attempt(
      provider: provider, url: url, redirectURL: redirectURL, codeVerifier: found.codeVerifier,
      attempt: SignInAttempt(url: url, redirectURI: redirectURL, state: found.state.text))
  }

  /// Checks the callback of a sign-in, and signs in with its code.
  ///
  /// - Parameters:
  ///   - attempt: The sign-in.
  ///   - callback: The address that the browser opened after the sign-in.
  ///   - createData: Fields of the record, if the sign-in creates it.
  ///   - mfaID: The identifier of the sign-in that this second factor completes.
  /// - Throws: ``BosBaseError`` with code `.stateMismatch`, `.denied`, `.callbackReused` or `.secondFactorRequired`.
  @discardableResult
  public func finishOAuth2(
    _ attempt: BosBaseOAuth2Attempt, callback: String, createData: BosBaseJSON? = nil, mfaID: String? = nil
  ) async throws(BosBaseError) -> BosBaseAccount {
    let code: String
    do throws(IdentityError) {
      code = try attempt.attempt.code(from: callback)
    } catch {
      throw BosBaseError(error)
    }
    return try await authWithOAuth2Code(
      attempt.provider, code: code, codeVerifier: attempt.codeVerifier, redirectURL: attempt.redirectURL,
      createData: createData, mfaID: mfaID)
  }
}
#endif
