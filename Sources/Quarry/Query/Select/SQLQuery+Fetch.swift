extension SQLQuery: SQLFetchable, SQLSubquery {
  /// The untyped query with the columns of every source.
  public var query: SQLSyntax.Query {
    var copy = select
    for (index, marker) in reading.markers.enumerated() { copy.columns.append(.position(index, marker: marker)) }
    return .select(copy)
  }

  /// Renders the query.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.statement(for: context)
  }

  /// Renders the query for its first row only.
  public func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.limitedToOneRow.statement(for: context)
  }

  /// Renders a statement that counts the rows, also with a limit, DISTINCT or groups.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    guard select.isSimple else { return try query.countStatement(for: context) }
    var copy = select
    copy.order = []
    var count = SQLSyntax.Function(.builtIn("count"), [])
    count.isStar = true
    copy.columns = [.expression(.function(count), name: nil)]
    return try SQLSyntax.Query.select(copy).statement(for: context)
  }

  /// Reads one row.
  @inlinable public func decode(_ row: inout SQLRowDecoder) throws -> Row { try reading.decode(&row) }

  /// Reads all rows of a batch.
  @inlinable public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    try batch.decodeRows(into: &rows, reading.decode)
  }

  /// Makes another value of each row: `map(Summary.init)`.
  public func map<each Source: SQLSource, Output: Sendable>(
    _ transform: @escaping @Sendable (repeat each Source) throws -> Output
  ) -> SQLMappedQuery<Self, Output> where Row == (repeat each Source) {
    SQLMappedQuery(base: self) { row in try transform(repeat each row) }
  }
}

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
    columns.reduce(0) { width, column in
      switch column {
      case .expression: width + 1
      case .source(let identity, let marker): width + self.width(ofSource: identity.index) + (marker ? 1 : 0)
      case .position(let index, let marker): width + self.width(ofSource: index) + (marker ? 1 : 0)
      }
    }
  }

  private func width(ofSource index: Int) -> Int {
    sources.indices.contains(index) ? sources[index].table.columns.count : 0
  }
}
