extension SQLDecodable {
  /// All rows of the table.
  @inlinable public static var all: SQLQuery<Self> { SQLQuery(SQLSyntax.Select(table)) }

  /// Returns the rows that meet a condition.
  @inlinable public static func `where`<Condition: SQLExpressible>(
    _ condition: (SourceColumns) -> Condition
  ) -> SQLQuery<Self> where Condition.Value.Unwrapped == Bool { all.where(condition) }

  /// Returns the rows that meet a condition over bare columns, as in `where(Album.year > 1990)`. `nil` keeps all
  /// rows.
  public static func `where`(_ condition: SQLPredicate?) -> SQLQuery<Self> { all.where(condition) }

  /// Returns the rows ordered by several terms.
  public static func order<each Term: SQLOrderable>(
    _ terms: (SourceColumns) -> (repeat each Term)
  ) -> SQLQuery<Self> { all.order(terms) }

  /// Returns the rows ordered by one expression.
  @inlinable public static func order<Term: SQLOrderable>(_ term: (SourceColumns) -> Term) -> SQLQuery<Self> {
    all.order(term)
  }

  /// Groups the rows by a value: rows with equal values make one row.
  @inlinable public static func group<Term: SQLExpressible>(by term: (SourceColumns) -> Term) -> SQLQuery<Self> {
    all.group(by: term)
  }

  /// Groups the rows by several values: rows with equal values make one row.
  public static func group<each Term: SQLExpressible>(
    by terms: (SourceColumns) -> (repeat each Term)
  ) -> SQLQuery<Self> { all.group(by: terms) }

  /// Selects one value of each row.
  public static func select<Result: SQLSelectable>(_ result: (SourceColumns) -> Result) -> SQLProjection<Result.Output>
  {
    all.select(result)
  }

  /// Selects values of each row.
  public static func select<each Result: SQLSelectable>(
    _ results: (SourceColumns) -> (repeat each Result)
  ) -> SQLProjection<(repeat (each Result).Output)> { all.select(results) }

  /// Returns the rows of another query as a source, so that you can filter what its limit left.
  ///
  /// ```swift
  /// Album.from(Album.order { $0.year.descending }.limit(10)).where { $0.title.startsWith("A") }
  /// ```
  public static func from(_ query: SQLQuery<Self>) -> SQLQuery<Self> {
    SQLQuery(SQLSyntax.Select(nesting: query.query, nil, as: Self.self))
  }
}
