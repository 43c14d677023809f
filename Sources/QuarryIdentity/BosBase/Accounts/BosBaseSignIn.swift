#if Identity
internal import Quarry

/// How an account proves who it is.
///
/// Descriptions show the kind only.
public enum BosBaseCredential: Sendable {
  /// A password.
  ///
  /// - Parameters:
  ///   - identity: The e-mail address, or another field that the collection takes.
  ///   - password: The password.
  ///   - identityField: The field that `identity` is; `nil` for any that the collection takes.
  case password(identity: String, password: String, identityField: String? = nil)
  /// A password for one use, which the server has sent by mail.
  ///
  /// - Parameters:
  ///   - otpID: What ``BosBaseCollection/requestOTP(_:)`` returned.
  ///   - password: What the mail holds.
  case oneTimePassword(otpID: String, password: String)
  /// The code with which an OAuth2 provider sent the browser back.
  ///
  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - code: The code.
  ///   - codeVerifier: The verifier that belongs to the address that the browser was sent to; empty without PKCE.
  ///   - redirectURL: Where the browser was sent back to.
  ///   - createData: Fields of the record, if the sign-in creates it.
  case oauth2(
    provider: String, code: String, codeVerifier: String, redirectURL: String, createData: BosBaseJSON? = nil)
}

extension BosBaseCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind.
  public var description: String {
    switch self {
    case .password: "BosBaseCredential(password)"
    case .oneTimePassword: "BosBaseCredential(one-time password)"
    case .oauth2: "BosBaseCredential(OAuth2)"
    }
  }
  /// The kind.
  public var debugDescription: String { description }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The outcome of a sign-in that wasn't refused.
public enum BosBaseSignIn: Sendable {
  /// Somebody is signed in.
  case signedIn(BosBaseAccount)
  /// The credential was right, and the collection requires another one of a different kind.
  ///
  /// - Parameter mfaID: Goes with the second sign-in.
  case secondFactorRequired(mfaID: String)
}
#endif
