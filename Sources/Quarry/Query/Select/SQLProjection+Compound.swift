extension SQLProjection {
  /// The rows of either query, each once.
  public func union(_ other: Self) -> Self { combined(.union, with: other.query) }
  /// The rows of both queries, with repetitions.
  public func unionAll(_ other: Self) -> Self { combined(.unionAll, with: other.query) }
  /// The rows that both queries have, each once.
  public func intersect(_ other: Self) -> Self { combined(.intersect, with: other.query) }
  /// The rows of this query that the other lacks, each once.
  public func except(_ other: Self) -> Self { combined(.except, with: other.query) }

  func combined(_ combination: SQLSyntax.Combination, with other: SQLSyntax.Query) -> Self {
    var copy = self
    copy.query = .compound(SQLSyntax.Compound(combination, query, other))
    return copy
  }

  /// The query as a source: its columns are read, in order, as the columns of a mapped type.
  ///
  /// The result can be filtered, joined and ordered like a table.
  public func `as`<Record: SQLDecodable>(_ type: Record.Type) -> SQLQuery<Record> {
    SQLQuery<Record>(SQLSyntax.Select(nesting: query, as: Record.self))
  }
}

extension SQLSyntax.Select {
  /// A query as the only source of another, its columns read as those of a mapped type.
  init<Record: SQLMapped>(nesting query: SQLSyntax.Query, as type: Record.Type) {
    self.init(sources: [SQLSyntax.Source(Record.table, relation: .query(query))])
    let (width, wanted) = (query.width, Record.table.columns.count)
    if width != wanted {
      filters = [
        .failure(
          DatabaseError(
            .invalidQuery,
            "a query of \(width) columns cannot be read as \(Record.self), whose table lists \(wanted) columns"))
      ]
    }
  }
}
