#if Identity
/// A place that keeps the tokens of one sign-in from one run of a program to the next.
///
/// Use ``FileTokenStore``, ``DatabaseTokenStore`` or, on Apple platforms, `KeychainTokenStore`; ``MemoryTokenStore``
/// forgets them at the end. Two programs can share a store: a session reads it again before it gives up.
public protocol TokenStore: Sendable {
  /// Returns the stored tokens, or `nil` if there are none.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if there are some that can't be read.
  func load() async throws(IdentityError) -> TokenGrant?

  /// Stores tokens in place of those before, as a whole or not at all.
  ///
  /// - Throws: ``IdentityError`` with code `.store`; the tokens before stay then.
  func save(_ grant: TokenGrant) async throws(IdentityError)

  /// Removes the stored tokens. It's no error if there are none.
  ///
  /// - Throws: ``IdentityError`` with code `.store`.
  func clear() async throws(IdentityError)
}
#endif
