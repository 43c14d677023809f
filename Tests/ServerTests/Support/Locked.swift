import Quarry

/// A value behind a lock.
final class Locked<Value: Sendable>: Sendable {
  private let value: Protected<Value>

  init(_ value: Value) { self.value = Protected(value) }

  var current: Value { value.withLock { $0 } }

  @discardableResult
  func change<R: Sendable>(_ body: (inout Value) throws -> R) rethrows -> R { try value.withLock { try body(&$0) } }
}
