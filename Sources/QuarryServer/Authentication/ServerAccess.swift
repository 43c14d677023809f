#if Server
/// What the holder of a token may do.
public enum ServerRole: String, Sendable, Hashable {
  /// Only read.
  case read
  /// Read and write.
  case write
}

/// A token that is compared as it is.
public struct ServerToken: Sendable {
  /// The secret.
  let secret: String
  /// The namespace that it opens; `nil` for all.
  public var namespace: String?
  /// What it allows.
  public var role: ServerRole

  /// Creates a token.
  public init(_ secret: String, namespace: String? = nil, role: ServerRole = .write) {
    self.secret = secret
    self.namespace = namespace
    self.role = role
  }
}

/// A key that signed tokens (JWT) are verified with. The key decides on the algorithm, never the token.
public enum ServerTokenKey: Sendable {
  /// HS256: a shared secret.
  case sharedSecret([UInt8])
  /// EdDSA: the 32 bytes of an Ed25519 public key.
  case ed25519(publicKey: [UInt8])
  /// ES256: the 65 bytes of a P-256 public key, as a point that is not compressed.
  case ecdsaP256(publicKey: [UInt8])
  /// RS256: an RSA public key in DER.
  case rsa(publicKey: [UInt8])
}

/// Who may use a server: the bearers of these tokens.
///
/// A signed token says `a` (`"ro"` or `"rw"`), `id` (a namespace), `exp` and `nbf`, all of them optional.
public struct ServerAccess: Sendable {
  /// Tokens that are compared as they are.
  public var tokens: [ServerToken]
  /// Keys of signed tokens.
  public var keys: [ServerTokenKey]
  /// What gives out tokens at this server.
  var authorization: ServerAuthorization?

  /// Creates the rules; with neither tokens nor keys, no token is asked for.
  public init(tokens: [ServerToken] = [], keys: [ServerTokenKey] = []) {
    self.tokens = tokens
    self.keys = keys
  }

  /// Whether no token is asked for.
  public var isOpen: Bool { tokens.isEmpty && keys.isEmpty && authorization == nil }
}

/// What one request may do.
struct Permission: Sendable {
  var namespace: String?
  var role: ServerRole
  /// What tells the bearer of a token from others, or `nil` if no token is asked for.
  var bearer: String?
  /// Whether the token is still good, where it can be revoked.
  var isGood: @Sendable () -> Bool = { true }

  /// What is the same for all tokens that allow the same.
  struct Scope: Sendable, Hashable {
    var namespace: String?
    var role: ServerRole
  }

  var scope: Scope { Scope(namespace: namespace, role: role) }

  func includes(_ wanted: String) -> Bool { namespace.map { $0 == wanted } ?? true }
}

/// Why a request is not let in. The texts are those of the servers that this one stands for.
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
