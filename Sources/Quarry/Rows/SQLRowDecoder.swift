/// Reads one row of a result, part by part from left to right.
@frozen public struct SQLRowDecoder {
  @usableFromInline let cells: UnsafePointer<SQLCellStorage>
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let count: Int
  @usableFromInline var position = 0

  @inlinable init(cells: UnsafePointer<SQLCellStorage>, bytes: UnsafePointer<UInt8>, count: Int) {
    self.cells = cells
    self.bytes = bytes
    self.count = count
  }

  /// Whether every cell of the row was read.
  @inlinable var isAtEnd: Bool { position >= count }

  /// Reads a mapped value from the next cells, one for each column of its table.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn` if the row has too few cells, and with `.unexpectedNull` or
  ///   `.decoding` if a cell doesn't fit.
  @inlinable public mutating func decode<Record: SQLMapped>(_ type: Record.Type) throws -> Record {
    let table = Record.table
    let width = table.columnIdentities.count
    try require(width)
    let start = cells + position
    position &+= width
    return try withExtendedLifetime(table) {
      var reader = SQLRowReader<Record>(cells: start, bytes: bytes, identities: table.readIdentities, count: width)
      return try Record(row: &reader)
    }
  }

  /// Reads a presence marker and, if it is set, the mapped value after it. Otherwise skips that value's cells and
  /// returns `nil`.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn` if the row has too few cells, and with `.unexpectedNull` or
  ///   `.decoding` if a cell doesn't fit.
  @inlinable public mutating func decodeIfPresent<Record: SQLMapped>(_ type: Record.Type) throws -> Record? {
    try require(1)
    let marker = cells[position]
    position &+= 1
    if marker.type == 1 && marker.payload != 0 { return try decode(type) }
    position &+= Record.table.columnIdentities.count
    return nil
  }

  /// Reads one value from the next cell.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - coding: The coding of the column; `nil` for the default of the type.
  /// - Throws: ``DatabaseError`` with code `.unknownColumn` if the row has no cell left, and with `.unexpectedNull` or
  ///   `.decoding` if the cell doesn't fit.
  @inlinable public mutating func decode<Value: SQLValueConvertible>(
    _ type: Value.Type, coding: SQLValueCoding<Value.Unwrapped>?
  ) throws -> Value {
    try require(1)
    let index = position
    position &+= 1
    let cell = SQLCell(storage: cells[index], bytes: bytes)
    do {
      return try Value.read(cell, coding: coding)
    } catch {
      throw SQLRowDecoder.failure(error, index: index, cell: cell, wanted: type)
    }
  }

  @inlinable func require(_ width: Int) throws {
    if position &+ width > count { throw SQLRowDecoder.tooShort(count: count, needed: position + width) }
  }

  @usableFromInline static func tooShort(count: Int, needed: Int) -> DatabaseError {
    DatabaseError(
      .unknownColumn, "the result has \(count) columns where at least \(needed) are needed to read the row")
  }

  @usableFromInline static func failure(
    _ error: any Error, index: Int, cell: SQLCell, wanted: any Any.Type
  ) -> DatabaseError {
    DatabaseError.decoding(error, column: "#\(index + 1)", index: index, found: cell.storageClass, wanted: wanted)
  }
}

extension SQLRowBatch {
  /// Decodes every row of the batch and appends the results.
  ///
  /// - Throws: The error of `decode`. Rows decoded before it stay appended.
  @inlinable public func decodeRows<Row>(
    into rows: inout [Row], _ decode: (inout SQLRowDecoder) throws -> Row
  ) throws {
    let (cells, bytes, columnCount, count) = (cells, bytes, columnCount, rowCount)
    // Appending nothing would write the number of elements into the empty array that the whole process shares.
    guard count > 0 else { return }
    try rows.append(addingCapacity: count) { span in
      for index in 0..<count {
        var decoder = SQLRowDecoder(cells: cells + index &* columnCount, bytes: bytes, count: columnCount)
        span.append(try decode(&decoder))
      }
    }
  }

  /// Decodes the first row of the batch; returns `nil` if there is none.
  @inlinable func decodeFirstRow<Row>(_ decode: (inout SQLRowDecoder) throws -> Row) throws -> Row? {
    guard rowCount > 0 else { return nil }
    var decoder = SQLRowDecoder(cells: cells, bytes: bytes, count: columnCount)
    return try decode(&decoder)
  }

  /// Decodes every row of the batch as a mapped value and appends it, as ``SQLRowDecoder/decode(_:)`` does. Work that
  /// is the same for all rows is done once.
  @inlinable func decodeRows<Record: SQLMapped>(of type: Record.Type, into rows: inout [Record]) throws {
    let (cells, bytes, columnCount, count) = (cells, bytes, columnCount, rowCount)
    let table = Record.table
    let width = table.columnIdentities.count
    guard width <= columnCount else { throw SQLRowDecoder.tooShort(count: columnCount, needed: width) }
    guard count > 0 else { return }
    try withExtendedLifetime(table) {
      let base = table.readIdentities
      try rows.append(addingCapacity: count) { span in
        for index in 0..<count {
          var reader = SQLRowReader<Record>(
            cells: cells + index &* columnCount, bytes: bytes, identities: base, count: width)
          span.append(try Record(row: &reader))
        }
      }
    }
  }
}
