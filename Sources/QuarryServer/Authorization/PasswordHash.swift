#if Server
internal import Crypto
internal import CryptoExtras

/// A salted scrypt hash of a password, which takes time and memory to try.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc7914>.
struct PasswordHash: Sendable {
  private let salt: [UInt8]
  private let hash: SymmetricKey

  /// Hashes a password with a fresh salt.
  ///
  /// - Throws: What the library throws if there isn't enough memory.
  init(_ password: String) throws {
    salt = AuthorizationSecret.random(16)
    hash = try Self.derive(password, salt)
  }

  /// Whether a password is the one that was hashed; takes equally long for any.
  func matches(_ password: String) -> Bool {
    guard let other = try? Self.derive(password, salt) else { return false }
    // Keys are compared in a time that doesn't depend on them.
    return other == hash
  }

  /// 16 MiB of memory, five times over.
  private static func derive(_ password: String, _ salt: [UInt8]) throws -> SymmetricKey {
    try KDF.Scrypt.deriveKey(
      from: Array(password.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 14, blockSize: 8, parallelism: 5)
  }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
  /// A placeholder.
  var description: String { "PasswordHash(hidden)" }
  /// Nothing.
  var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
