/// The memory of the identities of a table's columns, in order, and of an end that no column equals.
///
/// They are as far apart as the cells of a row, so that the identity and the cell of a column have one distance.
@usableFromInline final class SQLColumnIdentities: Sendable {
  /// The distance from one to the next, in bytes.
  @inlinable static var stride: Int { MemoryLayout<SQLCellStorage>.stride }

  /// Sound, because it's written before anybody else sees it, and freed at the end.
  nonisolated(unsafe) let first: UnsafeRawPointer

  init(_ columns: [SQLColumnDefinition]) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: (columns.count + 1) * Self.stride, alignment: MemoryLayout<SQLCellStorage>.alignment)
    for (index, column) in columns.enumerated() {
      memory.storeBytes(of: ObjectIdentifier(column), toByteOffset: index * Self.stride, as: ObjectIdentifier.self)
    }
    // Whoever compares the next column with it needn't ask whether there is one.
    memory.storeBytes(
      of: ObjectIdentifier(SQLColumnIdentities.self), toByteOffset: columns.count * Self.stride,
      as: ObjectIdentifier.self)
    first = UnsafeRawPointer(memory)
  }

  deinit { first.deallocate() }
}
