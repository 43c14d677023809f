#if Identity
internal import Quarry

/// A credential of an account.
///
/// Descriptions show only the kind.
public enum BosBaseCredential: Sendable {
  /// A password.
  ///
  /// - Parameters:
  ///   - identity: The e-mail address, or another field that identifies accounts.
  ///   - password: The password.
  ///   - identityField: The field of `identity`. If `nil`, any field that the collection allows.
  case password(identity: String, password: String, identityField: String? = nil)
  /// A one-time password, which the server has sent by mail.
  ///
  /// - Parameters:
  ///   - otpID: The identifier that ``BosBaseCollection/requestOTP(_:)`` returned.
  ///   - password: The password in the mail.
  case oneTimePassword(otpID: String, password: String)
  /// The code with which an OAuth2 provider sent the browser back.
  ///
  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - code: The code.
  ///   - codeVerifier: The verifier for the address that the browser opened. Empty without PKCE.
  ///   - redirectURL: The address to which the browser was sent back.
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
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of a successful credential.
public enum BosBaseSignIn: Sendable {
  /// The account is signed in.
  case signedIn(BosBaseAccount)
  /// The credential was correct, and the collection requires another one of a different kind.
  ///
  /// - Parameter mfaID: The identifier for the second sign-in.
  case secondFactorRequired(mfaID: String)
}
#endif
