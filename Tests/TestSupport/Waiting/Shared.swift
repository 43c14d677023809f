internal import Quarry

/// A value that several tasks see.
package final class Shared<Value: Sendable>: Sendable {
  private let protected: Protected<Value>

  package init(_ value: Value) { protected = Protected(value) }

  package var value: Value { protected.withLock { $0 } }

  package func set(_ value: Value) { protected.withLock { $0 = value } }

  /// Changes the value while nobody else has it.
  @discardableResult
  package func update<R: Sendable>(_ body: (inout Value) throws -> R) rethrows -> R {
    try protected.withLock { try body(&$0) }
  }
}
