#if Identity
/// Shows a sign-in page in the system's browser, and waits for the address with which the browser comes back.
///
/// - ``LoopbackBrowser`` is for programs on a computer: it listens on a port while the sign-in is under way.
/// - ``CallbackReceiver`` is for apps that the system opens with the callback: a private scheme or an HTTPS address.
/// - `WebAuthenticationBrowser` uses the system's sheet on Apple platforms.
///
/// A web view of the app is none of them: the app could read the password in it, and servers refuse it.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc8252>.
public protocol SignInBrowser: Sendable {
  /// Shows a page and returns the callback.
  ///
  /// - Parameters:
  ///   - redirectURI: Where the server sends the browser, as the client was created with it.
  ///   - page: Returns the address of the page. Call it once, with the redirect URI at which the callback arrives.
  /// - Returns: The whole address of the callback. It's checked by the caller.
  /// - Throws: ``IdentityError`` with code `.cancelled`, `.timedOut`, `.browserUnavailable` and `.invalidConfiguration`.
  func callback(
    for redirectURI: String, showing page: @escaping @Sendable (_ redirectURI: String) -> String
  ) async throws(IdentityError) -> String
}
#endif
