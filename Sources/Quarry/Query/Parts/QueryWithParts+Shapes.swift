extension QueryWithParts {
  /// Adds the records of another type that refer to each row; see ``SQLQuery/with(many:on:_:)``.
  ///
  /// - Parameters:
  ///   - child: The type of the records.
  ///   - column: Its column with a foreign key to the table of this query.
  ///   - refine: Filters and orders the records. A limit is one for each row, and needs window functions.
  public func with<each Column: Sendable, Child: SQLDecodable, Key: SQLValueConvertible>(
    many child: Child.Type, on column: SQLColumn<Key>,
    _ refine: (SQLQuery<Child>) -> SQLQuery<Child> = { $0 }
  ) -> QueryWithParts<Record, (repeat each Column, [Child])> where Row == (repeat each Column) {
    with(Record.many(child, on: column, refine))
  }

  /// Adds the rows of a query that refer to each row; see ``SQLQuery/with(many:on:)``.
  ///
  /// - Parameters:
  ///   - query: The query. A limit is one for each row, and needs window functions.
  ///   - column: The column of its table with a foreign key to the table of this query.
  public func with<each Column: Sendable, Query: RecordQuery, Key: SQLValueConvertible>(
    many query: Query, on column: SQLColumn<Key>
  ) -> QueryWithParts<Record, (repeat each Column, [Query.Row])> where Row == (repeat each Column) {
    with(Record.many(query, on: column))
  }

  /// Adds the record of another type that each row refers to.
  ///
  /// - Parameters:
  ///   - other: The type of the record.
  ///   - column: A column of this query's table, which is never NULL, with a foreign key to the other table. If the record
  ///     that it refers to is missing, fetching throws `.rowNotFound`.
  public func with<each Column: Sendable, Other: SQLDecodable, Key: SQLValueConvertible>(
    one other: Other.Type, on column: SQLColumn<Key>
  ) -> QueryWithParts<Record, (repeat each Column, Other)> where Row == (repeat each Column) {
    with(Record.one(other, on: column))
  }

  /// Adds the record of another type that each row may refer to.
  ///
  /// - Parameters:
  ///   - other: The type of the record.
  ///   - column: A column of this query's table, which can be NULL, with a foreign key to the other table.
  public func with<each Column: Sendable, Other: SQLDecodable, Key: SQLValueConvertible>(
    one other: Other.Type, on column: SQLColumn<Key?>
  ) -> QueryWithParts<Record, (repeat each Column, Other?)> where Row == (repeat each Column) {
    with(Record.one(other, on: column))
  }

  /// Adds the row of a query that each row refers to. That query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query, without a limit.
  ///   - column: A column of this query's table, which is never NULL, with a foreign key to the table of `query`. If `query`
  ///     doesn't return the row, fetching throws `.rowNotFound`.
  public func with<each Column: Sendable, Query: RecordQuery, Key: SQLValueConvertible>(
    one query: Query, on column: SQLColumn<Key>
  ) -> QueryWithParts<Record, (repeat each Column, Query.Row)> where Row == (repeat each Column) {
    with(Record.one(query, on: column))
  }

  /// Adds the row of a query that each row may refer to. That query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query, without a limit. A row that it doesn't return is `nil`.
  ///   - column: A column of this query's table, which can be NULL, with a foreign key to the table of `query`.
  public func with<each Column: Sendable, Query: RecordQuery, Key: SQLValueConvertible>(
    one query: Query, on column: SQLColumn<Key?>
  ) -> QueryWithParts<Record, (repeat each Column, Query.Row?)> where Row == (repeat each Column) {
    with(Record.one(query, on: column))
  }

  /// Adds the records of another type that a table of pairs connects with each row.
  ///
  /// - Parameters:
  ///   - other: The type of the records.
  ///   - pair: The type of the pairs. A record comes once for each pair.
  ///   - near: The column of the pairs with a foreign key to the table of this query.
  ///   - far: The column of the pairs with a foreign key to the other table.
  ///   - refine: Filters and orders the records. A limit is one for each row, and needs window functions.
  public func with<
    each Column: Sendable, Other: SQLDecodable, Pair: SQLMapped, Near: SQLValueConvertible, Far: SQLValueConvertible
  >(
    many other: Other.Type, through pair: Pair.Type, on near: SQLColumn<Near>, _ far: SQLColumn<Far>,
    _ refine: (SQLQuery<Other>) -> SQLQuery<Other> = { $0 }
  ) -> QueryWithParts<Record, (repeat each Column, [Other])> where Row == (repeat each Column) {
    with(Record.many(other, through: pair, on: near, far, refine))
  }

  /// Adds the rows of a query that a table of pairs connects with each row. That query can have parts, too.
  ///
  /// - Parameters:
  ///   - query: The query. A limit is one for each row, and needs window functions.
  ///   - pair: The type of the pairs. A row comes once for each pair.
  ///   - near: The column of the pairs with a foreign key to the table of this query.
  ///   - far: The column of the pairs with a foreign key to the table of `query`.
  public func with<
    each Column: Sendable, Query: RecordQuery, Pair: SQLMapped, Near: SQLValueConvertible, Far: SQLValueConvertible
  >(
    many query: Query, through pair: Pair.Type, on near: SQLColumn<Near>, _ far: SQLColumn<Far>
  ) -> QueryWithParts<Record, (repeat each Column, [Query.Row])> where Row == (repeat each Column) {
    with(Record.many(query, through: pair, on: near, far))
  }

  /// Adds the number of records of another type that refer to each row.
  ///
  /// - Parameters:
  ///   - child: The type of the records.
  ///   - column: Its column with a foreign key to the table of this query.
  ///   - refine: Filters the records.
  public func with<each Column: Sendable, Child: SQLDecodable, Key: SQLValueConvertible>(
    count child: Child.Type, on column: SQLColumn<Key>,
    _ refine: (SQLQuery<Child>) -> SQLQuery<Child> = { $0 }
  ) -> QueryWithParts<Record, (repeat each Column, Int)> where Row == (repeat each Column) {
    with(Record.count(child, on: column, refine))
  }
}
