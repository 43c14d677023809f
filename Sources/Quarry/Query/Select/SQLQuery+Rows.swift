extension SQLQuery {
  /// Reads all rows of a batch, deciding once how a row of a single table is read.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row doesn't fit
  ///   the type.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Record]) throws {
    try batch.decodeRows(of: Record.self, into: &rows)
  }
}

extension SQLFindByKey {
  /// Reads all rows of a batch, deciding once how a row is read.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row doesn't fit
  ///   the type.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Record]) throws {
    try batch.decodeRows(of: Record.self, into: &rows)
  }
}
