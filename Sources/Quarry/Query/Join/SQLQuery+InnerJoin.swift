extension SQLQuery {
  /// Pairs every row with the rows of another table: pairs that meet the condition.
  ///
  /// The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it,
  /// in either direction. A key that is missing or ambiguous is an error when the query is rendered.
  ///
  /// - Parameters:
  ///   - other: the type of the other table.
  ///   - key: a column with a foreign key, or a foreign key, of either side.
  public func join<each Source: SQLSource, Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(repeat each Source, Other)> where Row == (repeat each Source) {
    SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source, .inner, key), repeat (each Source).self, Other.self)
  }

  /// Pairs every row with the rows of another table that meet a condition.
  public func join<each Source: SQLSource, Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on condition: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(repeat each Source, Other)> where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    let joined = SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source, .inner), repeat (each Source).self, Other.self)
    return SQLQuery<(repeat each Source, Other)>(joined.conditioned(condition), repeat (each Source).self, Other.self)
  }

  /// Pairs every row with the rows of another table, where the table is a query of its own or a common table
  /// expression; by foreign key.
  public func join<each Source: SQLSource, Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(repeat each Source, Other)> where Row == (repeat each Source) {
    SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source(query), .inner, key), repeat (each Source).self, Other.self)
  }

  /// Pairs every row with the rows of another table that meet a condition, where the table is a query of its own
  /// or a common table expression.
  public func join<each Source: SQLSource, Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on condition: (repeat (each Source).SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(repeat each Source, Other)> where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    let joined = SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source(query), .inner), repeat (each Source).self, Other.self)
    return SQLQuery<(repeat each Source, Other)>(joined.conditioned(condition), repeat (each Source).self, Other.self)
  }
}

extension SQLDecodable {
  /// Pairs every row with the rows of another table: pairs that meet the condition; by foreign key, in either direction.
  public static func join<Other: SQLDecodable>(
    _ other: Other.Type, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(Self, Other)> { all.join(other, on: key) }

  /// Pairs every row with the rows of another table: pairs that meet the condition; by a condition.
  public static func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ other: Other.Type, on condition: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(Self, Other)> where Condition.Value.Unwrapped == Bool { all.join(other, on: condition) }

  /// Joins a query of its own, or a common table expression: pairs that meet the condition; by foreign key, in
  /// either direction.
  public static func join<Other: SQLDecodable>(
    _ query: SQLQuery<Other>, on key: (any SQLJoinKey)? = nil
  ) -> SQLQuery<(Self, Other)> { all.join(query, on: key) }

  /// Joins a query of its own, or a common table expression: pairs that meet the condition; by a condition.
  public static func join<Other: SQLDecodable, Condition: SQLExpressible>(
    _ query: SQLQuery<Other>, on condition: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> SQLQuery<(Self, Other)> where Condition.Value.Unwrapped == Bool { all.join(query, on: condition) }
}
