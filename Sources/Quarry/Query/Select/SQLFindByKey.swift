/// Finds the record with a primary key.
///
/// ```swift
/// let artist = try context.fetchOne(Artist.find(7))
/// let seat = try context.fetchOne(Seat.find("hall", 12))
/// ```
///
/// A key with too few or too many values throws `.invalidQuery`. A key that contains NULL finds nothing.
public struct SQLFindByKey<Record: SQLDecodable>: SQLFetchable {
  /// The stored value of the only column, if it has no coding.
  @usableFromInline let plain: SQLValue?
  /// The values of any other key.
  @usableFromInline let listed: [any SQLValueConvertible]
  /// The type of the plain value.
  @usableFromInline let type: any SQLValueConvertible.Type
  /// The schema of the table. If `nil`, the one that the record's type names.
  @usableFromInline var schema: String?

  /// Creates the query from one value for each column of the primary key, in key order.
  ///
  /// - Parameter key: The values of the key.
  public init(_ key: [any SQLValueConvertible]) {
    plain = nil
    listed = key
    type = SQLValue.self
  }

  /// Creates the query from the value of the only column of the primary key.
  @inlinable init<Value: SQLValueConvertible>(one value: Value) {
    // A value that can't be stored is kept for the error.
    if Record.table.findByPlainKey != nil, let stored = try? value.sqlValue() {
      self.init(plain: stored, Value.self)
    } else {
      self.init([value])
    }
  }

  @inlinable init(plain value: SQLValue, _ type: any SQLValueConvertible.Type) {
    plain = value
    listed = []
    self.type = type
  }

  /// Renders the query.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the number of values isn't the number of the key's
  ///   columns, or `.valueOutOfRange` if a value can't be stored.
  @inlinable public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if let plain, schema == nil, let text = Record.table.findByPlainKey { return SQLFragment(raw: text, value: plain) }
    return try Record.table.findByKey(Record.self, plain.map { [$0] } ?? listed, inSchema: schema)
  }

  /// Reads the record.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  public func decode(_ row: inout SQLRowDecoder) throws -> Record { try row.decode(Record.self) }
}

extension SQLTable {
  /// Renders the query that finds a row by its primary key, after a look at the key.
  ///
  /// It has no generic parameter: the first use of a generic type makes the runtime look through all conformances of a
  /// program.
  ///
  /// - Parameters:
  ///   - record: The type of the row, for errors.
  ///   - key: One value for each column of the primary key, in key order.
  ///   - schema: The schema of the table; `nil` for its own.
  @usableFromInline func findByKey(
    _ record: Any.Type, _ key: [any SQLValueConvertible], inSchema schema: String?
  ) throws(DatabaseError) -> SQLFragment {
    let table = schema.map { inSchema($0) } ?? self
    let columns = table.primaryKeyColumns
    guard let text = table.facts.findByKey else {
      throw DatabaseError(
        .invalidQuery, "\(record) can't be found by key: the table \"\(table.name)\" declares no primary key")
    }
    guard columns.count == key.count else {
      throw DatabaseError(
        .invalidQuery,
        "\(record) is found by \(columns.count) key values (" + columns.map(\.name).joined(separator: ", ")
          + "), not by \(key.count)")
    }
    if columns.count == 1 { return SQLFragment(raw: text, value: try columns[0].stored(key[0])) }
    var values: [SQLValue] = []
    values.reserveCapacity(key.count)
    for (index, column) in columns.enumerated() { values.append(try column.stored(key[index])) }
    return SQLFragment(raw: text, values: values)
  }
}

extension SQLDecodable {
  /// Returns a query for the record with a primary key of one column.
  ///
  /// - Parameter key: The value of the column.
  @inlinable public static func find<Key: SQLValueConvertible>(_ key: Key) -> SQLFindByKey<Self> {
    SQLFindByKey(one: key)
  }

  /// Returns a query for the record with a primary key.
  ///
  /// - Parameter key: One value for each column of the primary key, in key order.
  @_disfavoredOverload
  public static func find(_ key: any SQLValueConvertible...) -> SQLFindByKey<Self> { SQLFindByKey(key) }
}

extension SQLFindByKey: CustomReflectable {
  /// The types of the key's values, never the values themselves.
  public var customMirror: Mirror {
    let types = plain == nil ? listed.map { "\(Swift.type(of: $0))" } : ["\(type)"]
    return Mirror(self, children: ["key": types])
  }
}
