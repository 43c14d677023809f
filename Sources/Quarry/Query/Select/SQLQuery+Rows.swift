extension SQLQuery {
  /// Reads all rows of a batch, deciding once how a row of a single table is read.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row doesn't fit
  ///   the type.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Record]) throws {
    try batch.decodeRows(of: Record.self, into: &rows)
  }

  /// Reads the only row of a batch, without an array.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  @inlinable public func decodeOnlyRow(_ batch: SQLRowBatch) throws -> Record? {
    try batch.decodeFirstRow { try $0.decode(Record.self) }
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

  /// Reads the only row of a batch, without an array.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  @inlinable public func decodeOnlyRow(_ batch: SQLRowBatch) throws -> Record? {
    try batch.decodeFirstRow { try $0.decode(Record.self) }
  }
}
