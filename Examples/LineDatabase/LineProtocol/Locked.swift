internal import Foundation

/// A value behind a lock. `Synchronization.Mutex` does the same; the thread sanitizer knows this one.
public final class Locked<Value>: @unchecked Sendable {
  // Sound because `value` is only reached while `lock` is held.
  private let lock = NSLock()
  private var value: Value

  public init(_ value: sending Value) { self.value = value }

  public func withLock<R>(_ body: (inout sending Value) -> sending R) -> sending R {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
