#if Server
internal import Crypto
internal import CryptoExtras
public import Quarry
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ServerTokenKey {
  /// Reads a public key: PEM of an Ed25519, P-256 or RSA key, or the 32 bytes of an Ed25519 key in URL-safe base64.
  ///
  /// - Parameter text: The text of the key.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for any other text.
  public init(publicKey text: String) throws(DatabaseError) {
    let text = text.trimmingPrefix { $0.isWhitespace }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.first?.hasPrefix("-----BEGIN ") == true else {
      let joined = text.filter { !$0.isWhitespace }
      guard let bytes = Base64.decode(joined, .urlSafe) ?? Base64.decode(joined), bytes.count == 32 else {
        throw Self.unreadable
      }
      self = .ed25519(publicKey: bytes)
      return
    }
    let pem = lines.joined(separator: "\n")
    let content = lines.dropFirst().prefix { !$0.hasPrefix("-----") }.joined()
    if let bytes = Base64.decode(content), bytes.starts(with: Self.ed25519Beginning), bytes.count == 44 {
      self = .ed25519(publicKey: Array(bytes.suffix(32)))
    } else if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
      self = .ecdsaP256(publicKey: Array(key.x963Representation))
    } else if let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) {
      self = .rsa(publicKey: Array(key.derRepresentation))
    } else {
      throw Self.unreadable
    }
  }

  private static var unreadable: DatabaseError {
    DatabaseError(
      .invalidConfiguration,
      """
      the text is no public key: give PEM of an Ed25519, P-256 or RSA key, or an Ed25519 key in URL-safe base64
      """)
  }

  /// The bytes before the 32 bytes of an Ed25519 public key in DER.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc8410>.
  private static let ed25519Beginning: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
}
#endif
