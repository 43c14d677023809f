/// A table or view: its name, its columns, its keys and its indexes.
///
/// ```swift
/// static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)
/// static let name = SQLColumn<String>("Name")
/// static let table = SQLTable("Artist", id, name)
/// ```
public final class SQLTable: Sendable {
  /// The name in the database.
  public let name: String
  /// The schema (`main`, `temp` or an attached database). If `nil`, the first schema that has the table.
  public let schema: String?
  /// The columns, in the order in which rows are read.
  public let columns: [SQLColumnDefinition]
  /// The columns of a compound primary key, by name. Empty if a single column is the key, or if there is no key.
  public let compoundPrimaryKey: [String]
  /// The foreign keys over several columns. Foreign keys of a single column belong to the column.
  public let foreignKeys: [SQLForeignKey]
  /// Sets of columns whose combination must be unique.
  public let uniqueKeys: [[String]]
  /// Conditions over the row, as SQL text.
  public let checks: [SQLFragment]
  /// The indexes that are created with the table.
  public let indexes: [SQLIndex]
  /// Whether this is a table or a view, and which kind of table.
  public let kind: Kind
  /// Whether the engine enforces the types of values (`STRICT`).
  public let isStrict: Bool

  /// The kinds of tables.
  public enum Kind: Sendable, Hashable {
    /// An ordinary table, whose rows have a rowid.
    case table
    /// A table without rowid.
    case withoutRowID
    /// A view, a common table expression or anything else without a rowid.
    case view
  }

  /// Creates a table from typed columns.
  // Without groups of columns, the compiler knows how each column's type conforms. It is looked up in the whole program
  // otherwise, at the first use of the table.
  public convenience init<each Value: SQLValueConvertible>(
    _ name: String, schema: String? = nil, _ columns: repeat SQLColumn<each Value>,
    primaryKey: [any SQLColumnName] = [],
    foreignKeys: [SQLForeignKey] = [], uniqueKeys: [[any SQLColumnName]] = [], checks: [SQLFragment] = [],
    indexes: [SQLIndex] = [], kind: Kind = .table, strict: Bool = false
  ) {
    var definitions: [SQLColumnDefinition] = []
    for column in repeat each columns { definitions.append(column.definition) }
    self.init(
      name, schema: schema, definitions: definitions, primaryKey: primaryKey, foreignKeys: foreignKeys,
      uniqueKeys: uniqueKeys, checks: checks, indexes: indexes, kind: kind, strict: strict)
  }

  /// Creates a table from typed columns and groups of columns.
  @_disfavoredOverload
  public convenience init<each Columns: SQLTableColumns>(
    _ name: String, schema: String? = nil, _ columns: repeat each Columns,
    primaryKey: [any SQLColumnName] = [],
    foreignKeys: [SQLForeignKey] = [], uniqueKeys: [[any SQLColumnName]] = [], checks: [SQLFragment] = [],
    indexes: [SQLIndex] = [], kind: Kind = .table, strict: Bool = false
  ) {
    var definitions: [SQLColumnDefinition] = []
    for column in repeat each columns { definitions += column.definitions }
    self.init(
      name, schema: schema, definitions: definitions, primaryKey: primaryKey, foreignKeys: foreignKeys,
      uniqueKeys: uniqueKeys, checks: checks, indexes: indexes, kind: kind, strict: strict)
  }

  /// Creates a table from column definitions, for tools that find them at run time.
  public convenience init(
    _ name: String, schema: String? = nil, definitions: [SQLColumnDefinition], primaryKey: [any SQLColumnName] = [],
    foreignKeys: [SQLForeignKey] = [], uniqueKeys: [[any SQLColumnName]] = [], checks: [SQLFragment] = [],
    indexes: [SQLIndex] = [], kind: Kind = .table, strict: Bool = false
  ) {
    self.init(
      name, schema: schema, definitions: definitions, primaryKey: primaryKey.names, foreignKeys: foreignKeys,
      uniqueKeys: uniqueKeys.map(\.names), checks: checks, indexes: indexes, kind: kind, strict: strict, problem: nil)
  }

