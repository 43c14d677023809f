import Foundation

/// A value behind a lock.
///
/// It stands in for `Synchronization.Mutex`, whose waiting path is not known to the thread sanitizer: every contended
/// use would be reported as a race.
package final class Protected<Value>: @unchecked Sendable {
  // Sound because `value` is only reached while `lock` is held, and what is let out of a body is Sendable or was given
  // to the caller alone.
  private let lock = NSLock()
  private var value: Value

  /// Protects a value.
  package init(_ value: sending Value) { self.value = value }

  /// Calls a body with the value while nobody else has it. The body must not wait for anything.
  package func withLock<R, E: Error>(_ body: (inout sending Value) throws(E) -> sending R) throws(E) -> sending R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// The same, unless somebody else has the value: then nothing is called, and the result is `nil`.
  package func withLockIfAvailable<R>(_ body: (inout sending Value) -> sending R) -> sending R? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return body(&value)
  }
}
