extension SQLQuery {
  /// Reads all rows of a batch, which the reader of a single table need not find out about one by one.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Record]) throws {
    try batch.decodeRows(of: Record.self, into: &rows)
  }
}

extension SQLFindByKey {
  /// Reads the row of a batch.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Record]) throws {
    try batch.decodeRows(of: Record.self, into: &rows)
  }
}
