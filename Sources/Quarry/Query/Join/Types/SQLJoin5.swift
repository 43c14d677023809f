// Written by Sources/Quarry/Query/Join/write-joins.py. Change that file, not this one.

/// A query over five sources; each row is a tuple of one value per source. See ``SQLQuery``.
public struct SQLJoin5<A: SQLSource, B: SQLSource, C: SQLSource, D: SQLSource, E: SQLSource>: SQLSourceQuery {
  /// One value per source.
  public typealias Row = (A, B, C, D, E)

  /// The untyped select, without its result columns.
  public var select: SQLSyntax.Select

  /// Creates a query from an untyped select over as many sources.
  public init(_ select: SQLSyntax.Select) { self.select = select }

  /// For each source, whether a marker in front of its columns tells if it is present.
  public var markers: [Bool] {
    [A.isNullable, B.isNullable, C.isNullable, D.isNullable, E.isNullable]
  }

  /// Reads one row.
  @inlinable public func decode(_ row: inout SQLRowDecoder) throws -> Row {
    (try A.decode(&row), try B.decode(&row), try C.decode(&row), try D.decode(&row), try E.decode(&row))
  }

  /// Makes another value of each row: `map(Summary.init)`.
  ///
  /// The closure gets whole records, so all their columns are fetched, also of a record that it ignores. To fetch
  /// less, choose values or one of the records with `select`: `select { album, _ in album }`.
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (A, B, C, D, E) throws -> Output
  ) -> SQLMappedQuery<Self, Output> {
    SQLMappedQuery(base: self) { try transform($0.0, $0.1, $0.2, $0.3, $0.4) }
  }
}

extension SQLJoin5 {
  /// Keeps the rows that meet a condition, and those of earlier calls too.
  public func `where`<Condition: SQLExpressible>(
    _ make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> Condition
  ) -> Self
  where Condition.Value.Unwrapped == Bool {
    filtered { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) }
  }

  /// Orders the rows by one expression; terms of later calls decide among rows that are equal so far.
  public func order<Term: SQLOrderable>(
    _ make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> Term
  ) -> Self { ordered { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) } }

  /// Orders the rows by several expressions, as in `order { ($0.year.descending, $0.title) }`.
  public func order<each Term: SQLOrderable>(
    _ make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> (repeat each Term)
  ) -> Self {
    orderedByAll { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) }
  }

  /// Makes one row of all rows for which the expression has equal values.
  public func group<Term: SQLExpressible>(
    by make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> Term
  ) -> Self { grouped { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) } }

  /// Makes one row of all rows for which the expressions have equal values.
  public func group<each Term: SQLExpressible>(
    by make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> (repeat each Term)
  ) -> Self {
    groupedByAll { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) }
  }

  /// Keeps the groups that meet a condition, and those of earlier calls too.
  public func having<Condition: SQLExpressible>(
    _ make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> Condition
  ) -> Self
  where Condition.Value.Unwrapped == Bool {
    havingMet { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) }
  }

  /// Gives a window a name, for calls with `over(named:)`.
  public func window(
    _ name: String,
    _ make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> SQLWindow
  ) -> Self {
    windowed(name) { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) }
  }

  /// Chooses the one value that a row is made of. Comes last.
  public func select<Result: SQLSelectable>(
    _ make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> Result
  ) -> SQLProjection<Result.Output> {
    selecting { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) }
  }

  /// Chooses what a row is made of: columns, expressions, aggregates, whole records. Comes last.
  public func select<each Result: SQLSelectable>(
    _ make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns) -> (
      repeat each Result
    )
  ) -> SQLProjection<(repeat (each Result).Output)> {
    selectingAll { make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self)) }
  }
}

extension SQLJoin5 {
  /// Pairs every row with the rows of another table: pairs that fit; by foreign key.
  public func join<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A, B, C, D, E, Other> {
    SQLJoin6<A, B, C, D, E, Other>(select.joining(Other.source, .inner, key))
  }

  /// Pairs every row with the rows of another table: pairs that fit; by a condition.
  public func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A, B, C, D, E, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A, B, C, D, E, Other>(
      select.joining(Other.source, .inner) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Joins a query of its own, or a common table expression: pairs that fit; by foreign key.
  public func join<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A, B, C, D, E, Other> {
    SQLJoin6<A, B, C, D, E, Other>(select.joining(query.source, .inner, key))
  }

  /// Joins a query of its own, or a common table expression: pairs that fit; by a condition.
  public func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A, B, C, D, E, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A, B, C, D, E, Other>(
      select.joining(query.source, .inner) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner: the other may be missing; by
  /// foreign key.
  public func leftJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A, B, C, D, E, Other?> {
    SQLJoin6<A, B, C, D, E, Other?>(select.joining(Other.source, .left, key))
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner: the other may be missing; by a
  /// condition.
  public func leftJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A, B, C, D, E, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A, B, C, D, E, Other?>(
      select.joining(Other.source, .left) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Joins a query of its own, or a common table expression: the other may be missing; by foreign key.
  public func leftJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A, B, C, D, E, Other?> {
    SQLJoin6<A, B, C, D, E, Other?>(select.joining(query.source, .left, key))
  }

  /// Joins a query of its own, or a common table expression: the other may be missing; by a condition.
  public func leftJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A, B, C, D, E, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A, B, C, D, E, Other?>(
      select.joining(query.source, .left) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Pairs every row with the rows of another table, and keeps rows of the other table without a partner: everything
  /// before may be missing; by foreign key.
  public func rightJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other> {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other>(
      select.joining(Other.source, .right, key))
  }

  /// Pairs every row with the rows of another table, and keeps rows of the other table without a partner: everything
  /// before may be missing; by a condition.
  public func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other>(
      select.joining(Other.source, .right) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by foreign key.
  public func rightJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other> {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other>(
      select.joining(query.source, .right, key))
  }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by a condition.
  public func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other>(
      select.joining(query.source, .right) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side may be
  /// missing; by foreign key.
  public func fullJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?> {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?>(
      select.joining(Other.source, .full, key))
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side may be
  /// missing; by a condition.
  public func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?>(
      select.joining(Other.source, .full) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Joins a query of its own, or a common table expression: either side may be missing; by foreign key.
  public func fullJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?> {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?>(
      select.joining(query.source, .full, key))
  }

  /// Joins a query of its own, or a common table expression: either side may be missing; by a condition.
  public func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>,
    on make: (A.SourceColumns, B.SourceColumns, C.SourceColumns, D.SourceColumns, E.SourceColumns, Other.SourceColumns)
      -> Condition
  ) -> SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?>
  where Condition.Value.Unwrapped == Bool {
    SQLJoin6<A.Nullable, B.Nullable, C.Nullable, D.Nullable, E.Nullable, Other?>(
      select.joining(query.source, .full) {
        make($0.next(A.self), $0.next(B.self), $0.next(C.self), $0.next(D.self), $0.next(E.self), $0.next(Other.self))
      })
  }

  /// Pairs every row with every row of another table.
  public func crossJoin<Other: SQLDecodable>(_ other: Other.Type) -> SQLJoin6<A, B, C, D, E, Other> {
    SQLJoin6<A, B, C, D, E, Other>(select.joining(Other.source, .cross))
  }

  /// Pairs every row with every row of a query of its own, or a common table expression.
  public func crossJoin<Other: SQLDecodable>(_ query: SQLQuery<Other>) -> SQLJoin6<A, B, C, D, E, Other> {
    SQLJoin6<A, B, C, D, E, Other>(select.joining(query.source, .cross))
  }
}
