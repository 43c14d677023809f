#if Identity
internal import Crypto

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A token store in an encrypted file that only its owner can read.
///
/// ```swift
/// let store = try FileTokenStore(path: "\(folder)/tokens", key: key)
/// ```
///
/// The file is encrypted with AES-GCM and replaced atomically: after a crash it has the old tokens or the new ones.
///
/// > Important: Anyone with the key and the file has the tokens. Keep the key where the operating system protects it.
public struct FileTokenStore: TokenStore {
  private let file: PrivateFile
  private let key: SymmetricKey

  private static let header = Array("quarry tokens 1\n".utf8)

  /// Creates a store. Nothing is read or written before it's needed.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - key: At least 32 random bytes. Don't use a passphrase: derive a key from it first.
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration` if the key is shorter.
  public init(path: String, key: [UInt8]) throws(IdentityError) {
    guard key.count >= 32 else {
      throw IdentityError(.invalidConfiguration, "The key of a token file has \(key.count) bytes; it needs 32")
    }
    file = PrivateFile(path: path)
    self.key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: key), info: Self.header, outputByteCount: 32)
  }

  /// Reads and decrypts the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the file can't be read or decrypted.
  public func load() throws(IdentityError) -> TokenGrant? {
    guard let content = try file.read() else { return nil }
    do {
      guard content.starts(with: Self.header) else { throw CryptoKitError.authenticationFailure }
      let box = try AES.GCM.SealedBox(combined: content.dropFirst(Self.header.count))
      return try TokenGrant(stored: Array(try AES.GCM.open(box, using: key, authenticating: Self.header)))
    } catch let error as IdentityError {
      throw error
    } catch {
      throw IdentityError(
        .store, "The token file \(file.path) can't be decrypted: it has another key, or was changed. Sign in again",
        underlying: error)
    }
  }

  /// Encrypts and writes the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the file can't be written.
  public func save(_ grant: TokenGrant) throws(IdentityError) {
    let sealed: Data?
    do {
      sealed = try AES.GCM.seal(grant.stored, using: key, authenticating: Self.header).combined
    } catch {
      throw IdentityError(.store, "The tokens can't be encrypted", underlying: error)
    }
    guard let sealed else { throw IdentityError(.store, "The tokens can't be encrypted") }
    try file.write(Self.header + Array(sealed))
  }

  /// Overwrites and removes the file.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the file can't be removed.
  public func clear() throws(IdentityError) { try file.remove() }

  /// Waits for the file's lock: an empty file beside it, which isn't removed.
  ///
  /// If the lock file can't be created, such as in a read-only folder, other sessions aren't kept out.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if another session holds the lock too long.
  public func lock() async throws(IdentityError) -> TokenStoreLock {
    guard let lock = try await FileLock(path: file.path + ".lock").acquired() else { return TokenStoreLock {} }
    return lock
  }
}

extension FileTokenStore: CustomStringConvertible, CustomReflectable {
  /// The path.
  public var description: String { "FileTokenStore(\(file.path))" }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
