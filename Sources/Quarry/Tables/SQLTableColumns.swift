/// A column of a table, or the columns of a group.
public protocol SQLTableColumns: Sendable {
  /// The columns, in the order in which rows are read.
  var definitions: [SQLColumnDefinition] { get }
}

extension SQLColumn: SQLTableColumns {
  /// The column itself.
  public var definitions: [SQLColumnDefinition] { [definition] }
}

/// The columns of a group of properties, as one table has them.
///
/// Each table, and each property of a table, has its own columns for a group. They differ in the prefix of their names.
///
/// ``SQLColumnGroup`` shows a group with its columns.
public protocol SQLGroupColumns: SQLTableColumns {
  /// The type whose properties the columns store.
  associatedtype Group: Sendable

  /// Creates the columns.
  ///
  /// - Parameter prefix: The text that the name of each column begins with.
  init(prefix: String)
}
