extension SQLDecodable {
  /// The records of another type that refer to each record of this one.
  ///
  /// ```swift
  /// extension Artist { static let albumsByYear = many(Album.self, on: Album.artistID) { $0.order { $0.year } } }
  /// ```
  ///
  /// - Parameters:
  ///   - child: The type of the records.
  ///   - column: Its column with a foreign key to this table.
  ///   - refine: Filters and orders the records. A limit is one for each parent, and needs window functions.
  public static func many<Child: SQLDecodable, Key: SQLValueConvertible>(
    _ child: Child.Type, on column: SQLColumn<Key>, _ refine: (SQLQuery<Child>) -> SQLQuery<Child> = { $0 }
  ) -> RecordAssociation<Self, [Child]> { many(refine(Child.all), on: column) }

  /// The rows of a query that refer to each record of this type. The query can have parts, too.
  ///
  /// ```swift
  /// extension Artist {
  ///   static let albumsWithTracks = many(Album.all.with(many: Track.self, on: Track.albumID), on: Album.artistID)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query. A limit is one for each parent, and needs window functions.
  ///   - column: The column of the query's table with a foreign key to this table.
  public static func many<Query: RecordQuery, Key: SQLValueConvertible>(
    _ query: Query, on column: SQLColumn<Key>
  ) -> RecordAssociation<Self, [Query.Row]> {
    .rows(query.rowPlan, children(Query.Record.self, by: column.definition))
  }

  /// The record of another type that each record of this one refers to.
  ///
  /// - Parameters:
  ///   - other: The type of the record.
  ///   - column: A column of this type, which is never NULL, with a foreign key to the other table. If the record that it
  ///     refers to is missing, fetching throws `.rowNotFound`.
  public static func one<Other: SQLDecodable, Key: SQLValueConvertible>(
    _ other: Other.Type, on column: SQLColumn<Key>
  ) -> RecordAssociation<Self, Other> { one(Other.all, on: column) }

  /// The record of another type that each record of this one may refer to.
  ///
  /// - Parameters:
  ///   - other: The type of the record.
  ///   - column: A column of this type, which can be NULL, with a foreign key to the other table.
  public static func one<Other: SQLDecodable, Key: SQLValueConvertible>(
    _ other: Other.Type, on column: SQLColumn<Key?>
  ) -> RecordAssociation<Self, Other?> { one(Other.all, on: column) }

  /// The row of a query that each record of this type refers to. The query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query, without a limit.
  ///   - column: A column of this type, which is never NULL, with a foreign key to the query's table. If the query doesn't
  ///     return the row, fetching throws `.rowNotFound`.
  public static func one<Query: RecordQuery, Key: SQLValueConvertible>(
    _ query: Query, on column: SQLColumn<Key>
  ) -> RecordAssociation<Self, Query.Row> {
    let definition = column.definition
    return .row(query.rowPlan, referenced(Query.Record.self, by: definition)) { row in
      guard let row else { throw DatabaseError.missingReference(table, definition, Query.Record.table) }
      return row
    }
  }

  /// The row of a query that each record of this type may refer to. The query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query, without a limit. A row that it doesn't return is `nil`.
  ///   - column: A column of this type, which can be NULL, with a foreign key to the query's table.
  public static func one<Query: RecordQuery, Key: SQLValueConvertible>(
    _ query: Query, on column: SQLColumn<Key?>
  ) -> RecordAssociation<Self, Query.Row?> {
    .row(query.rowPlan, referenced(Query.Record.self, by: column.definition)) { $0 }
  }

  /// The records of another type that a table of pairs connects with each record of this one.
  ///
  /// ```swift
  /// extension Album {
  ///   static let tags = many(Tag.self, through: AlbumTag.self, on: AlbumTag.albumID, AlbumTag.tagID)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The type of the records.
  ///   - pair: The type of the pairs. A record comes once for each pair.
  ///   - near: The column of the pairs with a foreign key to this table.
  ///   - far: The column of the pairs with a foreign key to the other table.
  ///   - refine: Filters and orders the records. A limit is one for each parent, and needs window functions.
  public static func many<Other: SQLDecodable, Pair: SQLMapped, Near: SQLValueConvertible, Far: SQLValueConvertible>(
    _ other: Other.Type, through pair: Pair.Type, on near: SQLColumn<Near>, _ far: SQLColumn<Far>,
    _ refine: (SQLQuery<Other>) -> SQLQuery<Other> = { $0 }
  ) -> RecordAssociation<Self, [Other]> { many(refine(Other.all), through: pair, on: near, far) }

  /// The rows of a query that a table of pairs connects with each record of this type. The query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query. A limit is one for each parent, and needs window functions.
  ///   - pair: The type of the pairs. A row comes once for each pair.
  ///   - near: The column of the pairs with a foreign key to this table.
  ///   - far: The column of the pairs with a foreign key to the query's table.
  public static func many<Query: RecordQuery, Pair: SQLMapped, Near: SQLValueConvertible, Far: SQLValueConvertible>(
    _ query: Query, through pair: Pair.Type, on near: SQLColumn<Near>, _ far: SQLColumn<Far>
  ) -> RecordAssociation<Self, [Query.Row]> {
    .rows(query.rowPlan, connected(Query.Record.self, through: pair, near.definition, far.definition))
  }

  /// The number of records of another type that refer to each record of this one.
  ///
  /// - Parameters:
  ///   - child: The type of the records.
  ///   - column: Its column with a foreign key to this table.
  ///   - refine: Filters the records.
  public static func count<Child: SQLDecodable, Key: SQLValueConvertible>(
    _ child: Child.Type, on column: SQLColumn<Key>, _ refine: (SQLQuery<Child>) -> SQLQuery<Child> = { $0 }
  ) -> RecordAssociation<Self, Int> {
    let children = children(child, by: column.definition).map { relation -> PartLevel.Relation in
      if case .children(let key, let column) = relation { .count(to: key, by: column) } else { relation }
    }
    let level = PartLevel(select: refine(Child.all).select, relation: children, store: { PartCounts() }, parts: [])
    return RecordAssociation(level: level) { keys, node in
      let counts = (node.rows as? PartCounts)?.counts ?? [:]
      return keys.map { counts[$0] ?? 0 }
    }
  }
}

extension DatabaseError {
  /// The error of a record that refers to one that is not there.
  fileprivate static func missingReference(
    _ table: SQLTable, _ column: SQLColumnDefinition, _ other: SQLTable
  ) -> DatabaseError {
    DatabaseError(
      .rowNotFound,
      "a row of \"\(table.name)\" refers by \"\(column.name)\" to a row of \"\(other.name)\" that the query doesn't find; "
        + "declare the column as one that can be NULL to get nil")
  }
}
