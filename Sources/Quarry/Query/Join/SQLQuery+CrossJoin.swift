extension SQLQuery {
  /// Pairs every row with every row of another table.
  public func crossJoin<each Source: SQLSource, Other: SQLDecodable>(
    _ other: Other.Type
  ) -> SQLQuery<(repeat each Source, Other)> where Row == (repeat each Source) {
    SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source, .cross), repeat (each Source).self, Other.self)
  }

  /// Pairs every row with every row of a query, or of a common table expression.
  public func crossJoin<each Source: SQLSource, Other: SQLDecodable>(
    _ query: SQLQuery<Other>
  ) -> SQLQuery<(repeat each Source, Other)> where Row == (repeat each Source) {
    SQLQuery<(repeat each Source, Other)>(
      select.joining(Other.source(query), .cross), repeat (each Source).self, Other.self)
  }
}

extension SQLDecodable {
  /// Pairs every row with every row of another table.
  public static func crossJoin<Other: SQLDecodable>(_ other: Other.Type) -> SQLQuery<(Self, Other)> {
    all.crossJoin(other)
  }
}
