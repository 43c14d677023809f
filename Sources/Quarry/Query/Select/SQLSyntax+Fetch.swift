extension SQLSyntax.Select {
  /// Whether the number of rows is the number of rows of FROM and WHERE.
  var isSimple: Bool {
    !isDistinct && groups.isEmpty && having.isEmpty && limit == nil && offset == nil
  }
}

extension SQLSyntax.Query {
  /// Renders the query as a statement.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try SQLGenerator.statement(context) { (generator) throws(DatabaseError) in try generator.write(query: self) }
  }

  /// Renders a statement that counts the rows of the query.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try SQLGenerator.statement(context) { (generator) throws(DatabaseError) in
      generator.write("SELECT count(*) FROM (")
      try generator.write(query: self)
      generator.write(")")
    }
  }

  /// The query with a limit of one row, or of none where it already was.
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

  /// How many columns the query has.
  var width: Int {
    switch self {
    case .select(let select): select.width
    case .compound(let compound): compound.left.width
    case .values(_, let width): width
    }
  }
}

extension SQLSyntax.Select {
  /// How many columns the select has.
  var width: Int {
    columns.reduce(0) { $0 + width(of: $1) }
  }

  /// How many columns a part of the row has.
  func width(of column: SQLSyntax.ResultColumn) -> Int {
    switch column {
    case .expression: 1
    case .source(let identity, let marker): width(ofSource: identity.index) + (marker ? 1 : 0)
    case .position(let index, let marker): width(ofSource: index) + (marker ? 1 : 0)
    }
  }

  private func width(ofSource index: Int) -> Int {
    sources.indices.contains(index) ? sources[index].table.columns.count : 0
  }
}
