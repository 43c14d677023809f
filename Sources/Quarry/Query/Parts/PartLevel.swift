/// One level of a query with parts: its records, how they belong to those of the level above, and the levels below.
struct PartLevel: Sendable {
  /// How the rows of a level belong to those above.
  enum Relation: Sendable {
    /// The level at the top.
    case root
    /// The rows that refer to a row above: `by` refers to its column `to`.
    case children(to: SQLColumnDefinition, by: SQLColumnDefinition)
    /// How many rows refer to a row above.
    case count(to: SQLColumnDefinition, by: SQLColumnDefinition)
    /// The rows that a table of pairs connects with a row above.
    case connected(PartConnection)
    /// The row that a row above refers to: its column `from` refers to `key`.
    case referenced(from: SQLColumnDefinition, key: SQLColumnDefinition)

    /// The column of the level above whose values tell which rows belong together.
    var link: SQLColumnDefinition? {
      switch self {
      case .root: nil
      case .children(let column, _), .count(let column, _), .referenced(let column, _): column
      case .connected(let connection): connection.own
      }
    }
  }

  /// The query of the level's records: that of the root, or the refinement of a part.
  var select: SQLSyntax.Select
  /// What comes behind the columns of the root's records.
  var extra: [SQLSyntax.ResultColumn] = []
  /// How the level belongs to the one above.
  var relation: Result<Relation, DatabaseError> = .success(.root)
  /// Makes the store of the level's rows.
  let store: @Sendable () -> PartRows
  /// The levels below.
  let parts: [PartLevel]

  /// The table whose columns the records are read of.
  var table: SQLTable { select.sources.first?.table ?? SQLTable("", definitions: []) }

  /// Whether each record may be one of a limited number.
  var isLimited: Bool { (select.limit ?? -1) >= 0 || select.offset != nil }

  /// The same level as a part of another one.
  func related(_ relation: Result<Relation, DatabaseError>) -> PartLevel {
    var copy = self
    copy.relation = relation
    return copy
  }
}

/// A table of pairs between two others.
struct PartConnection: Sendable {
  /// The table of pairs.
  let table: SQLTable
  /// The column of the level above that `near` refers to.
  let own: SQLColumnDefinition
  /// The column of the pairs that refers to the level above.
  let near: SQLColumnDefinition
  /// The column of the pairs that refers to the part's records.
  let far: SQLColumnDefinition
  /// The column of the part's records that `far` refers to.
  let key: SQLColumnDefinition
}

extension SQLTable {
  /// The column that a column refers to by its foreign key.
  ///
  /// - Parameters:
  ///   - column: A column of this table.
  ///   - parent: The table that it has to refer to.
  /// - Returns: The column of this table, and the one of the parent.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if there is no such foreign key.
  func reference(
    of column: SQLColumnDefinition, to parent: SQLTable
  ) throws(DatabaseError) -> (column: SQLColumnDefinition, key: SQLColumnDefinition) {
    if let problem = problem ?? parent.problem { throw problem }
    guard let own = columns.first(where: { $0 === column }) else {
      throw DatabaseError(
        .invalidQuery,
        "the column \"\(column.name)\" doesn't belong to \"\(name)\"; name the column of \"\(name)\" that refers to "
          + "\"\(parent.name)\"")
    }
    let references = allForeignKeys.filter { $0.columns.count == 1 && SQLIdentifier.areEqual($0.columns[0], own.name) }
      .map(\.references)
    guard let reference = references.first(where: { SQLIdentifier.areEqual($0.table, parent.name) }) else {
      throw DatabaseError(
        .invalidQuery,
        "the column \"\(own.name)\" of \"\(name)\" has no foreign key to \"\(parent.name)\"; declare it with references, "
          + "or name another column")
    }
    let keys =
      reference.columns.isEmpty
      ? parent.primaryKeyColumns.map { Optional($0) } : reference.columns.map { parent.column(named: $0) }
    guard keys.count == 1, let key = keys[0] else {
      throw DatabaseError(
        .invalidQuery,
        "the foreign key of \"\(own.name)\" in \"\(name)\" doesn't refer to one column that \"\(parent.name)\" lists")
    }
    return (own, key)
  }
}
