#if Server
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The users, apps and lifetimes of a ``ServerAuthorization``.
public struct AuthorizationConfiguration: Sendable {
  /// The apps.
  public var clients: [AuthorizationClient]
  /// The users. Those with a password can sign in.
  public var users: [AuthorizationUser]
  /// Checks a name and a password instead of ``users``. Returns `nil` if they are wrong.
  ///
  /// It should take the same time for every name and password.
  public var authenticate: (@Sendable (_ name: String, _ password: String) async -> AuthorizationUser?)?
  /// The identifier and public address of the server, such as `https://id.example.com`.
  ///
  /// If `nil`, the address that the server listens on.
  public var issuer: String?
  /// The key that signs ID tokens.
  public var signingKey = AuthorizationSigningKey()
  /// The lifetimes of codes, tokens and pages.
  public var lifetimes = AuthorizationLifetimes()
  /// Whether a grant has a refresh token.
  public var issuesRefreshTokens = true
  /// Whether each refresh replaces the refresh token.
  ///
  /// If a replaced token is used again, it was stolen. All tokens of that sign-in are revoked then.
  public var rotatesRefreshTokens = true
  /// The maximum number of sign-ins. Beyond that, the one that was unused for the longest time ends.
  public var maximumSignIns = 10_000
  /// The clock.
  public var now: @Sendable () -> Date = { Date() }

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - clients: The apps.
  ///   - users: The users.
  public init(clients: [AuthorizationClient], users: [AuthorizationUser] = []) {
    self.clients = clients
    self.users = users
  }
}

/// The lifetimes of a ``ServerAuthorization``.
public struct AuthorizationLifetimes: Sendable, Hashable {
  /// The lifetime of a page that asks the user.
  public var page: Duration = .seconds(600)
  /// The lifetime of a code, which can be used once.
  public var code: Duration = .seconds(300)
  /// The lifetime of an access token and of an ID token.
  public var accessToken: Duration = .seconds(3600)
  /// The longest time that a refresh token can be unused.
  public var refreshToken: Duration = .seconds(180 * 86_400)

  /// Creates the default lifetimes: 10 minutes, 5 minutes, 1 hour and 180 days.
  public init() {}
}
#endif
