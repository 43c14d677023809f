/// Decodes a `Decodable` type from one row.
///
/// Properties that are decoded in the order of the columns cost one comparison of names each. Any order works.
final class AutomaticRowDecoder: Decoder {
  let record: any Any.Type
  let table: SQLTable
  let naming: SQLColumnNaming
  private let cells: UnsafePointer<SQLCellStorage>
  private let bytes: UnsafePointer<UInt8>
  /// The number of columns that may be read. Zero once the row is finished.
  private var count: Int
  private var next = 0
  private let place: Place
  /// Whether the column after the last one is tried first. `false` if two columns have the same name, since the first
  /// one counts.
  private let expectsNext: Bool

  /// The origin of the row.
  enum Place {
    /// A row of a table.
    case table
    /// A row of any result.
    case result
  }

  init(
    record: any Any.Type, table: SQLTable, naming: SQLColumnNaming, cells: UnsafePointer<SQLCellStorage>,
    bytes: UnsafePointer<UInt8>, count: Int, place: Place = .table, expectsNext: Bool = true
  ) {
    self.record = record
    self.table = table
    self.naming = naming
    self.cells = cells
    self.bytes = bytes
    self.count = min(count, table.columns.count)
    self.place = place
    self.expectsNext = expectsNext
  }

  func begin() throws {
    if let problem = table.problem { throw problem }
  }

  func end() { count = 0 }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(AutomaticKeyedDecoding(row: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal("as a list") }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard place == .result, count == 1 else { throw refusal("as a single value") }
    return CellDecoder(cell: cell(0))
  }

  func refusal(_ how: String) -> DatabaseError {
    if place == .result {
      return DatabaseError(
        .invalidQuery,
        "\(record) decodes itself \(how), but the result has \(table.columns.count) named columns; decode it by keys")
    }
    return DatabaseError(
      .invalidQuery,
      "\(record) decodes itself \(how), but a row of \"\(table.name)\" has named columns; decode it by keys, or write "
        + "the mapping by hand")
  }
}

// MARK: - Columns

extension AutomaticRowDecoder {
  /// The position of a key's column.
  func position(of key: some CodingKey) -> Int? {
    let name = key.stringValue
    let predicted = next
    if expectsNext, predicted < count, naming.matches(name, column: table.columns[predicted].name) {
      next = predicted + 1
      return predicted
    }
    guard let found = table.position(of: name, naming: naming), found < count else { return nil }
    next = found + 1
    return found
  }

  /// The position of a key's column. Throws if there is none.
  func required(_ key: some CodingKey) throws -> Int {
    if let position = position(of: key) { return position }
    let name = naming.columnName(for: key.stringValue)
    if place == .result, count > 0 {
      throw DatabaseError(
        .unknownColumn,
        "\(record) needs the column \"\(name)\", which the result doesn't have; it has "
          + table.columns.quotedNames)
    }
    throw DatabaseError(
      .unknownColumn,
      count == 0
        ? "\(record) reads \"\(key.stringValue)\" after its row is over; a decoder mustn't be kept"
        : "\(record) reads \"\(name)\", which its table \"\(table.name)\" doesn't "
          + "list; add it to the table's columns, or leave it out of the coding keys")
  }

  /// The position of a key's column if it exists and isn't NULL.
  func present(_ key: some CodingKey) -> Int? {
    guard let position = position(of: key), !cell(position).isNull else { return nil }
    return position
  }

  func cell(_ position: Int) -> SQLCell { SQLCell(storage: cells[position], bytes: bytes) }

  func failure(_ error: any Error, _ position: Int, wanted: any Any.Type) -> DatabaseError {
    let cell = cell(position)
    let known: any Error =
      switch error {
      case is SQLConversionError, is DatabaseError: error
      default: SQLConversionError(wanted: "\(wanted)", found: "\(cell.storageClass) that \(wanted) refuses")
      }
    return DatabaseError.decoding(
      known, column: "\"\(table.name)\".\"\(table.columns[position].name)\"", index: position,
      found: cell.storageClass, wanted: wanted)
  }
}

// MARK: - Values

extension AutomaticRowDecoder {
  /// Reads a standard type: the fast path if the column stores it in its default form.
  @inline(__always) func standard<Value: SQLValueConvertible & Decodable>(_ position: Int) throws -> Value
  where Value.Unwrapped == Value {
    let column = table.columns[position]
    if column.plainType == nil && column.conversion != nil { return try any(position) }
    do {
      return try Value.read(cell(position), coding: nil)
    } catch {
      throw failure(error, position, wanted: Value.self)
    }
  }

  /// Reads any type: by the column's coding if the types are the same, else by the type's own conversion, else by its
  /// `Codable` coding.
  func any<Value: Decodable>(_ position: Int) throws -> Value {
    let cell = cell(position)
    do {
      if let conversion = table.columns[position].conversion {
        if let value = try conversion.read(cell, as: Value.self) { return value }
        if conversion.storesJSON, cell.storageClass == .text {
          return try cell.withBytes { try JSONText.value(Value.self, from: $0) }
        }
      }
      return try CellDecoder(cell: cell).value()
    } catch {
      throw failure(error, position, wanted: Value.self)
    }
  }
}

extension SQLTable {
  /// The position of the column for a coding key: by the exact name, else ignoring the case of ASCII letters.
  func position(of key: String, naming: SQLColumnNaming) -> Int? {
    if let exact = columns.firstIndex(where: { naming.matches(key, column: $0.name) }) { return exact }
    let name = naming.columnName(for: key)
    return columns.firstIndex { SQLIdentifier.areEqual($0.name, name) }
  }
}
