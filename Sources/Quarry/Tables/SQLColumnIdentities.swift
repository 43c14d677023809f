/// The memory of the identities of a table's columns, in order, and of an end that no column equals.
final class SQLColumnIdentities: Sendable {
  /// Sound, because it's written before anybody else sees it, and freed at the end.
  nonisolated(unsafe) let first: UnsafePointer<ObjectIdentifier>

  init(_ columns: [SQLColumnDefinition]) {
    let memory = UnsafeMutablePointer<ObjectIdentifier>.allocate(capacity: columns.count + 1)
    for (index, column) in columns.enumerated() { (memory + index).initialize(to: ObjectIdentifier(column)) }
    // Whoever compares the next column with it needn't ask whether there is one.
    (memory + columns.count).initialize(to: ObjectIdentifier(SQLColumnIdentities.self))
    first = UnsafePointer(memory)
  }

  deinit { first.deallocate() }
}
