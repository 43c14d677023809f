#if Server
/// The rights of a token's bearer.
public enum ServerRole: String, Sendable, Hashable {
  /// Reading only.
  case read
  /// Reading and writing.
  case write
}

/// A token that is compared directly.
public struct ServerToken: Sendable {
  /// The secret.
  let secret: String
  /// The namespace that the token opens. If `nil`, all namespaces.
  public var namespace: String?
  /// The rights of the bearer.
  public var role: ServerRole

  /// Creates a token.
  public init(_ secret: String, namespace: String? = nil, role: ServerRole = .write) {
    self.secret = secret
    self.namespace = namespace
    self.role = role
  }
}

/// A key that verifies signed tokens (JWT). The key determines the algorithm, never the token.
public enum ServerTokenKey: Sendable {
  /// HS256: a shared secret.
  case sharedSecret([UInt8])
  /// EdDSA: the 32 bytes of an Ed25519 public key.
  case ed25519(publicKey: [UInt8])
  /// ES256: the 65 bytes of a P-256 public key, as an uncompressed point.
  case ecdsaP256(publicKey: [UInt8])
  /// RS256: an RSA public key in DER.
  case rsa(publicKey: [UInt8])
}

/// The access rules of a server: the tokens that open it.
///
/// A signed token has the claims `a` (`"ro"` or `"rw"`), `id` (a namespace), `exp` and `nbf`, all of them optional.
public struct ServerAccess: Sendable {
  /// The tokens that are compared directly.
  public var tokens: [ServerToken]
  /// The keys of signed tokens.
  public var keys: [ServerTokenKey]
  /// The issuer of tokens at this server.
  var authorization: ServerAuthorization?

  /// Creates rules. Without tokens and keys, no token is required.
  public init(tokens: [ServerToken] = [], keys: [ServerTokenKey] = []) {
    self.tokens = tokens
    self.keys = keys
  }

  /// Whether no token is required.
  public var isOpen: Bool { tokens.isEmpty && keys.isEmpty && authorization == nil }
}

/// The rights of one request.
struct Permission: Sendable {
  var namespace: String?
  var role: ServerRole
  /// The identity of the token's bearer, or `nil` if no token is required.
  var bearer: String?
  /// Whether the token is still valid, if it can be revoked.
  var isGood: @Sendable () -> Bool = { true }

  /// The common scope of all tokens with the same rights.
  struct Scope: Sendable, Hashable {
    var namespace: String?
    var role: ServerRole
  }

  var scope: Scope { Scope(namespace: namespace, role: role) }

  func includes(_ wanted: String) -> Bool { namespace.map { $0 == wanted } ?? true }
}

/// The reason why a request is rejected. The texts are those of libSQL's and PerSQL's servers.
enum AccessRefusal: String, Error {
  case missing = "Expected authorization header but none given"
  case malformed = "Expected authorization header of the form Bearer TOKEN"
  case invalid = "The JWT is invalid"
  case expired = "The JWT has expired"
  case immature = "The JWT is not valid yet"
  case ended = "The token is not known, has expired or was revoked"
  case insufficient = "The token was not granted for a database"
}
#endif
