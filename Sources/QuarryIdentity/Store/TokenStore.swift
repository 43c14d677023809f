#if Identity
internal import Quarry

/// A store that keeps the tokens of one sign-in between runs of a program.
///
/// Use ``FileTokenStore``, ``DatabaseTokenStore`` or, on Apple platforms, `KeychainTokenStore`. ``MemoryTokenStore``
/// loses them at the end. Several programs can share a file: one of their sessions refreshes the tokens, and the
/// others read them from the store.
public protocol TokenStore: Sendable {
  /// Returns the stored tokens, or `nil` if there are none.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if stored tokens can't be read.
  func load() async throws(IdentityError) -> TokenGrant?

  /// Replaces the stored tokens, as a whole or not at all.
  ///
  /// - Throws: ``IdentityError`` with code `.store`. The earlier tokens stay then.
  func save(_ grant: TokenGrant) async throws(IdentityError)

  /// Removes the stored tokens. It's no error if there are none.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the tokens can't be removed.
  func clear() async throws(IdentityError)

  /// Waits until no other session refreshes the tokens of this store, and keeps others out until the lock is
  /// released.
  ///
  /// A refresh token can be used only once: of two programs that use it, the second one would be signed out. The
  /// default implementation doesn't wait.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if another session holds the lock too long.
  func lock() async throws(IdentityError) -> TokenStoreLock
}

extension TokenStore {
  /// Returns a lock that keeps nobody out.
  ///
  /// - Throws: Never.
  public func lock() async throws(IdentityError) -> TokenStoreLock { TokenStoreLock {} }
}

/// Keeps other sessions from refreshing the tokens of a store, until it's released or deallocated.
public final class TokenStoreLock: Sendable {
  private let action: Protected<(@Sendable () -> Void)?>

  /// Creates a lock.
  ///
  /// - Parameter release: A closure that releases the lock. It's called once.
  public init(_ release: @escaping @Sendable () -> Void) { action = Protected(release) }

  deinit { release() }

  /// Releases the lock.
  public func release() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}
#endif
