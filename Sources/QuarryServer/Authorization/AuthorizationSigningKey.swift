#if Server
internal import Crypto
public import Quarry
internal import QuarryWire

/// The private key that signs ID tokens: ES256.
public struct AuthorizationSigningKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// Creates a random key. If clients cache public keys, use a stored key: see ``init(pem:)``.
  public init() { key = P256.Signing.PrivateKey() }

  /// Reads a key.
  ///
  /// - Parameter pem: A P-256 private key in PEM.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for any other text.
  public init(pem: String) throws(DatabaseError) {
    do {
      key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw DatabaseError(.invalidConfiguration, "the signing key is no P-256 private key in PEM")
    }
  }

  private var coordinates: (x: String, y: String) {
    let point = Array(key.publicKey.x963Representation)
    return (Base64.encodeForURL(Array(point[1..<33])), Base64.encodeForURL(Array(point[33..<65])))
  }

  /// The identifier of the key: the digest of its public half.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7638>.
  var identifier: String {
    let (x, y) = coordinates
    return Base64.encodeForURL(
      Array(AuthorizationSecret.digest(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#)))
  }

  /// The public half, as a set of keys.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7517>.
  var publicKeys: [UInt8] {
    let (x, y) = coordinates
    return JSONWriter.object { writer in
      writer.key("keys")
      writer.array { keys in
        keys.object {
          for (name, value) in [
            ("kty", "EC"), ("use", "sig"), ("alg", "ES256"), ("crv", "P-256"), ("kid", identifier), ("x", x), ("y", y),
          ] { $0.member(name, value) }
        }
      }
    }
  }

  /// A signed token.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7515>.
  func token(_ claims: [UInt8]) -> String? {
    let head = JSONWriter.object {
      $0.member("typ", "JWT")
      $0.member("alg", "ES256")
      $0.member("kid", identifier)
    }
    let text = Base64.encodeForURL(head) + "." + Base64.encodeForURL(claims)
    guard let signature = try? key.signature(for: Array(text.utf8)) else { return nil }
    return text + "." + Base64.encodeForURL(Array(signature.rawRepresentation))
  }
}

extension AuthorizationSigningKey: CustomStringConvertible, CustomReflectable {
  /// The identifier of the key.
  public var description: String { "AuthorizationSigningKey(\(identifier))" }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
