#if Server
public import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Signs users in at a ``QuarryServer``: an OAuth 2.1 authorization server with a sign-in page, for development,
/// tests and self-hosting.
///
/// ```swift
/// let app = AuthorizationClient("notes", name: "Notes", redirectURIs: ["http://127.0.0.1/signed-in"])
/// let ada = try AuthorizationUser("ada", password: password)
/// let authorization = try ServerAuthorization(AuthorizationConfiguration(clients: [app], users: [ada]))
/// var configuration = ServerConfiguration(database)
/// configuration.authorization = authorization
/// configuration.makeScratch = { namespace in try await Database(url: "sqlite:\(namespace).db") }
/// ```
///
/// It supports codes with proof keys (S256) and refresh tokens only. Each user has a separate database. Access tokens
/// with the scope `database` open it over PerSQL and Hrana, until they expire or are revoked. Sign-ins are stored in
/// memory: when the process ends, users sign in again.
///
/// Source: <https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1>.
public final class ServerAuthorization: Sendable {
  let configuration: AuthorizationConfiguration
  let gate = PasswordGate()
  private let state: Protected<AuthorizationState>
  private let pages = Protected(PageTokens())
  private let throttle = Protected(LoginThrottle())
  private let place = Protected<String?>(nil)

  /// Creates an authorization server. It runs as a part of a ``QuarryServer``.
  ///
  /// - Parameter configuration: The apps, the users and the rules.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if an app has no valid redirect URI, the issuer
  ///   isn't HTTPS or on this computer, or a name is used twice.
  public init(_ configuration: AuthorizationConfiguration) throws(DatabaseError) {
    if let problem = configuration.clients.lazy.compactMap(\.problem).first {
      throw DatabaseError(.invalidConfiguration, problem)
    }
    for names in [
      configuration.clients.map(\.id), configuration.users.map(\.name), configuration.users.map(\.subject),
      configuration.users.map(\.namespace),
    ] where Set(names).count != names.count {
      throw DatabaseError(.invalidConfiguration, "two clients or users have the same name, subject or namespace")
    }
    if let issuer = configuration.issuer {
      let isGood = issuer.hasPrefix("https://") || issuer.hasPrefix("http://127.") || issuer.hasPrefix("http://[::1]")
      guard isGood, !issuer.hasSuffix("/"), !issuer.contains("?"), !issuer.contains("#") else {
        throw DatabaseError(
          .invalidConfiguration, "an issuer is an https address without a slash at its end, a query and a fragment")
      }
    }
    self.configuration = configuration
    state = Protected(AuthorizationState(configuration))
  }

  /// The counts so far.
  public var counts: AuthorizationCounts { state.withLock { $0.counts } }

  /// Ends all sign-ins of a user, for example when the user withdraws the access. Their tokens are no longer valid.
  ///
  /// - Parameter subject: The identifier of the user.
  /// - Returns: The number of sign-ins that ended.
  @discardableResult
  public func revokeAll(subject: String) -> Int { state.withLock { $0.end(subject: subject) } }

  // MARK: For the server

  /// The identifier and address of the server, or `nil` before it listens.
  var issuer: String? { configuration.issuer ?? place.withLock { $0 } }

  /// Whether the issuer is the address that the server listens on.
  var isReachedDirectly: Bool { configuration.issuer == nil }

  /// Records the address at which the server listens.
  func listens(at address: String) { place.withLock { $0 = address } }

  var now: Date { configuration.now() }

  func client(_ id: String) -> AuthorizationClient? { configuration.clients.first { $0.id == id } }

  /// The bearer of an access token, or `nil` if the token isn't valid.
  func bearer(of token: String) -> AuthorizedBearer? {
    state.withLock { [now] in $0.bearer(AuthorizationSecret.digest(token), at: now) }
  }

  /// Whether an access token is still valid.
  func isGood(_ bearer: AuthorizedBearer) -> Bool {
    state.withLock { [now] in $0.bearer(bearer.token, at: now) != nil }
  }

  /// Whether a text has the form of an access token of this server.
  static func isAccessToken(_ text: String) -> Bool { text.hasPrefix("qat_") }

  func withState<R: Sendable>(_ body: (inout AuthorizationState) -> R) -> R { state.withLock { body(&$0) } }

  func withPages<R: Sendable>(_ body: (inout PageTokens) -> R) -> R { pages.withLock { body(&$0) } }

  /// The result of checking a name and a password.
  enum Login: Sendable {
    case user(AuthorizationUser)
    case wrong
    case wait(seconds: Int)
  }

  /// Checks a name and a password.
  func login(_ name: String, _ password: String) async -> Login {
    let now = now
    if let seconds = throttle.withLock({ $0.delay(name, at: now) }) { return .wait(seconds: seconds) }
    var user: AuthorizationUser?
    if let authenticate = configuration.authenticate {
      user = await authenticate(name, password)
    } else {
      user = configuration.users.first { $0.name == name }
      guard let isRight = await gate.check(password, of: user) else { return .wait(seconds: 5) }
      if !isRight { user = nil }
    }
    throttle.withLock { [isRight = user != nil] in $0.note(name, isRight: isRight, at: now) }
    if user == nil { state.withLock { $0.counts.wrongPasswords += 1 } }
    return user.map { .user($0) } ?? .wrong
  }
}

extension ServerAuthorization: CustomReflectable {
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
