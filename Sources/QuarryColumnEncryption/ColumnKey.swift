#if ColumnEncryption
internal import Crypto
public import Quarry

/// A secret from which Quarry derives the keys of columns.
///
/// The secret never appears in a description or an error.
public struct ColumnKey: Sendable, Hashable {
  /// The name of the key, which is stored in plain text with each value.
  public let id: String
  let secret: [UInt8]

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - id: A name of 1 to 64 letters, digits, `-`, `_` and `.`. Never use a name for two keys.
  ///   - secret: At least 32 random bytes. Don't use a passphrase: derive a key from it first.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the name or the secret isn't valid.
  public init(id: String, secret: [UInt8]) throws(DatabaseError) {
    let isName = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isName, (1...64).contains(id.utf8.count) else {
      throw DatabaseError(
        .invalidConfiguration,
        "the name of a column key has 1 to 64 letters, digits, hyphens, underscores and full stops")
    }
    guard secret.count >= 32 else {
      throw DatabaseError(
        .invalidConfiguration, "the secret of the column key \(id) has \(secret.count) bytes; it needs 32 random ones")
    }
    (self.id, self.secret) = (id, secret)
  }

  /// The key for one purpose. It reveals neither the secret nor the key of another purpose.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc5869>.
  func derived(_ purpose: String, _ column: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: secret), salt: Array("quarry column encryption 1".utf8),
      info: Array("\(purpose)\0\(column)".utf8), outputByteCount: 32)
  }
}

extension ColumnKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name, never the secret.
  public var description: String { "ColumnKey(\(id), hidden)" }
  /// The name, never the secret.
  public var debugDescription: String { description }
  /// No children, so that `dump` and debuggers show no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
