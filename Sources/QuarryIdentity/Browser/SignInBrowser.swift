#if Identity
/// Shows a sign-in page in the system's browser, and waits for the callback.
///
/// - ``LoopbackBrowser`` is for programs on a computer: it listens on a port during the sign-in.
/// - ``CallbackReceiver`` is for apps that the system opens with the callback: a private scheme or an HTTPS address.
/// - `WebAuthenticationBrowser` uses the system's sheet on Apple platforms.
///
/// > Important: Don't use a web view of the app. The app could read the password in it, and servers reject it.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc8252>.
public protocol SignInBrowser: Sendable {
  /// Shows a page and returns the callback.
  ///
  /// - Parameters:
  ///   - redirectURI: The address to which the server sends the browser, as given to the client.
  ///   - page: Returns the address of the page. Call it once, with the redirect URI at which the callback arrives.
  /// - Returns: The whole address of the callback. The caller checks it.
  /// - Throws: ``IdentityError`` with code `.cancelled`, `.timedOut`, `.browserUnavailable` or
  ///   `.invalidConfiguration`.
  func callback(
    for redirectURI: String, showing page: @escaping @Sendable (_ redirectURI: String) -> String
  ) async throws(IdentityError) -> String
}
#endif
