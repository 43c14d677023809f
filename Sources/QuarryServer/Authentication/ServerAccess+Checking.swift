#if Server
internal import Crypto
internal import CryptoExtras
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ServerAccess {
  /// Returns the rights of the bearer of an authorization header.
  func permission(for header: String?, at now: Date = Date()) throws(AccessRefusal) -> Permission {
    guard !isOpen, let header else { return try permission(forToken: nil, at: now) }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .malformed }
    return try permission(forToken: String(parts[1]), at: now)
  }

  /// Returns the rights of the bearer of a token.
  func permission(forToken secret: String?, at now: Date = Date()) throws(AccessRefusal) -> Permission {
    guard !isOpen else { return Permission(role: .write) }
    guard let secret else { throw .missing }
    // Digests of equal length, so that the time of the comparison tells nothing about the secret.
    let digest = SHA256.hash(data: Array(secret.utf8))
    var found: Permission?
    for token in tokens where SHA256.hash(data: Array(token.secret.utf8)) == digest {
      found = Permission(
        namespace: token.namespace, role: token.role,
        bearer: "token \(Base64.encode(Array(digest.prefix(16)), pads: false))")
    }
    if let found { return found }
    if let authorization, ServerAuthorization.isAccessToken(secret) {
      return try Self.permission(forIssued: secret, authorization)
    }
    return try SignedToken(secret, keys: keys).permission(at: now)
  }
}

extension ServerAccess {
  /// Returns the rights of the bearer of a token that this server issued.
  private static func permission(
    forIssued token: String, _ authorization: ServerAuthorization
  ) throws(AccessRefusal) -> Permission {
    guard let bearer = authorization.bearer(of: token) else { throw .ended }
    guard bearer.scopes.contains("database") else { throw .insufficient }
    var permission = Permission(
      namespace: bearer.user.namespace, role: .write, bearer: "user \(bearer.user.subject)")
    permission.isGood = { authorization.isGood(bearer) }
    return permission
  }
}

/// A JSON Web Token whose signature was verified.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc7519>, <https://www.rfc-editor.org/rfc/rfc8037>.
struct SignedToken {
  private let claims: JSONValue

  /// Verifies a token.
  init(_ text: String, keys: [ServerTokenKey]) throws(AccessRefusal) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Self.document(parts[0]), let claims = Self.document(parts[1]),
      let signature = Base64.decode(String(parts[2]), .urlSafe), head["crit"] == nil
    else { throw .invalid }
    let signed = Array("\(parts[0]).\(parts[1])".utf8)
    guard keys.contains(where: { $0.verifies(signature, of: signed, algorithm: head["alg"]?.string) }) else {
      throw .invalid
    }
    self.claims = claims
  }

  private static func document(_ part: Substring) -> JSONValue? {
    guard let bytes = Base64.decode(String(part), .urlSafe), let value = try? JSONValue(untrusted: bytes),
      case .object = value
    else { return nil }
    return value
  }

  /// The current rights of the token.
  func permission(at now: Date) throws(AccessRefusal) -> Permission {
    let seconds = now.timeIntervalSince1970
    if let expiry = claims["exp"] {
      guard let time = expiry.double else { throw .invalid }
      guard seconds < time else { throw .expired }
    }
    if let start = claims["nbf"] {
      guard let time = start.double else { throw .invalid }
      guard seconds >= time else { throw .immature }
    }
    // Finer permissions are not known here; to ignore them would allow too much.
    guard claims["p"] == nil else { throw .invalid }
    let role: ServerRole
    switch claims["a"] {
    case nil: role = .write
    case .string("rw"): role = .write
    case .string("ro"): role = .read
    default: throw .invalid
    }
    let bearer = "subject \(claims["sub"]?.string ?? claims["id"]?.string ?? "")"
    guard let namespace = claims["id"] else { return Permission(role: role, bearer: bearer) }
    guard let name = namespace.string else { throw .invalid }
    return Permission(namespace: name, role: role, bearer: bearer)
  }
}

extension ServerTokenKey {
  /// Whether a signature was made with this key. The algorithm in the token never selects another one.
  fileprivate func verifies(_ signature: [UInt8], of bytes: [UInt8], algorithm: String?) -> Bool {
    switch self {
    case .sharedSecret(let secret):
      return algorithm == "HS256"
        && HMAC<SHA256>.isValidAuthenticationCode(
          signature, authenticating: bytes, using: SymmetricKey(data: secret))
    case .ed25519(let publicKey):
      return algorithm == "EdDSA"
        && (try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey))?
          .isValidSignature(signature, for: bytes) == true
    case .ecdsaP256(let publicKey):
      guard algorithm == "ES256", let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: bytes)
    case .rsa(let publicKey):
      guard algorithm == "RS256", let key = try? _RSA.Signing.PublicKey(derRepresentation: publicKey) else {
        return false
      }
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
        padding: .insecurePKCS1v1_5)
    }
  }
}
#endif
