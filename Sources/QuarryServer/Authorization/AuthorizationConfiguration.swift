#if Server
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Who may sign in at a ``ServerAuthorization``, with which apps, and for how long.
public struct AuthorizationConfiguration: Sendable {
  /// The apps.
  public var clients: [AuthorizationClient]
  /// The users, of whom those with a password can sign in.
  public var users: [AuthorizationUser]
  /// Checks a name and a password in place of ``users``; returns `nil` for a wrong one.
  ///
  /// It should take equally long for every name and password.
  public var authenticate: (@Sendable (_ name: String, _ password: String) async -> AuthorizationUser?)?
  /// The identifier and public address of the server, such as `https://id.example.com`.
  ///
  /// If `nil`, it's the address that the server listens on.
  public var issuer: String?
  /// The key with which ID tokens are signed.
  public var signingKey = AuthorizationSigningKey()
  /// How long codes, tokens and pages last.
  public var lifetimes = AuthorizationLifetimes()
  /// Whether a grant has a refresh token.
  public var issuesRefreshTokens = true
  /// Whether each refresh replaces the refresh token.
  ///
  /// A replaced token that is used again was stolen or has been stolen from; everything of that sign-in is revoked then.
  public var rotatesRefreshTokens = true
  /// How many sign-ins are remembered. Beyond that the longest unused one ends.
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

/// How long what a ``ServerAuthorization`` gives out lasts.
public struct AuthorizationLifetimes: Sendable, Hashable {
  /// The life of a page that asks the user.
  public var page: Duration = .seconds(600)
  /// The life of a code, which is used once.
  public var code: Duration = .seconds(300)
  /// The life of an access token and of an ID token.
  public var accessToken: Duration = .seconds(3600)
  /// How long a refresh token may stay unused.
  public var refreshToken: Duration = .seconds(180 * 86_400)

  /// Creates the usual lifetimes: 10 minutes, 5 minutes, 1 hour and 180 days.
  public init() {}
}
#endif
