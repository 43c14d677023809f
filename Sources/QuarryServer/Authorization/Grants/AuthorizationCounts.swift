#if Server
/// What a ``ServerAuthorization`` has done since it was created.
public struct AuthorizationCounts: Sendable, Hashable {
  /// How many codes were exchanged for tokens.
  public var signIns = 0
  /// How many times tokens were refreshed.
  public var refreshes = 0
  /// How many sign-ins ended because a code or a refresh token was used twice.
  public var endedByReuse = 0
  /// How many times a client revoked a token.
  public var revocations = 0
  /// How many names or passwords were wrong.
  public var wrongPasswords = 0
}
#endif
