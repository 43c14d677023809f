/// The memory of the identities of a table's columns, in order.
final class SQLColumnIdentities: Sendable {
  /// Sound, because it's written before anybody else sees it, and freed at the end.
  nonisolated(unsafe) let first: UnsafePointer<ObjectIdentifier>

  init(_ columns: [SQLColumnDefinition]) {
    let memory = UnsafeMutablePointer<ObjectIdentifier>.allocate(capacity: columns.count)
    for (index, column) in columns.enumerated() { (memory + index).initialize(to: ObjectIdentifier(column)) }
    first = UnsafePointer(memory)
  }

  deinit { first.deallocate() }
}
