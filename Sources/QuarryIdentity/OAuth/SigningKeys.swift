#if Identity
internal import Crypto
internal import CryptoExtras
internal import QuarryWire

/// The public keys with which a server signs its ID tokens: ES256, EdDSA and RS256.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc7517>, <https://www.rfc-editor.org/rfc/rfc8037>.
struct SigningKeys {
  private struct Key {
    var identifier: String?
    var kind: Kind
  }

  fileprivate enum Kind {
    case ecdsa(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rsa(_RSA.Signing.PublicKey)
  }

  private let keys: [Key]

  /// Reads a set of keys. Those of other kinds, and those that don't sign, are left out.
  init(_ document: JSONValue) {
    keys = (document["keys"]?.array ?? []).compactMap { json in
      guard (json["use"]?.string ?? "sig") == "sig", let kind = Self.kind(json),
        json["alg"].map({ $0.string == kind.algorithm }) ?? true
      else { return nil }
      return Key(identifier: json["kid"]?.string, kind: kind)
    }
  }

  private static func kind(_ json: JSONValue) -> Kind? {
    func bytes(_ name: String) -> [UInt8]? { json[name]?.string.flatMap { Base64.decode($0, .urlSafe) } }
    switch (json["kty"]?.string, json["crv"]?.string) {
    case ("EC", "P-256"):
      guard let x = bytes("x"), let y = bytes("y"), x.count == 32, y.count == 32 else { return nil }
      return (try? P256.Signing.PublicKey(x963Representation: [4] + x + y)).map { .ecdsa($0) }
    case ("OKP", "Ed25519"):
      return bytes("x").flatMap { try? Curve25519.Signing.PublicKey(rawRepresentation: $0) }.map { .ed25519($0) }
    case ("RSA", _):
      guard let n = bytes("n"), let e = bytes("e") else { return nil }
      // Shorter keys are refused by the library.
      return (try? _RSA.Signing.PublicKey(n: n, e: e)).map { .rsa($0) }
    default: return nil
    }
  }

  /// Verifies a signature. The key determines the algorithm, never the token.
  ///
  /// - Throws: ``IdentityError`` with code `.invalidIDToken`.
  func verify(_ token: IDToken) throws(IdentityError) {
    let algorithm = token.head["alg"]?.string
    let identifier = token.head["kid"]?.string
    let fitting = keys.filter { $0.kind.algorithm == algorithm && (identifier == nil || $0.identifier == identifier) }
    guard token.head["crit"] == nil, fitting.contains(where: { $0.kind.verifies(token.signature, of: token.signed) })
    else {
      throw IdentityError(
        .invalidIDToken,
        fitting.isEmpty
          ? "The ID token is signed with a key or in a way that the server doesn't publish"
          : "The signature of the ID token is wrong")
    }
  }
}

extension SigningKeys.Kind {
  fileprivate var algorithm: String {
    switch self {
    case .ecdsa: "ES256"
    case .ed25519: "EdDSA"
    case .rsa: "RS256"
    }
  }

  fileprivate func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    switch self {
    case .ecdsa(let key):
      (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
        key.isValidSignature($0, for: bytes)
      } ?? false
    case .ed25519(let key): key.isValidSignature(signature, for: bytes)
    case .rsa(let key):
      key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
        padding: .insecurePKCS1v1_5)
    }
  }
}
#endif
