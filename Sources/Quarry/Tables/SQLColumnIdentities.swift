/// The memory of the identities of a table's columns.
final class SQLColumnIdentities: Sendable {
  /// Sound, because it's written before anybody else sees it, and freed at the end.
  nonisolated(unsafe) let all: UnsafeBufferPointer<ObjectIdentifier>

  init(_ columns: [SQLColumnDefinition]) {
    let memory = UnsafeMutableBufferPointer<ObjectIdentifier>.allocate(capacity: columns.count)
    _ = memory.initialize(from: columns.lazy.map { ObjectIdentifier($0) })
    all = UnsafeBufferPointer(memory)
  }

  deinit { all.deallocate() }
}
