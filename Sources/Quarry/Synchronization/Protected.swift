package import Foundation

/// A value behind a lock.
///
/// Replaces `Synchronization.Mutex`, whose waiting path the thread sanitizer doesn't know: it reports every contended
/// use as a race.
package final class Protected<Value>: @unchecked Sendable {
  // Sound because `value` is only reached while the lock is held, and what is let out of a body is Sendable or was given
  // to the caller alone. The lock can't be taken again inside of a body, which is all that the check of exclusive
  // accesses would find.
  #if os(Windows)
  @usableFromInline let mutex = NSLock()
  #else
  // Not a lock of Foundation: that also allocates what waiting with a limit needs, and some of these values belong to a
  // single call.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  #endif
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// Protects a value.
  @inlinable package init(_ value: sending Value) {
    self.value = value
    #if !os(Windows)
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    #endif
  }

  deinit {
    #if !os(Windows)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    #endif
  }

  /// Calls a body with exclusive access to the value. The body must not wait for anything.
  @inlinable package func withLock<R, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    lock()
    defer { unlock() }
    return try body(&value)
  }

  /// Calls a body with exclusive access to the value if the lock is free. Otherwise returns `nil` and calls nothing.
  @inlinable package func withLockIfAvailable<R>(_ body: (inout sending Value) -> sending R) -> sending R? {
    guard lockIfAvailable() else { return nil }
    defer { unlock() }
    return body(&value)
  }

  #if os(Windows)
  @usableFromInline func lock() { mutex.lock() }
  @usableFromInline func lockIfAvailable() -> Bool { mutex.try() }
  @usableFromInline func unlock() { mutex.unlock() }
  #else
  @inlinable func lock() { pthread_mutex_lock(mutex) }
  @inlinable func lockIfAvailable() -> Bool { pthread_mutex_trylock(mutex) == 0 }
  @inlinable func unlock() { pthread_mutex_unlock(mutex) }
  #endif
}
