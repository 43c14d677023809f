extension SQLQuery {
  /// Pairs the rows of another table with every row, and keeps rows of the other table without a partner:
  /// everything before may be missing.
  ///
  /// The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it,
  /// in either direction. A key that is missing or ambiguous is an error when the query is rendered.
  ///
  /// Engines before SQLite 3.39 get the equal left join.
  ///
  /// - Parameters:
  ///   - other: the type of the other table.
  ///   - key: a column with a foreign key, or a foreign key, of either side.
  public func rightJoin<each Source: SQLSource, Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(repeat (each Source).Nullable, Other)> where Row == (repeat each Source) {
    SQLQuery<(repeat (each Source).Nullable, Other)>(
      select.joining(Other.source, .right, key), repeat (each Source).Nullable.self, Other.self)
  }

  /// Pairs the rows of another table with every row, and keeps rows of the other table without a partner that
  /// meet a condition.
  public func rightJoin<each Source: SQLSource, Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on condition: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(repeat (each Source).Nullable, Other)>
  where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    let joined = SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source, .right), repeat (each Source).self, Other.self)
    return SQLQuery<(repeat (each Source).Nullable, Other)>(
      joined.conditioned(condition), repeat (each Source).Nullable.self, Other.self)
  }

  /// Pairs the rows of another table with every row, and keeps rows of the other table without a partner, where
  /// the table is a query of its own or a common table expression; by foreign key.
  public func rightJoin<each Source: SQLSource, Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(repeat (each Source).Nullable, Other)> where Row == (repeat each Source) {
    SQLQuery<(repeat (each Source).Nullable, Other)>(
      select.joining(Other.source(query), .right, key), repeat (each Source).Nullable.self, Other.self)
  }

  /// Pairs the rows of another table with every row, and keeps rows of the other table without a partner that
  /// meet a condition, where the table is a query of its own or a common table expression.
  public func rightJoin<each Source: SQLSource, Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on condition: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(repeat (each Source).Nullable, Other)>
  where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    let joined = SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source(query), .right), repeat (each Source).self, Other.self)
    return SQLQuery<(repeat (each Source).Nullable, Other)>(
      joined.conditioned(condition), repeat (each Source).Nullable.self, Other.self)
  }
}

extension SQLDecodable {
  /// Pairs the rows of another table with every row, and keeps rows of the other table without a partner:
  /// everything before may be missing; by foreign key, in either direction.
  public static func rightJoin<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(Self.Nullable, Other)> { all.rightJoin(other, on: key) }

  /// Pairs the rows of another table with every row, and keeps rows of the other table without a partner:
  /// everything before may be missing; by a condition.
  public static func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on condition: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(Self.Nullable, Other)> where Condition.Value.Unwrapped == Bool { all.rightJoin(other, on: condition) }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by foreign key,
  /// in either direction.
  public static func rightJoin<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(Self.Nullable, Other)> { all.rightJoin(query, on: key) }

  /// Joins a query of its own, or a common table expression: everything before may be missing; by a condition.
  public static func rightJoin<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on condition: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(Self.Nullable, Other)> where Condition.Value.Unwrapped == Bool { all.rightJoin(query, on: condition) }
}
