package import Foundation

/// A value behind a lock.
///
/// Replaces `Synchronization.Mutex`, whose waiting path the thread sanitizer doesn't know: it reports every contended
/// use as a race.
package final class Protected<Value>: @unchecked Sendable {
  // Sound because `value` is only reached while `lock` is held, and what is let out of a body is Sendable or was given
  // to the caller alone. The lock can't be taken again inside of a body, which is all that the check of exclusive
  // accesses would find.
  @usableFromInline let lock = NSLock()
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// Protects a value.
  @inlinable package init(_ value: sending Value) { self.value = value }

  /// Calls a body with exclusive access to the value. The body must not wait for anything.
  @inlinable package func withLock<R, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Calls a body with exclusive access to the value if the lock is free. Otherwise returns `nil` and calls nothing.
  @inlinable package func withLockIfAvailable<R>(_ body: (inout sending Value) -> sending R) -> sending R? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return body(&value)
  }
}
