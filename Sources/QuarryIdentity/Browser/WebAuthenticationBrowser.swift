#if Identity
#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
public import AuthenticationServices
internal import Quarry

/// The sign-in sheet of Apple platforms, which shares the sessions of the system's browser.
///
/// The client's redirect URI has a private scheme such as `com.example.app:/signed-in`, or is an HTTPS address that is
/// associated with the app.
public struct WebAuthenticationBrowser: SignInBrowser {
  private let isEphemeral: Bool
  private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - isEphemeral: Whether the sheet ignores earlier sign-ins in the browser.
  ///   - anchor: Returns the window over which the sheet is shown.
  public init(isEphemeral: Bool = false, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
    self.isEphemeral = isEphemeral
    self.anchor = anchor
  }

  /// Shows the sheet, and waits for the callback.
  ///
  /// - Throws: ``IdentityError`` with code `.cancelled`, `.timedOut`, `.browserUnavailable` or
  ///   `.invalidConfiguration`.
  public func callback(
    for redirectURI: String, showing page: @escaping @Sendable (_ redirectURI: String) -> String
  ) async throws(IdentityError) -> String {
    guard let url = URL(string: page(redirectURI)), let redirect = URL(string: redirectURI),
      let scheme = redirect.scheme,
      scheme != "http"
    else {
      throw IdentityError(
        .invalidConfiguration, "The sign-in sheet needs a redirect URI with a private scheme, or with https")
    }
    let callback: ASWebAuthenticationSession.Callback =
      if scheme == "https", let host = redirect.host() {
        .https(host: host, path: redirect.path())
      } else {
        .customScheme(scheme)
      }
    do {
      return try await WebAuthenticationSheet(anchor: anchor).run(url, callback, isEphemeral: isEphemeral)
    } catch let error as ASWebAuthenticationSessionError where error.code == .canceledLogin {
      throw IdentityError(.cancelled, "The user closed the sign-in", underlying: error)
    } catch {
      throw IdentityError(.browserUnavailable, "The sign-in sheet can't be shown", underlying: error)
    }
  }
}

/// One sheet while it's shown.
@MainActor
private final class WebAuthenticationSheet: NSObject, ASWebAuthenticationPresentationContextProviding {
  private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
  private var session: ASWebAuthenticationSession?

  init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) { self.anchor = anchor }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }

  func run(_ url: URL, _ callback: ASWebAuthenticationSession.Callback, isEphemeral: Bool) async throws -> String {
    defer { session = nil }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let session = ASWebAuthenticationSession(url: url, callback: callback) { url, error in
          if let url {
            continuation.resume(returning: url.absoluteString)
          } else {
            continuation.resume(throwing: error ?? ASWebAuthenticationSessionError(.canceledLogin))
          }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        self.session = session
        session.start()
      }
    } onCancel: {
      Task { @MainActor in session?.cancel() }
    }
  }
}
#endif
#endif
