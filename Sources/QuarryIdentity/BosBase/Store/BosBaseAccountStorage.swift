#if Identity
internal import Quarry
internal import QuarryWire

/// A storage that keeps an account between runs of a program.
///
/// ``BosBaseTokenStorage`` makes one of any ``TokenStore``.
public protocol BosBaseAccountStorage: Sendable {
  /// Returns the stored account, or `nil` if there is none.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the account can't be read.
  func load() async throws(IdentityError) -> BosBaseAccount?
  /// Replaces the stored account. `nil` removes it.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the account can't be stored.
  func save(_ account: BosBaseAccount?) async throws(IdentityError)
}

/// Keeps an account in a token store: an encrypted file, a database, the keychain.
///
/// ```swift
/// let storage = BosBaseTokenStorage(try FileTokenStore(path: path, key: key))
/// let store = BosBaseAuthStore(storage: storage)
/// try await store.restore()
/// ```
public struct BosBaseTokenStorage: BosBaseAccountStorage {
  private let store: any TokenStore

  /// Creates a storage with a token store that nothing else uses.
  public init(_ store: any TokenStore) { self.store = store }

  /// Reads the account.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the account can't be read.
  public func load() async throws(IdentityError) -> BosBaseAccount? {
    guard let grant = try await store.load() else { return nil }
    // The record takes the place of the signed facts about the user, which other services send beside the token.
    guard let facts = grant.idToken, let json = try? JSONValue(untrusted: facts.bytes),
      let fields = BosBaseJSON(json).members
    else { throw IdentityError(.store, "The stored account can't be read. Sign in again") }
    return BosBaseAccount(token: grant.accessToken, record: BosBaseRecord(fields))
  }

  /// Stores or removes the account.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the account can't be stored.
  public func save(_ account: BosBaseAccount?) async throws(IdentityError) {
    guard let account else { return try await store.clear() }
    try await store.save(
      TokenGrant(
        accessToken: account.token, idToken: DriverSecret(bytes: BosBaseJSON.object(account.record.fields).bytes),
        expiry: account.expiry))
  }
}
#endif
