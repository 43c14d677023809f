#if Identity
internal import Quarry

/// A token store in memory. Its tokens are lost when it's deallocated.
public final class MemoryTokenStore: TokenStore {
  private let grant: Protected<TokenGrant?>

  /// Creates a store, with tokens or empty.
  public init(_ grant: TokenGrant? = nil) { self.grant = Protected(grant) }

  /// Returns the tokens.
  public func load() -> TokenGrant? { grant.withLock { $0 } }

  /// Stores tokens.
  public func save(_ grant: TokenGrant) { self.grant.withLock { $0 = grant } }

  /// Removes the tokens.
  public func clear() { grant.withLock { $0 = nil } }
}
#endif
