#if Identity
internal import Quarry

/// A place that keeps the tokens of one sign-in from one run of a program to the next.
///
/// Use ``FileTokenStore``, ``DatabaseTokenStore`` or, on Apple platforms, `KeychainTokenStore`; ``MemoryTokenStore``
/// forgets them at the end. Several programs can share a file: of their sessions, one refreshes the tokens and the others take
/// them from the store.
public protocol TokenStore: Sendable {
  /// Returns the stored tokens, or `nil` if there are none.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if there are some that can't be read.
  func load() async throws(IdentityError) -> TokenGrant?

  /// Stores tokens in place of those before, as a whole or not at all.
  ///
  /// - Throws: ``IdentityError`` with code `.store`; the tokens before stay then.
  func save(_ grant: TokenGrant) async throws(IdentityError)

  /// Removes the stored tokens. It's no error if there are none.
  ///
  /// - Throws: ``IdentityError`` with code `.store`.
  func clear() async throws(IdentityError)

  /// Waits until no other session refreshes the tokens of this store, and keeps others from it until the lock is
  /// released.
  ///
  /// A refresh token may be used once only: of two programs that use it, the second one would be signed out. The default
  /// implementation doesn't wait.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if another one doesn't come to an end.
  func lock() async throws(IdentityError) -> TokenStoreLock
}

extension TokenStore {
  /// Returns a lock that keeps nobody out.
  public func lock() async throws(IdentityError) -> TokenStoreLock { TokenStoreLock {} }
}

/// Keeps other sessions from refreshing the tokens of a store, until it's released or deallocated.
public final class TokenStoreLock: Sendable {
  private let action: Protected<(@Sendable () -> Void)?>

  /// Creates a lock.
  ///
  /// - Parameter release: Lets the others in. It's called once.
  public init(_ release: @escaping @Sendable () -> Void) { action = Protected(release) }

  deinit { release() }

  /// Lets the others in.
  public func release() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}
#endif
