#if Server
/// The counts of a ``ServerAuthorization`` since it was created.
public struct AuthorizationCounts: Sendable, Hashable {
  /// The number of codes that were exchanged for tokens.
  public var signIns = 0
  /// The number of token refreshes.
  public var refreshes = 0
  /// The number of sign-ins that ended because a code or a refresh token was used twice.
  public var endedByReuse = 0
  /// The number of tokens that clients revoked.
  public var revocations = 0
  /// The number of wrong names or passwords.
  public var wrongPasswords = 0
}
#endif
