// Written by Sources/Quarry/Query/Join/write-joins.py. Change that file, not this one.

extension SQLDecodable {
  /// Pairs every row with the rows of another table: pairs that fit; by foreign key.
  ///
  /// The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it,
  /// in either direction. A key that is missing or ambiguous is an error when the query is rendered.
  ///
  /// - Parameters:
  ///   - other: the type of the other table.
  ///   - key: a column with a foreign key, or a foreign key, of either side.
  public static func join<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self, Other> { all.join(other, on: key) }

  /// Pairs every row with the rows of another table: pairs that fit; by a condition.
  public static func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self, Other>
  where Condition.Value.Unwrapped == Bool { all.join(other, on: make) }

  /// Joins a query of its own, or a common table expression: pairs that fit; by foreign key.
  public static func join<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self, Other> { all.join(query, on: key) }

  /// Joins a query of its own, or a common table expression: pairs that fit; by a condition.
  public static func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self, Other>
  where Condition.Value.Unwrapped == Bool { all.join(query, on: make) }

  /// Pairs every row with the rows of another table, and keeps rows without a partner: the other may be missing; by
  /// foreign key.
  ///
  /// The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it,
  /// in either direction. A key that is missing or ambiguous is an error when the query is rendered.
  ///
  /// - Parameters:
  ///   - other: the type of the other table.
  ///   - key: a column with a foreign key, or a foreign key, of either side.
  public static func leftJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self, Other?> { all.leftJoin(other, on: key) }

  /// Pairs every row with the rows of another table, and keeps rows without a partner: the other may be missing; by a
  /// condition.
  public static func leftJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self, Other?>
  where Condition.Value.Unwrapped == Bool { all.leftJoin(other, on: make) }

  /// Joins a query of its own, or a common table expression: the other may be missing; by foreign key.
  public static func leftJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self, Other?> { all.leftJoin(query, on: key) }

  /// Joins a query of its own, or a common table expression: the other may be missing; by a condition.
  public static func leftJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self, Other?>
  where Condition.Value.Unwrapped == Bool { all.leftJoin(query, on: make) }

  /// Pairs every row with the rows of another table, and keeps rows of the other table without a partner: everything
  /// before may be missing; by foreign key.
  ///
  /// The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it,
  /// in either direction. A key that is missing or ambiguous is an error when the query is rendered.
  ///
  /// Engines before SQLite 3.39 get the equal left join.
  ///
  /// - Parameters:
  ///   - other: the type of the other table.
  ///   - key: a column with a foreign key, or a foreign key, of either side.
  public static func rightJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self.Nullable, Other> { all.rightJoin(other, on: key) }

  /// Pairs every row with the rows of another table, and keeps rows of the other table without a partner: everything
  /// before may be missing; by a condition.
  public static func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self.Nullable, Other>
  where Condition.Value.Unwrapped == Bool { all.rightJoin(other, on: make) }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by foreign key.
  public static func rightJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self.Nullable, Other> { all.rightJoin(query, on: key) }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by a condition.
  public static func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self.Nullable, Other>
  where Condition.Value.Unwrapped == Bool { all.rightJoin(query, on: make) }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side may be
  /// missing; by foreign key.
  ///
  /// The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it,
  /// in either direction. A key that is missing or ambiguous is an error when the query is rendered.
  ///
  /// Engines before SQLite 3.39 get an equal left join together with the rows that have no partner.
  ///
  /// - Parameters:
  ///   - other: the type of the other table.
  ///   - key: a column with a foreign key, or a foreign key, of either side.
  public static func fullJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self.Nullable, Other?> { all.fullJoin(other, on: key) }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side may be
  /// missing; by a condition.
  public static func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self.Nullable, Other?>
  where Condition.Value.Unwrapped == Bool { all.fullJoin(other, on: make) }

  /// Joins a query of its own, or a common table expression: either side may be missing; by foreign key.
  public static func fullJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLJoin2<Self.Nullable, Other?> { all.fullJoin(query, on: key) }

  /// Joins a query of its own, or a common table expression: either side may be missing; by a condition.
  public static func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLJoin2<Self.Nullable, Other?>
  where Condition.Value.Unwrapped == Bool { all.fullJoin(query, on: make) }

  /// Pairs every row with every row of another table.
  public static func crossJoin<Other: SQLDecodable>(_ other: Other.Type) -> SQLJoin2<Self, Other> {
    all.crossJoin(other)
  }

  /// Pairs every row with every row of a query of its own, or a common table expression.
  public static func crossJoin<Other: SQLDecodable>(_ query: SQLQuery<Other>) -> SQLJoin2<Self, Other> {
    all.crossJoin(query)
  }
}
