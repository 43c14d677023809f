#if Identity
internal import Crypto
internal import QuarryWire

/// The proof key of one sign-in (PKCE): a secret verifier and the challenge derived from it.
///
/// Create one for each sign-in.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc7636>.
public struct ProofKey: Sendable {
  /// The secret, which is sent only to the token endpoint.
  let verifier: String
  /// The SHA-256 digest of the verifier as base64url, 43 characters, which goes to the authorization endpoint.
  public let challenge: String

  /// Creates a key from 32 random bytes.
  public init() { self.init(known: SecretText.random(bytes: 32)) }

  /// Creates a key from a verifier, such as one of another program.
  ///
  /// - Parameter verifier: 43 to 128 letters, digits, `-`, `.`, `_` and `~`.
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration` for any other text.
  public init(verifier: String) throws(IdentityError) {
    guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(FormText.isUnreserved) else {
      throw IdentityError(
        .invalidConfiguration,
        "A verifier has 43 to 128 letters, digits, hyphens, full stops, underscores and tildes")
    }
    self.init(known: verifier)
  }

  private init(known verifier: String) {
    self.verifier = verifier
    challenge = SecretText.base64URL(Array(SHA256.hash(data: Array(verifier.utf8))))
  }
}

extension ProofKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder.
  public var description: String { "ProofKey(hidden)" }
  /// A placeholder.
  public var debugDescription: String { description }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
