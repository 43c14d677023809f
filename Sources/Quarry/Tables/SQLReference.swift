/// The table and the columns that a foreign key refers to.
///
/// Source: <https://sqlite.org/foreignkeys.html>.
public struct SQLReference: Sendable, Hashable {
  /// The name of the parent table.
  public var table: String
  /// The parent's columns. If empty, the parent's primary key.
  public var columns: [String]
  /// The action on the child when its parent is deleted. If `nil`, NO ACTION.
  public var onDelete: Action?
  /// The action on the child when its parent's key changes. If `nil`, NO ACTION.
  public var onUpdate: Action?
  /// Whether the constraint is checked at the end of the transaction.
  public var isDeferred: Bool

  /// Creates a reference by names. It also works for a table that refers to itself.
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

  /// Returns a reference to a table by its name: to its primary key, or to the given columns.
  public static func table(
    _ name: String, _ columns: any SQLColumnName..., onDelete: Action? = nil, onUpdate: Action? = nil,
    deferred: Bool = false
  ) -> SQLReference {
    SQLReference(table: name, columns: columns, onDelete: onDelete, onUpdate: onUpdate, deferred: deferred)
  }

  /// Returns a reference to another table: to its primary key, or to the given columns.
  ///
  /// For a table that refers to itself, use the form with a name. The table's constant doesn't exist yet while its
  /// columns are made.
  public static func table(
    _ table: SQLTable, _ columns: any SQLColumnName..., onDelete: Action? = nil, onUpdate: Action? = nil,
    deferred: Bool = false
  ) -> SQLReference {
    SQLReference(table: table.name, columns: columns, onDelete: onDelete, onUpdate: onUpdate, deferred: deferred)
  }

  /// The action on a child row.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Does nothing. A child that loses its parent violates the constraint.
    case noAction = "NO ACTION"
    /// Rejects the change immediately.
    case restrict = "RESTRICT"
    /// Sets the child's columns to NULL.
    case setNull = "SET NULL"
    /// Sets the child's columns to their defaults.
    case setDefault = "SET DEFAULT"
    /// Makes the same change to the child.
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