  init(
    _ name: String, schema: String?, definitions: [SQLColumnDefinition], primaryKey: [String],
    foreignKeys: [SQLForeignKey], uniqueKeys: [[String]], checks: [SQLFragment], indexes: [SQLIndex], kind: Kind,
    strict: Bool, problem: DatabaseError?
  ) {
    self.name = name
    self.schema = schema
    self.columns = definitions
    self.compoundPrimaryKey = primaryKey
    self.foreignKeys = foreignKeys
    self.uniqueKeys = uniqueKeys
    self.checks = checks
    self.indexes = indexes
    self.kind = kind
    self.isStrict = strict
    self.problem = problem
    self.columnIdentities = ContiguousArray(definitions.map { ObjectIdentifier($0) })
    self.identityMemory = SQLColumnIdentities(definitions)
    self.readIdentities = identityMemory.first
    self.facts = SQLTableFacts(
      name: name, schema: schema, columns: definitions, compoundPrimaryKey: primaryKey, kind: kind)
    self.findByPlainKey = facts.hasPlainKey ? facts.findByKey : nil
  }

  /// The reason why the table can't be derived from a type. Every use of the table throws it.
  let problem: DatabaseError?
  /// The identities of the columns, in order, which the writer of a row compares.
  @usableFromInline let columnIdentities: ContiguousArray<ObjectIdentifier>
  /// The same for the reader of a row. References to an array would be counted for each row that is looked up.
  ///
  /// Sound, because they never change and live as long as the table.
  @usableFromInline nonisolated(unsafe) let readIdentities: UnsafeRawPointer
  /// Keeps that memory.
  private let identityMemory: SQLColumnIdentities
  /// The text that finds a row by its primary key, if that is one column that stores its Swift type without a coding.
  @usableFromInline let findByPlainKey: String?
  /// Facts that are derived from the other properties.
  let facts: SQLTableFacts
  /// The cached texts of changes, and the copies of the table for other schemas.
  let cache = SQLTableCache()
}

extension SQLTable {
  /// The columns of the primary key, in key order. Empty if the table has none.
  public var primaryKeyColumns: [SQLColumnDefinition] { facts.primaryKey }

  /// Returns the column with a name. As in SQLite, the case of ASCII letters doesn't matter.
  public func column(named name: String) -> SQLColumnDefinition? {
    SQLTableFacts.column(named: name, in: columns)
  }

  /// All foreign keys: those of single columns, then those of the table.
  public var allForeignKeys: [SQLForeignKey] {
    columns.compactMap { column in column.references.map { SQLForeignKey([column.name], references: $0) } }
      + foreignKeys
  }
}

/// An index of a table.
///
/// Source: <https://sqlite.org/lang_createindex.html>.
public struct SQLIndex: Sendable, Hashable {
  /// The name, unique in the schema.
  public var name: String
  /// The indexed columns and expressions, in order.
  public var terms: [Term]
  /// Whether the terms of two rows must differ.
  public var isUnique: Bool
  /// The condition of a partial index, as SQL text.
  public var condition: SQLFragment?

  /// Creates an index over columns.
  public init(
    _ name: String, on columns: any SQLColumnName..., unique: Bool = false, where condition: SQLFragment? = nil
  ) {
    self.init(name, terms: columns.names.map { Term.column($0) }, unique: unique, where: condition)
  }

  /// Creates an index over columns and expressions.
  public init(_ name: String, terms: [Term], unique: Bool = false, where condition: SQLFragment? = nil) {
    self.name = name
    self.terms = terms
    self.isUnique = unique
    self.condition = condition
  }

  /// One term of an index.
  public enum Term: Sendable, Hashable {
    /// A column, with its collation and direction.
    case column(String, collation: SQLCollation? = nil, descending: Bool = false)
    /// An expression, as SQL text.
    case expression(SQLFragment, collation: SQLCollation? = nil, descending: Bool = false)

    /// Returns a typed column, with its collation and direction.
    public static func column<Value>(
      _ column: SQLColumn<Value>, collation: SQLCollation? = nil, descending: Bool = false
    ) -> Term { .column(column.name, collation: collation, descending: descending) }
  }
}
