/// Collects the values of one row from an `Encodable` type.
final class AutomaticRowEncoder: Encoder {
  let record: any Any.Type
  let table: SQLTable
  let naming: SQLColumnNaming
  /// One value for each column of the table, or `nil` for a column without a value.
  private(set) var values: [SQLValue?]
  /// The reason why the row can't be written, if the type's own code couldn't throw it.
  private(set) var error: DatabaseError?
  private var next = 0

  init(record: any Any.Type, table: SQLTable, naming: SQLColumnNaming) {
    self.record = record
    self.table = table
    self.naming = naming
    values = Array(repeating: nil, count: table.columns.count)
  }

  func begin() throws {
    if let problem = table.problem { throw problem }
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(AutomaticKeyedEncoding(row: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingEncoding(refusal: refuse("as a list")) }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RefusingEncoding(refusal: refuse("as a single value"))
  }

  /// Remembers why the row can't be written, since asking for a container can't throw.
  func refuse(_ how: String) -> DatabaseError {
    let refusal = DatabaseError(
      .invalidQuery,
      "\(record) encodes itself \(how), but a row of \"\(table.name)\" has named columns; encode it by keys, or write "
        + "the mapping by hand")
    if error == nil { error = refusal }
    return refusal
  }
}

// MARK: - Values

extension AutomaticRowEncoder {
  private func position(of key: some CodingKey) -> Int? {
    let name = key.stringValue
    let predicted = next
    if predicted < table.columns.count, naming.matches(name, column: table.columns[predicted].name) {
      next = predicted + 1
      return predicted
    }
    guard let found = table.position(of: name, naming: naming) else { return nil }
    next = found + 1
    return found
  }

  private func required(_ key: some CodingKey) throws -> Int {
    if let position = position(of: key) { return position }
    throw DatabaseError(
      .unknownColumn,
      "\(record) writes \"\(naming.columnName(for: key.stringValue))\", which its table \"\(table.name)\" doesn't list; "
        + "add it to the table's columns, or leave it out of the coding keys")
  }

  private func failure(_ error: any Error, _ position: Int, given: any Any.Type) -> DatabaseError {
    let why = (error as? SQLConversionError)?.description ?? "\(given) does not convert"
    return DatabaseError(
      .valueOutOfRange, "column \"\(table.name)\".\"\(table.columns[position].name)\": \(why)", underlying: error)
  }

  /// Writes NULL. A key without a column loses nothing.
  func setNull(_ key: some CodingKey) {
    guard let position = position(of: key), table.columns[position].generated == nil else { return }
    values[position] = .null
  }

  /// Writes a standard type: the fast path if the column has the same type and no coding.
  @inline(__always) func standard<Value: SQLValueConvertible & Encodable>(_ value: Value, _ key: some CodingKey) throws
  where Value.Unwrapped == Value {
    let position = try required(key)
    let column = table.columns[position]
    if column.plainType != ObjectIdentifier(Value.self) || column.generated != nil {
      return try any(value, at: position)
    }
    do {
      values[position] = try value.sqlValue()
    } catch {
      throw failure(error, position, given: Value.self)
    }
  }

  /// Writes any type: by the column's conversion if the types are the same, else by the type's own, else by its
  /// `Codable` coding.
  func any<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws {
    try any(value, at: try required(key))
  }

  private func any<Value: Encodable>(_ value: Value, at position: Int) throws {
    let column = table.columns[position]
    if column.generated != nil { return }
    do {
      if let conversion = column.conversion {
        if let stored = try conversion.encode(value) {
          values[position] = stored
          return
        }
        if conversion.storesJSON {
          values[position] = .text(try JSONText.string(value))
          return
        }
      }
      let stored = try CellEncoder.storedValue(of: value)
      // The property has another type than the column: what is written must be what the column can be read as.
      try column.conversion?.check(stored)
      values[position] = stored
    } catch {
      throw failure(error, position, given: Value.self)
    }
  }
}
