#if Identity
internal import Quarry

extension IdentitySession {
  /// Signs in with a browser: shows the server's page, waits for the user, and stores the tokens.
  ///
  /// ```swift
  /// try await session.signIn(using: LoopbackBrowser())
  /// ```
  ///
  /// - Parameters:
  ///   - browser: The browser that shows the page and receives the callback.
  ///   - additionalFields: Additional parameters of the page's address, such as `prompt`.
  /// - Returns: The tokens.
  /// - Throws: What the browser and ``OAuthClient/finish(_:callback:)`` throw. An earlier sign-in isn't affected.
  @discardableResult
  public nonisolated func signIn(
    using browser: any SignInBrowser, additionalFields: [(name: String, value: String)] = []
  ) async throws(IdentityError) -> TokenGrant {
    let begun = Protected<SignInAttempt?>(nil)
    let client = client
    let callback = try await browser.callback(for: client.redirectURI) { redirectURI in
      let attempt = client.begin(redirectURI: redirectURI, additionalFields: additionalFields)
      begun.withLock { $0 = attempt }
      return attempt.url
    }
    guard let attempt = begun.withLock({ $0 }) else {
      throw IdentityError(.invalidConfiguration, "The browser came back without having asked for a page")
    }
    return try await finish(attempt, callback: callback)
  }
}
#endif
