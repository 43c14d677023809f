#if Identity
/// An account at an OAuth2 provider that is linked to an account of the server.
public struct BosBaseExternalAccount: Sendable, Hashable, Identifiable, Decodable {
  /// The ID of the link.
  public var id: String
  /// The ID of the account's collection.
  public var collectionID: String
  /// The ID of the account.
  public var recordID: String
  /// The provider's name.
  public var provider: String
  /// The ID of the account at the provider.
  public var providerID: String

  private enum CodingKeys: String, CodingKey {
    case id, provider
    case collectionID = "collectionRef"
    case recordID = "recordRef"
    case providerID = "providerId"
  }
}

extension BosBaseCollection {
  /// Returns the accounts at providers that are linked to an account.
  ///
  /// Only the account itself and superusers can see them.
  ///
  /// - Parameter id: The ID of the account.
  /// - Throws: ``BosBaseError``, such as `.signInRequired` or `.unreachable`.
  public func externalAccounts(of id: String) async throws(BosBaseError) -> [BosBaseExternalAccount] {
    try await links.fullList(BosBaseExternalAccount.self, filter: "recordRef = \(id)")
  }

  /// Removes the link to an account at a provider.
  ///
  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - id: The ID of the account.
  /// - Throws: ``BosBaseError`` with code `.notFound` if there is no such link.
  public func unlinkExternalAccount(_ provider: String, of id: String) async throws(BosBaseError) {
    let link = try await links.first(
      BosBaseExternalAccount.self, filter: "recordRef = \(id) && provider = \(provider)")
    try await links.delete(link.id)
  }

  private var links: BosBaseCollection { client.collection("_externalAuths") }
}
#endif
