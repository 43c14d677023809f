/// A row whose columns are known only at run time: values in order, with the column names of the statement.
public struct SQLRow: Sendable {
  let columns: Columns
  /// The values, in order.
  public let values: [SQLValue]

  /// The names of the columns, in order. Names can repeat.
  public var columnNames: [String] { columns.names }

  /// Creates a row.
  public init(columnNames: [String], values: [SQLValue]) {
    self.init(columns: Columns(columnNames), values: values)
  }

  init(columns: Columns, values: [SQLValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value at a position, or `nil` if there is none.
  public subscript(index: Int) -> SQLValue? {
    // Not a conditional expression: there, nil would be the value NULL.
    guard values.indices.contains(index) else { return .none }
    return values[index]
  }

  /// The value of the first column with a name, or `nil` if there is none. The case of ASCII letters is ignored.
  public subscript(name: String) -> SQLValue? { columns.index(of: name).flatMap { self[$0] } }

  /// Returns the value at a position, converted to a type.
  ///
  /// - Parameters:
  ///   - index: The position of the column, from 0.
  ///   - type: The type to convert to.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn` if there is no such column, `.unexpectedNull` for NULL if
  ///   the type isn't optional, or `.decoding` if the value doesn't fit the type.
  public func get<Value: SQLValueConvertible>(_ index: Int, as type: Value.Type = Value.self) throws -> Value {
    guard let value = self[index] else {
      throw DatabaseError(.unknownColumn, "the row has \(values.count) columns, none at index \(index)")
    }
    do {
      return try Value(sqlValue: value)
    } catch {
      let name = columns.names.indices.contains(index) ? "\"\(columns.names[index])\"" : "#\(index + 1)"
      throw DatabaseError.decoding(error, column: name, index: index, found: value.storageClass, wanted: type)
    }
  }

  /// Returns the value of the first column with a name, converted to a type.
  ///
  /// - Parameters:
  ///   - name: The name of the column. The case of ASCII letters is ignored.
  ///   - type: The type to convert to.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn` if there is no such column, `.unexpectedNull` for NULL if
  ///   the type isn't optional, or `.decoding` if the value doesn't fit the type.
  public func get<Value: SQLValueConvertible>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    guard let index = columns.index(of: name) else {
      throw DatabaseError(.unknownColumn, "the row has no column \"\(name)\"")
    }
    return try get(index, as: type)
  }

  /// The names, shared by all rows of a result.
  final class Columns: Sendable {
    let names: [String]
    init(_ names: [String]) { self.names = names }

    func index(of name: String) -> Int? {
      names.firstIndex(of: name) ?? names.firstIndex { SQLIdentifier.areEqual($0, name) }
    }
  }
}

extension SQLRow: Hashable {
  /// Whether the column names and the values of two rows are equal.
  public static func == (left: SQLRow, right: SQLRow) -> Bool {
    left.columnNames == right.columnNames && left.values == right.values
  }
  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension SQLRow: CustomStringConvertible {
  /// The column names with the storage classes of their values, without the values.
  public var description: String {
    "SQLRow(" + zip(columnNames, values).map { "\($0): \($1.storageClass)" }.joined(separator: ", ") + ")"
  }
}

extension SQLRowDecoder {
  /// Returns the values of all cells that weren't read yet.
  mutating func remainingValues() throws -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(count - position)
    while position < count { values.append(try decode(SQLValue.self, coding: nil)) }
    return values
  }
}

extension SQLRowBatch {
  /// Reads rows of plain values with the names of the batch's columns.
  func decodeDynamicRows(into rows: inout [SQLRow]) throws {
    let names = SQLRow.Columns(columns.map(\.name))
    try decodeRows(into: &rows) { row in SQLRow(columns: names, values: try row.remainingValues()) }
  }

  /// Reads records, and finds their columns by name.
  func decodeRecords<Record: SQLMapped>(_ type: Record.Type, into rows: inout [Record]) throws {
    let wanted = Record.table.columns.map(\.name)
    let found = SQLRow.Columns(columns.map(\.name))
    var order: [Int] = []
    for name in wanted {
      guard let index = found.index(of: name) else {
        throw DatabaseError(
          .unknownColumn,
          "\(Record.self) needs the column \"\(name)\", which the result doesn't have; it has "
            + found.names.map { "\"\($0)\"" }.joined(separator: ", "))
      }
      order.append(index)
    }
    if order == Array(wanted.indices) { return try decodeRows(into: &rows) { try $0.decode(Record.self) } }
    var sorted = Array(repeating: SQLCellStorage.null, count: order.count)
    for row in 0..<rowCount {
      for (place, index) in order.enumerated() { sorted[place] = cells[row * columnCount + index] }
      try sorted.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        var decoder = SQLRowDecoder(cells: start, bytes: bytes, count: buffer.count)
        rows.append(try decoder.decode(Record.self))
      }
    }
  }
}
