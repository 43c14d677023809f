// Written by Sources/Quarry/Query/Join/write-joins.py. Change that file, not this one.

/// A query over seven sources or more; each row is a tuple of one value per source. See ``SQLQuery``.
///
/// The compiler does not follow chains that append to a pack more than once: give each join behind the seventh source a
/// `let` of its own.
public struct SQLJoinMany<each Source: SQLSource>: SQLSourceQuery {
  /// One value per source.
  public typealias Row = (repeat each Source)

  /// The untyped select, without its result columns.
  public var select: SQLSyntax.Select

  /// Creates a query from an untyped select over as many sources.
  public init(_ select: SQLSyntax.Select) { self.select = select }

  /// For each source, whether a marker in front of its columns tells if it is present.
  public var markers: [Bool] {
    var markers: [Bool] = []
    for isNullable in repeat (each Source).isNullable { markers.append(isNullable) }
    return markers
  }

  /// Reads one row.
  @inlinable public func decode(_ row: inout SQLRowDecoder) throws -> Row { (repeat try (each Source).decode(&row)) }

  /// Makes another value of each row: `map(Summary.init)`.
  ///
  /// The closure gets whole records, so all their columns are fetched, also of a record that it ignores. To fetch
  /// less, choose values or one of the records with `select`: `select { album, _ in album }`.
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (repeat each Source) throws -> Output
  ) -> SQLMappedQuery<Self, Output> {
    SQLMappedQuery(base: self) { row in try transform(repeat each row) }
  }
}

extension SQLJoinMany {
  /// Keeps the rows that meet a condition, and those of earlier calls too.
  public func `where`<Condition: SQLExpressible>(
    _ make: (repeat (each Source).SourceColumns) -> Condition
  ) -> Self
  where Condition.Value.Unwrapped == Bool { filtered { make(repeat $0.next((each Source).self)) } }

  /// Orders the rows by one expression; terms of later calls decide among rows that are equal so far.
  public func order<Term: SQLOrderable>(
    _ make: (repeat (each Source).SourceColumns) -> Term
  ) -> Self { ordered { make(repeat $0.next((each Source).self)) } }

  /// Orders the rows by several expressions, as in `order { ($0.year.descending, $0.title) }`.
  public func order<each Term: SQLOrderable>(
    _ make: (repeat (each Source).SourceColumns) -> (repeat each Term)
  ) -> Self { orderedByAll { make(repeat $0.next((each Source).self)) } }

  /// Makes one row of all rows for which the expression has equal values.
  public func group<Term: SQLExpressible>(
    by make: (repeat (each Source).SourceColumns) -> Term
  ) -> Self { grouped { make(repeat $0.next((each Source).self)) } }

  /// Makes one row of all rows for which the expressions have equal values.
  public func group<each Term: SQLExpressible>(
    by make: (repeat (each Source).SourceColumns) -> (repeat each Term)
  ) -> Self { groupedByAll { make(repeat $0.next((each Source).self)) } }

  /// Keeps the groups that meet a condition, and those of earlier calls too.
  public func having<Condition: SQLExpressible>(
    _ make: (repeat (each Source).SourceColumns) -> Condition
  ) -> Self
  where Condition.Value.Unwrapped == Bool { havingMet { make(repeat $0.next((each Source).self)) } }

  /// Gives a window a name, for calls with `over(named:)`.
  public func window(
    _ name: String, _ make: (repeat (each Source).SourceColumns) -> SQLWindow
  ) -> Self { windowed(name) { make(repeat $0.next((each Source).self)) } }

  /// Chooses the one value that a row is made of. Comes last.
  public func select<Result: SQLSelectable>(
    _ make: (repeat (each Source).SourceColumns) -> Result
  ) -> SQLProjection<Result.Output> { selecting { make(repeat $0.next((each Source).self)) } }

