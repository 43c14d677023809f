extension SQLDecodable {
  /// All rows of the table.
  public static var all: SQLQuery<Self> { SQLQuery(SQLSyntax.Select(sources: [SQLSyntax.Source(table)])) }

  /// Returns the rows that meet a condition.
  public static func `where`<Condition: SQLExpressible>(
    _ condition: (SourceColumns) -> Condition
  ) -> SQLQuery<Self> where Condition.Value.Unwrapped == Bool { all.where(condition) }

  /// Returns the rows that meet a condition over bare columns, as in `where(Album.year > 1990)`; `nil` keeps all.
  public static func `where`(_ condition: SQLPredicate?) -> SQLQuery<Self> { all.where(condition) }

  /// Returns the rows in an order.
  public static func order<each Term: SQLOrderable>(
    _ terms: (SourceColumns) -> (repeat each Term)
  ) -> SQLQuery<Self> { all.order(terms) }

  /// Returns the rows in the order of one expression.
  public static func order<Term: SQLOrderable>(_ term: (SourceColumns) -> Term) -> SQLQuery<Self> { all.order(term) }

  /// One row for all rows that have an equal value.
  public static func group<Term: SQLExpressible>(by term: (SourceColumns) -> Term) -> SQLQuery<Self> {
    all.group(by: term)
  }

  /// One row for all rows that have equal values.
  public static func group<each Term: SQLExpressible>(
    by terms: (SourceColumns) -> (repeat each Term)
  ) -> SQLQuery<Self> { all.group(by: terms) }

  /// One chosen value of all rows.
  public static func select<Result: SQLSelectable>(_ result: (SourceColumns) -> Result) -> SQLProjection<Result.Output>
  {
    all.select(result)
  }

  /// Chosen values of all rows.
  public static func select<each Result: SQLSelectable>(
    _ results: (SourceColumns) -> (repeat each Result)
  ) -> SQLProjection<(repeat (each Result).Output)> { all.select(results) }

  /// Returns the rows of another query as a source of their own, so that they can be filtered behind its limit.
  ///
  /// ```swift
  /// Album.from(Album.order { $0.year.descending }.limit(10)).where { $0.title.startsWith("A") }
  /// ```
  public static func from(_ query: SQLQuery<Self>) -> SQLQuery<Self> {
    SQLQuery(SQLSyntax.Select(nesting: query.query, nil, as: Self.self))
  }
}
