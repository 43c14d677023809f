extension SQLQuery {
  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side
  /// may be missing.
  ///
  /// The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it,
  /// in either direction. A key that is missing or ambiguous is an error when the query is rendered.
  ///
  /// Engines before SQLite 3.39 get an equal left join together with the rows that have no partner.
  ///
  /// - Parameters:
  ///   - other: the type of the other table.
  ///   - key: a column with a foreign key, or a foreign key, of either side.
  public func fullJoin<each Source: SQLSource, Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(repeat (each Source).Nullable, Other?)> where Row == (repeat each Source) {
    SQLQuery<(repeat (each Source).Nullable, Other?)>(
      select.joining(Other.source, .full, key), repeat (each Source).Nullable.self, Other?.self)
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides that meet a condition.
  public func fullJoin<each Source: SQLSource, Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on condition: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(repeat (each Source).Nullable, Other?)>
  where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    let joined = SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source, .full), repeat (each Source).self, Other.self)
    return SQLQuery<(repeat (each Source).Nullable, Other?)>(
      joined.conditioned(condition), repeat (each Source).Nullable.self, Other?.self)
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides, where the
  /// table is a query of its own or a common table expression; by foreign key.
  public func fullJoin<each Source: SQLSource, Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(repeat (each Source).Nullable, Other?)> where Row == (repeat each Source) {
    SQLQuery<(repeat (each Source).Nullable, Other?)>(
      select.joining(Other.source(query), .full, key), repeat (each Source).Nullable.self, Other?.self)
  }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides that meet a
  /// condition, where the table is a query of its own or a common table expression.
  public func fullJoin<each Source: SQLSource, Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on condition: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(repeat (each Source).Nullable, Other?)>
  where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    let joined = SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source(query), .full), repeat (each Source).self, Other.self)
    return SQLQuery<(repeat (each Source).Nullable, Other?)>(
      joined.conditioned(condition), repeat (each Source).Nullable.self, Other?.self)
  }
}

extension SQLDecodable {
  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side
  /// may be missing; by foreign key, in either direction.
  public static func fullJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(Self.Nullable, Other?)> { all.fullJoin(other, on: key) }

  /// Pairs every row with the rows of another table, and keeps rows without a partner on both sides: either side
  /// may be missing; by a condition.
  public static func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on condition: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(Self.Nullable, Other?)> where Condition.Value.Unwrapped == Bool { all.fullJoin(other, on: condition) }

  /// Joins a query of its own, or a common table expression: either side may be missing; by foreign key, in
  /// either direction.
  public static func fullJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(Self.Nullable, Other?)> { all.fullJoin(query, on: key) }

  /// Joins a query of its own, or a common table expression: either side may be missing; by a condition.
  public static func fullJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on condition: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(Self.Nullable, Other?)> where Condition.Value.Unwrapped == Bool { all.fullJoin(query, on: condition) }
}