  /// Chooses what a row is made of: columns, expressions, aggregates, whole records. Comes last.
  public func select<each Result: SQLSelectable>(
    _ make: (repeat (each Source).SourceColumns) -> (repeat each Result)
  ) -> SQLProjection<(repeat (each Result).Output)> { selectingAll { make(repeat $0.next((each Source).self)) } }
}

extension SQLJoinMany {
  /// Pairs every row with the rows of another table: pairs that fit; by foreign key.
  public func join<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat each Source, Other> {
    SQLJoinMany<repeat each Source, Other>(select.joining(Other.source, .inner, key))
  }

  /// Pairs every row with the rows of another table: pairs that fit; by a condition.
  public func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat each Source, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat each Source, Other>(
      select.joining(Other.source, .inner) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Joins a query of its own, or a common table expression: pairs that fit; by foreign key.
  public func join<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat each Source, Other> {
    SQLJoinMany<repeat each Source, Other>(select.joining(query.source, .inner, key))
  }

  /// Joins a query of its own, or a common table expression: pairs that fit; by a condition.
  public func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat each Source, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat each Source, Other>(
      select.joining(query.source, .inner) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner: the other may be missing; by
  /// foreign key.
  public func leftJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat each Source, Other?> {
    SQLJoinMany<repeat each Source, Other?>(select.joining(Other.source, .left, key))
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner: the other may be missing; by a
  /// condition.
  public func leftJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat each Source, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat each Source, Other?>(
      select.joining(Other.source, .left) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Joins a query of its own, or a common table expression: the other may be missing; by foreign key.
  public func leftJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat each Source, Other?> {
    SQLJoinMany<repeat each Source, Other?>(select.joining(query.source, .left, key))
  }

  /// Joins a query of its own, or a common table expression: the other may be missing; by a condition.
  public func leftJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat each Source, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat each Source, Other?>(
      select.joining(query.source, .left) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Pairs every row with the rows of another table, and keeps rows of the other table without a partner: everything
  /// before may be missing; by foreign key.
  public func rightJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other> {
    SQLJoinMany<repeat (each Source).Nullable, Other>(select.joining(Other.source, .right, key))
  }

  /// Pairs every row with the rows of another table, and keeps rows of the other table without a partner: everything
  /// before may be missing; by a condition.
  public func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat (each Source).Nullable, Other>(
      select.joining(Other.source, .right) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by foreign key.
  public func rightJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other> {
    SQLJoinMany<repeat (each Source).Nullable, Other>(select.joining(query.source, .right, key))
  }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by a condition.
  public func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat (each Source).Nullable, Other>(
      select.joining(query.source, .right) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side may be
  /// missing; by foreign key.
  public func fullJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other?> {
    SQLJoinMany<repeat (each Source).Nullable, Other?>(select.joining(Other.source, .full, key))
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side may be
  /// missing; by a condition.
  public func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat (each Source).Nullable, Other?>(
      select.joining(Other.source, .full) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Joins a query of its own, or a common table expression: either side may be missing; by foreign key.
  public func fullJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other?> {
    SQLJoinMany<repeat (each Source).Nullable, Other?>(select.joining(query.source, .full, key))
  }

  /// Joins a query of its own, or a common table expression: either side may be missing; by a condition.
  public func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoinMany<repeat (each Source).Nullable, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoinMany<repeat (each Source).Nullable, Other?>(
      select.joining(query.source, .full) { $0.call(make, repeat (each Source).self, Other.self) })
  }

  /// Pairs every row with every row of another table.
  public func crossJoin<Other: SQLDecodable>(_ other: Other.Type) -> SQLJoinMany<repeat each Source, Other> {
    SQLJoinMany<repeat each Source, Other>(select.joining(Other.source, .cross))
  }

  /// Pairs every row with every row of a query of its own, or a common table expression.
  public func crossJoin<Other: SQLDecodable>(_ query: SQLQuery<Other>) -> SQLJoinMany<repeat each Source, Other> {
    SQLJoinMany<repeat each Source, Other>(select.joining(query.source, .cross))
  }
}
