extension SQLSyntax.Select {
  /// Whether the number of rows is determined by FROM and WHERE alone.
  var isSimple: Bool {
    !isDistinct && groups.isEmpty && having.isEmpty && limit == nil && offset == nil
  }
}

extension SQLSyntax.Query {
  /// Renders the query as a statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    guard case .select(let select) = self else { return try rendered(for: context) }
    return try select.statement(markers: [], for: context)
  }

  /// Renders a statement that counts the rows of the query.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try SQLGenerator.statement(context) { (generator) throws(DatabaseError) in
      generator.write("SELECT count(*) FROM (")
      try generator.write(query: self)
      generator.write(")")
    }
  }

  /// The query with a limit of one row, or of none if its limit is 0.
  var limitedToOneRow: SQLSyntax.Query {
    switch self {
    case .select(var select):
      select.limit = SQLSyntax.Query.atMostOne(select.limit)
      return .select(select)
    case .compound(var compound):
      compound.limit = SQLSyntax.Query.atMostOne(compound.limit)
      return .compound(compound)
    case .values(let rows, let width): return .values(Array(rows.prefix(1)), width: width)
    }
  }

  private static func atMostOne(_ limit: Int?) -> Int {
    guard let limit, limit >= 0 else { return 1 }
    return min(limit, 1)
  }
}
