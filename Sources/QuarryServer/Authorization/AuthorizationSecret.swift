#if Server
internal import Crypto
internal import QuarryWire

/// Random secrets, and their digests.
enum AuthorizationSecret {
  typealias Digest = SHA256Digest

  /// Random bytes of the system's generator, which is cryptographically secure on every platform.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// 256 random bits as text.
  static func text() -> String { Base64.encodeForURL(random(32)) }

  /// The stored digest of a secret, so that nobody finds the secret in the memory of the server.
  static func digest(_ secret: String) -> Digest { SHA256.hash(data: Array(secret.utf8)) }

  /// The challenge of a verifier.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7636#section-4.6>.
  static func challenge(of verifier: String) -> String { Base64.encodeForURL(Array(digest(verifier))) }

  /// Whether a text has the form of a verifier or, with 43 characters, of a challenge.
  static func isProof(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(FormText.isUnreserved)
  }

  /// Compares texts in a time that doesn't depend on their common parts.
  static func areEqual(_ left: String, _ right: String) -> Bool { digest(left) == digest(right) }
}
#endif
