#if Identity
internal import Quarry

/// A token store that forgets the tokens when it's deallocated.
public final class MemoryTokenStore: TokenStore {
  private let grant: Protected<TokenGrant?>

  /// Creates a store, with tokens or empty.
  public init(_ grant: TokenGrant? = nil) { self.grant = Protected(grant) }

  /// Returns the tokens.
  public func load() -> TokenGrant? { grant.withLock { $0 } }

  /// Keeps tokens.
  public func save(_ grant: TokenGrant) { self.grant.withLock { $0 = grant } }

  /// Forgets the tokens.
  public func clear() { grant.withLock { $0 = nil } }
}
#endif
