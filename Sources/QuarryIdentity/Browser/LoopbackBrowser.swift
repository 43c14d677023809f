#if Identity
/// The system's browser, with a callback to a port of this computer, for command lines and desktops.
///
/// ```swift
/// let client = try OAuthClient(
///   .ppoppo(), clientID: "example", redirectURI: "http://127.0.0.1/signed-in", scope: "openid profile",
///   transport: CurlTransport())
/// let session = IdentitySession(client, store: MemoryTokenStore())
/// try await session.signIn(using: LoopbackBrowser())
/// ```
///
/// The client's redirect URI decides where it listens: on `127.0.0.1`, on `[::1]`, or with `localhost` on both. It
/// uses the URI's port, or one that the system chooses. It listens only during a sign-in, accepts one request for the
/// path of the redirect URI, and responds to others with 404.
public struct LoopbackBrowser: SignInBrowser {
  private let timeout: Duration
  private let opening: @Sendable (_ address: String) async throws(IdentityError) -> Void
  /// The longest time for one request.
  var requestTime = Duration.seconds(10)

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - timeout: The longest time for the user to sign in.
  ///   - opening: Opens an address. A program without a screen can print it instead.
  public init(
    timeout: Duration = .seconds(300),
    opening: @escaping @Sendable (_ address: String) async throws(IdentityError) -> Void = SystemBrowser.open
  ) {
    self.timeout = timeout
    self.opening = opening
  }

  /// Opens the port and the page, and waits for the callback.
  ///
  /// - Throws: ``IdentityError`` with code `.cancelled`, `.timedOut`, `.browserUnavailable` or
  ///   `.invalidConfiguration`.
  public func callback(
    for redirectURI: String, showing page: @escaping @Sendable (_ redirectURI: String) -> String
  ) async throws(IdentityError) -> String {
    let listener = try CallbackListener(redirectURI, requestTime: requestTime)
    let address = page(listener.redirectURI)
    let deadline = ContinuousClock.now + timeout
    let opening = opening
    let result = await withTaskGroup(of: Result<String, IdentityError>?.self) { group in
      group.addTask { await listener.callback(until: deadline) }
      group.addTask {
        do throws(IdentityError) {
          try await opening(address)
          return nil
        } catch {
          return .failure(error)
        }
      }
      while let event = await group.next() {
        guard let event else { continue }
        group.cancelAll()
        return event
      }
      return .failure(IdentityError(.cancelled, "The sign-in was cancelled"))
    }
    return try result.get()
  }
}
#endif
