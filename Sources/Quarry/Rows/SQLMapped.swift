/// A type whose values are rows of one table, read by hand-written or generated code.
///
/// Conform to ``SQLCodable`` to read and write, or to ``SQLDecodable`` to read only.
public protocol SQLMapped: Sendable {
  /// The table and its columns.
  static var table: SQLTable { get }

  /// The name of the table; by default that of ``table``.
  ///
  /// Two tables that refer to each other need names that are known before either of them exists: a computed property
  /// that returns a text.
  static var tableName: String { get }

  /// Reads a value from a row.
  ///
  /// - Throws: ``DatabaseError`` when a cell does not fit, or the row lacks a column.
  init(row: inout SQLRowReader<Self>) throws
}

extension SQLMapped {
  /// The name of the table.
  public static var tableName: String { table.name }
}

/// A type whose values are written as rows.
public protocol SQLEncodable: SQLMapped {
  /// Gives a value to each column. A column that gets none is left out of an insert and keeps its default.
  func encode(to row: inout SQLRowWriter<Self>)
}
