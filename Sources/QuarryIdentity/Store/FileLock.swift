#if Identity
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Glibc
#endif

/// A lock that the programs of one user share: an empty file that one of them has locked.
///
/// The system releases it when its program ends, however it ends.
package struct FileLock: Sendable {
  private let path: String

  /// Creates a lock with a file, which is created when it's needed and isn't removed.
  package init(path: String) { self.path = path }

  /// Waits for the lock without blocking a thread.
  ///
  /// - Parameter limit: The longest time to wait.
  /// - Returns: The lock, or `nil` if there is none and the file can't be created.
  /// - Throws: ``IdentityError`` with code `.store` after that time, or `.cancelled`.
  package func acquired(within limit: Duration = .seconds(60)) async throws(IdentityError) -> TokenStoreLock? {
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)
    guard file >= 0 else { return nil }
    let lock = TokenStoreLock { close(file) }
    let end = ContinuousClock.now + limit
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard [EWOULDBLOCK, EINTR].contains(errno) else { return nil }
      guard ContinuousClock.now < end else {
        throw IdentityError(.store, "Another program keeps the lock \(path) for too long")
      }
      do { try await Task.sleep(for: .milliseconds(20)) } catch {
        throw IdentityError(.cancelled, "The wait for \(path) was cancelled", underlying: error)
      }
    }
    return lock
  }
}
#endif
