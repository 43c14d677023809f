#if Identity
#if canImport(Security)
internal import Foundation
internal import Security

/// A token store in the keychain of Apple platforms.
///
/// The tokens stay on this device. They can be read after the device was unlocked once since it started.
public struct KeychainTokenStore: TokenStore {
  private let service: String
  private let account: String
  private let accessGroup: String?

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - service: A name for the app's tokens, such as its bundle identifier.
  ///   - account: The name of the sign-in, if an app stores several.
  ///   - accessGroup: The keychain group that several apps share. If `nil`, the app's default group.
  public init(service: String, account: String = "default", accessGroup: String? = nil) {
    self.service = service
    self.account = account
    self.accessGroup = accessGroup
  }

  /// Reads the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the keychain can't be read.
  public func load() throws(IdentityError) -> TokenGrant? {
    var query = item
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    var found: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? Data else { throw failure("read", status) }
    return try TokenGrant(stored: Array(data))
  }

  /// Stores the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the keychain can't be written.
  public func save(_ grant: TokenGrant) throws(IdentityError) {
    let attributes: [CFString: Any] = [
      kSecValueData: Data(grant.stored), kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
    var status = SecItemUpdate(item as CFDictionary, attributes as CFDictionary)
    if status == errSecItemNotFound {
      status = SecItemAdd(item.merging(attributes) { _, new in new } as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw failure("stored", status) }
  }

  /// Removes the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the keychain can't be written.
  public func clear() throws(IdentityError) {
    let status = SecItemDelete(item as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else { throw failure("removed", status) }
  }

  private var item: [CFString: Any] {
    var item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
      kSecUseDataProtectionKeychain: true,
    ]
    if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
    return item
  }

  private func failure(_ what: String, _ status: OSStatus) -> IdentityError {
    IdentityError(.store, "The keychain's tokens can't be \(what) (status \(status))")
  }
}
#endif
#endif
