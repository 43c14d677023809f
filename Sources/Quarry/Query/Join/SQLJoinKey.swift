/// A key that a join can follow: a column with a foreign key, or a foreign key over several columns.
public protocol SQLJoinKey: Sendable {
  /// The key to look for among the tables of the query.
  var joinKey: SQLJoinKeySyntax { get }
}

/// A foreign key to look for among the tables of a query.
public enum SQLJoinKeySyntax: Sendable {
  /// The foreign key of a column.
  case column(SQLColumnDefinition)
  /// A foreign key of a table.
  case foreignKey(SQLForeignKey)
}

extension SQLColumn: SQLJoinKey {
  /// The column's foreign key.
  public var joinKey: SQLJoinKeySyntax { .column(definition) }
}

extension SQLForeignKey: SQLJoinKey {
  /// The foreign key itself.
  public var joinKey: SQLJoinKeySyntax { .foreignKey(self) }
}
