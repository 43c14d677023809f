/// The table, and the columns, that a foreign key refers to.
///
/// Source: <https://sqlite.org/foreignkeys.html>.
public struct SQLReference: Sendable, Hashable {
  /// The name of the parent table.
  public var table: String
  /// The parent's columns; empty for its primary key.
  public var columns: [String]
  /// What happens to the child when its parent is deleted; NO ACTION when `nil`.
  public var onDelete: Action?
  /// What happens to the child when its parent's key changes; NO ACTION when `nil`.
  public var onUpdate: Action?
  /// Whether the constraint is checked at the end of the transaction.
  public var isDeferred: Bool

  /// Creates a reference by names, which also works for a table that refers to itself.
  public init(
    table: String, columns: [any SQLColumnName] = [], onDelete: Action? = nil, onUpdate: Action? = nil,
    deferred: Bool = false
  ) {
    self.table = table
    self.columns = columns.names
    self.onDelete = onDelete
    self.onUpdate = onUpdate
    self.isDeferred = deferred
  }

  /// Returns a reference to the primary key, or to the given columns, of the table with a name.
  public static func table(
    _ name: String, _ columns: any SQLColumnName..., onDelete: Action? = nil, onUpdate: Action? = nil,
    deferred: Bool = false
  ) -> SQLReference {
    SQLReference(table: name, columns: columns, onDelete: onDelete, onUpdate: onUpdate, deferred: deferred)
  }

  /// Returns a reference to the primary key, or to the given columns, of another table.
  ///
  /// A table that refers to itself names itself: its constant does not exist yet while its columns are made.
  public static func table(
    _ table: SQLTable, _ columns: any SQLColumnName..., onDelete: Action? = nil, onUpdate: Action? = nil,
    deferred: Bool = false
  ) -> SQLReference {
    SQLReference(table: table.name, columns: columns, onDelete: onDelete, onUpdate: onUpdate, deferred: deferred)
  }

  /// What happens to a child row.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Nothing; the constraint stays.
    case noAction = "NO ACTION"
    /// The change is refused at once.
    case restrict = "RESTRICT"
    /// The child's columns become NULL.
    case setNull = "SET NULL"
    /// The child's columns get their defaults.
    case setDefault = "SET DEFAULT"
    /// The change is repeated on the child.
    case cascade = "CASCADE"
  }
}

/// A foreign key of a table, over one or several columns.
public struct SQLForeignKey: Sendable, Hashable {
  /// The child's columns.
  public var columns: [String]
  /// The parent.
  public var references: SQLReference

  /// Creates a foreign key.
  public init(_ columns: [any SQLColumnName], references: SQLReference) {
    self.columns = columns.names
    self.references = references
  }
}
