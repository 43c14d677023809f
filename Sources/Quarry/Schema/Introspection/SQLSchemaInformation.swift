/// A table, view, index or trigger of a schema.
public struct SQLSchemaObject: Sendable, Hashable {
  /// The kind of an object: an open set.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The engine's name for the kind.
    public var rawValue: String
    /// Creates a kind from the engine's name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A table, virtual tables included.
    public static let table = Kind(rawValue: "table")
    /// A view.
    public static let view = Kind(rawValue: "view")
    /// An index.
    public static let index = Kind(rawValue: "index")
    /// A trigger.
    public static let trigger = Kind(rawValue: "trigger")
  }

  /// The kind of the object.
  public var kind: Kind
  /// Its name.
  public var name: String
  /// The table or view that it belongs to. For a table or view, its own name.
  public var table: String
  /// The text that created it, or `nil` for an index that a constraint created.
  public var sql: String?

  /// Whether the engine made the object for its own use.
  public var isInternal: Bool { name.lowercased().hasPrefix("sqlite_") }
}

/// A column as the engine reports it.
public struct SQLColumnInformation: Sendable, Hashable {
  /// The content of a column.
  public enum Content: Int64, Sendable, Hashable {
    /// A stored value.
    case stored = 0
    /// A hidden column of a virtual table.
    case hidden = 1
    /// An expression that is computed when the column is read.
    case generatedVirtual = 2
    /// An expression that was computed when the row was stored.
    case generatedStored = 3
  }

  /// The position in the table, from 0.
  public var position: Int
  /// The name.
  public var name: String
  /// The declared type, or an empty text if there is none.
  public var type: SQLColumnType
  /// Whether the column can hold NULL.
  public var isNullable: Bool
  /// The text of the default.
  public var defaultText: String?
  /// The position in the primary key, from 1, or 0 if the column is not in the key.
  public var primaryKeyPosition: Int
  /// The content of the column.
  public var content: Content
}

/// An index as the engine reports it.
public struct SQLIndexInformation: Sendable, Hashable {
  /// The origin of an index.
  public enum Origin: String, Sendable, Hashable {
    /// A CREATE INDEX.
    case statement = "c"
    /// A UNIQUE constraint.
    case uniqueConstraint = "u"
    /// A PRIMARY KEY.
    case primaryKey = "pk"
  }

  /// The name.
  public var name: String
  /// Whether the terms of two rows must differ.
  public var isUnique: Bool
  /// The origin of the index.
  public var origin: Origin
  /// Whether the index has a condition.
  public var isPartial: Bool
}

/// One term of an index as the engine reports it.
public struct SQLIndexTermInformation: Sendable, Hashable {
  /// The position in the index, from 0.
  public var position: Int
  /// The column, or `nil` for an expression and for the rowid.
  public var column: String?
  /// Whether large values come first.
  public var isDescending: Bool
  /// The collation.
  public var collation: SQLCollation
  /// Whether the term belongs to the index's definition. The engine adds others to find the row.
  public var isKey: Bool
}

/// One column of a foreign key as the engine reports it.
public struct SQLForeignKeyInformation: Sendable, Hashable {
  /// The number of the foreign key in the table.
  public var identifier: Int
  /// The position in that key, from 0.
  public var position: Int
  /// The parent table.
  public var parentTable: String
  /// The child's column.
  public var column: String
  /// The parent's column, or `nil` for the parent's primary key.
  public var parentColumn: String?
  /// The action when the parent's key changes.
  public var onUpdate: SQLReference.Action
  /// The action when the parent is deleted.
  public var onDelete: SQLReference.Action
}

/// A database of a connection: `main`, `temp` or an attached one.
public struct SQLSchemaName: Sendable, Hashable {
  /// The name that qualifies its tables.
  public var name: String
  /// The path of the file, or an empty text for a database in memory.
  public var file: String
}
