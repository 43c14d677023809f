/// A type whose values are rows of one table.
///
/// Conform to ``SQLCodable`` to read and write, or to ``SQLDecodable`` to read only.
public protocol SQLMapped: Sendable {
  /// The table and its columns.
  static var table: SQLTable { get }

  /// The name of the table. The default is the name of ``table``.
  ///
  /// Tables that refer to each other need names before either of them exists. Implement this as a computed property
  /// that returns a literal.
  static var tableName: String { get }

  /// Reads a value from a row.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding` or `.unexpectedNull` if a cell doesn't fit, and with
  ///   `.unknownColumn` if the row lacks a column.
  init(row: inout SQLRowReader<Self>) throws
}

extension SQLMapped {
  /// The name of the table.
  public static var tableName: String { table.name }
}

/// A type whose values are written as rows.
public protocol SQLEncodable: SQLMapped {
  /// Sets the value of each column. An insert leaves out a column without a value, which then gets its default.
  func encode(to row: inout SQLRowWriter<Self>)
}
