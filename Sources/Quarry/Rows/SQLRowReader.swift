/// Reads the columns of one mapped value.
///
/// Any order of reading works. Columns read in the order of the table cost one comparison each.
@frozen public struct SQLRowReader<Record: SQLMapped> {
  @usableFromInline let cells: UnsafePointer<SQLCellStorage>
  @usableFromInline let bytes: UnsafePointer<UInt8>
  /// See ``SQLColumnIdentities``.
  @usableFromInline let identities: UnsafeRawPointer
  @usableFromInline let count: Int
  /// How far the next column is from the first one, in bytes, among the cells and among the identities.
  @usableFromInline var next = 0

  @inlinable init(
    cells: UnsafePointer<SQLCellStorage>, bytes: UnsafePointer<UInt8>, identities: UnsafeRawPointer,
    count: Int
  ) {
    self.cells = cells
    self.bytes = bytes
    self.identities = identities
    self.count = count
  }

  /// The value of a column.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn` if the table doesn't list the column, `.unexpectedNull` for
  ///   NULL if the type isn't optional, or `.decoding` if the cell doesn't fit the type.
  @inlinable public subscript<Value>(column: SQLColumn<Value>) -> Value {
    // Inlined: for a number, saving registers for what happens on an error takes longer than reading it.
    @inline(__always) mutating get throws {
      var place = next
      // After the last column comes an identity that no column has.
      if unlikely(identity(at: place) != ObjectIdentifier(column.definition)) {
        place = try position(of: column.definition) &* SQLColumnIdentities.stride
      }
      next = place &+ SQLColumnIdentities.stride
      let cell = UnsafeRawPointer(cells).load(fromByteOffset: place, as: SQLCellStorage.self)
      do {
        return try Value.read(SQLCell(storage: cell, bytes: bytes), coding: column.coding)
      } catch {
        throw failure(error, of: column.definition, at: place / SQLColumnIdentities.stride, wanted: Value.self)
      }
    }
  }

  @inlinable @inline(__always) func identity(at place: Int) -> ObjectIdentifier {
    identities.load(fromByteOffset: place, as: ObjectIdentifier.self)
  }

  @inline(never) @usableFromInline func position(of column: SQLColumnDefinition) throws -> Int {
    let wanted = ObjectIdentifier(column)
    for index in 0..<count where identity(at: index * SQLColumnIdentities.stride) == wanted { return index }
    for (index, candidate) in Record.table.columns.enumerated()
    where index < count && SQLIdentifier.areEqual(candidate.name, column.name) {
      return index
    }
    throw DatabaseError(
      .unknownColumn,
      "\(Record.self) reads the column \"\(column.name)\", which its table \"\(Record.table.name)\" doesn't list; "
        + "add it to the table's columns")
  }

  @inline(never) @usableFromInline func failure(
    _ error: any Error, of column: SQLColumnDefinition, at index: Int, wanted: any Any.Type
  ) -> DatabaseError {
    DatabaseError.decoding(
      error, column: "\"\(Record.table.name)\".\"\(column.name)\"", index: index,
      found: SQLCell(storage: cells[index], bytes: bytes).storageClass, wanted: wanted)
  }
}

extension DatabaseError {
  /// Returns an error about one cell: its column, the requested type and what the cell holds, but never the content.
  static func decoding(
    _ error: any Error, column: String, index: Int, found: SQLStorageClass, wanted: any Any.Type
  ) -> DatabaseError {
    if let error = error as? DatabaseError { return error }
    if found == .null {
      return DatabaseError(
        .unexpectedNull, "column \(column) at index \(index) is NULL where \(wanted) is needed; read it as an optional")
    }
    let why = (error as? SQLConversionError)?.found ?? found.description
    return DatabaseError(
      .decoding, "column \(column) at index \(index): \(wanted) was requested, but the cell contains \(why)",
      underlying: error)
  }
}
