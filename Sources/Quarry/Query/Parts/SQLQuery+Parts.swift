extension SQLQuery {
  /// Adds an association: what belongs to each row comes with it.
  ///
  /// ```swift
  /// extension Artist { static let releases = many(Album.self, on: Album.artistID) }
  /// let rows = try await database.fetchAll(Artist.all.with(Artist.releases))     // [(Artist, [Album])]
  /// ```
  ///
  /// - Parameter association: The association.
  /// - Returns: A query whose rows are tuples. It comes last: filter, order and limit the query before.
  public func with<Value: Sendable>(
    _ association: RecordAssociation<Record, Value>
  ) -> QueryWithParts<Record, (Record, Value)> { QueryWithParts(self, association) }

  /// Adds the records of another type that refer to each row.
  ///
  /// ```swift
  /// let rows = try await database.fetchAll(
  ///   Artist.order { $0.name }.with(many: Album.self, on: Album.artistID) { $0.order { $0.year } })
  /// for (artist, albums) in rows { print(artist.name, albums.map(\.title)) }
  /// ```
  ///
  /// - Parameters:
  ///   - child: The type of the records.
  ///   - column: Its column with a foreign key to the table of this query.
  ///   - refine: Filters and orders the records. A limit is one for each row, and needs window functions.
  public func with<Child: SQLDecodable, Key: SQLValueConvertible>(
    many child: Child.Type, on column: SQLColumn<Key>,
    _ refine: (SQLQuery<Child>) -> SQLQuery<Child> = { $0 }
  ) -> QueryWithParts<Record, (Record, [Child])> {
    QueryWithParts(self, Record.many(child, on: column, refine))
  }

  /// Adds the rows of a query that refer to each row. That query can have parts, too.
  ///
  /// ```swift
  /// let rows = try await database.fetchAll(
  ///   Artist.all.with(many: Album.all.with(many: Track.self, on: Track.albumID), on: Album.artistID))
  /// for (artist, albums) in rows {
  ///   for (album, tracks) in albums { print(artist.name, album.title, tracks.count) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query. A limit is one for each row, and needs window functions.
  ///   - column: The column of its table with a foreign key to the table of this query.
  public func with<Query: RecordQuery, Key: SQLValueConvertible>(
    many query: Query, on column: SQLColumn<Key>
  ) -> QueryWithParts<Record, (Record, [Query.Row])> {
    QueryWithParts(self, Record.many(query, on: column))
  }

  /// Adds the record of another type that each row refers to.
  ///
  /// ```swift
  /// let rows = try await database.fetchAll(
  ///   Album.all.with(one: Artist.self, on: Album.artistID).with(many: Track.self, on: Track.albumID))
  /// for (album, artist, tracks) in rows { print(album.title, artist.name, tracks.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The type of the record.
  ///   - column: A column of this query's table, which is never NULL, with a foreign key to the other table. If the record
  ///     that it refers to is missing, fetching throws `.rowNotFound`.
  public func with<Other: SQLDecodable, Key: SQLValueConvertible>(
    one other: Other.Type, on column: SQLColumn<Key>
  ) -> QueryWithParts<Record, (Record, Other)> {
    QueryWithParts(self, Record.one(other, on: column))
  }

  /// Adds the record of another type that each row may refer to.
  ///
  /// - Parameters:
  ///   - other: The type of the record.
  ///   - column: A column of this query's table, which can be NULL, with a foreign key to the other table.
  public func with<Other: SQLDecodable, Key: SQLValueConvertible>(
    one other: Other.Type, on column: SQLColumn<Key?>
  ) -> QueryWithParts<Record, (Record, Other?)> {
    QueryWithParts(self, Record.one(other, on: column))
  }

  /// Adds the row of a query that each row refers to. That query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query, without a limit.
  ///   - column: A column of this query's table, which is never NULL, with a foreign key to the table of `query`. If `query`
  ///     doesn't return the row, fetching throws `.rowNotFound`.
  public func with<Query: RecordQuery, Key: SQLValueConvertible>(
    one query: Query, on column: SQLColumn<Key>
  ) -> QueryWithParts<Record, (Record, Query.Row)> {
    QueryWithParts(self, Record.one(query, on: column))
  }

  /// Adds the row of a query that each row may refer to. That query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query, without a limit. A row that it doesn't return is `nil`.
  ///   - column: A column of this query's table, which can be NULL, with a foreign key to the table of `query`.
  public func with<Query: RecordQuery, Key: SQLValueConvertible>(
    one query: Query, on column: SQLColumn<Key?>
  ) -> QueryWithParts<Record, (Record, Query.Row?)> {
    QueryWithParts(self, Record.one(query, on: column))
  }

  /// Adds the records of another type that a table of pairs connects with each row.
  ///
  /// ```swift
  /// let rows = try await database.fetchAll(
  ///   Album.all.with(many: Tag.self, through: AlbumTag.self, on: AlbumTag.albumID, AlbumTag.tagID))
  /// ```
  ///
  /// - Parameters:
  ///   - other: The type of the records.
  ///   - pair: The type of the pairs. A record comes once for each pair.
  ///   - near: The column of the pairs with a foreign key to the table of this query.
  ///   - far: The column of the pairs with a foreign key to the other table.
  ///   - refine: Filters and orders the records. A limit is one for each row, and needs window functions.
  public func with<Other: SQLDecodable, Pair: SQLMapped, Near: SQLValueConvertible, Far: SQLValueConvertible>(
    many other: Other.Type, through pair: Pair.Type, on near: SQLColumn<Near>, _ far: SQLColumn<Far>,
    _ refine: (SQLQuery<Other>) -> SQLQuery<Other> = { $0 }
  ) -> QueryWithParts<Record, (Record, [Other])> {
    QueryWithParts(self, Record.many(other, through: pair, on: near, far, refine))
  }

  /// Adds the rows of a query that a table of pairs connects with each row. That query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query. A limit is one for each row, and needs window functions.
  ///   - pair: The type of the pairs. A row comes once for each pair.
  ///   - near: The column of the pairs with a foreign key to the table of this query.
  ///   - far: The column of the pairs with a foreign key to the table of `query`.
  public func with<Query: RecordQuery, Pair: SQLMapped, Near: SQLValueConvertible, Far: SQLValueConvertible>(
    many query: Query, through pair: Pair.Type, on near: SQLColumn<Near>, _ far: SQLColumn<Far>
  ) -> QueryWithParts<Record, (Record, [Query.Row])> {
    QueryWithParts(self, Record.many(query, through: pair, on: near, far))
  }

  /// Adds the number of records of another type that refer to each row.
  ///
  /// ```swift
  /// let rows = try await database.fetchAll(Artist.all.with(count: Album.self, on: Album.artistID))   // [(Artist, Int)]
  /// ```
  ///
  /// - Parameters:
  ///   - child: The type of the records.
  ///   - column: Its column with a foreign key to the table of this query.
  ///   - refine: Filters the records.
  public func with<Child: SQLDecodable, Key: SQLValueConvertible>(
    count child: Child.Type, on column: SQLColumn<Key>,
    _ refine: (SQLQuery<Child>) -> SQLQuery<Child> = { $0 }
  ) -> QueryWithParts<Record, (Record, Int)> {
    QueryWithParts(self, Record.count(child, on: column, refine))
  }
}
