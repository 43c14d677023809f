extension SQLSyntax.Select {
  /// The select with one more source, joined by a foreign key.
  func joining(
    _ source: SQLSyntax.Source, _ join: SQLSyntax.Join, _ key: (any SQLJoinKey)?
  ) -> SQLSyntax.Select {
    let resolver = SQLJoinResolver(joined: source.table, earlier: sources.map(\.table))
    let token = SQLSyntax.SourceIdentity.nextToken()
    var copy = joining(source, join)
    copy.tokens.append(token)
    copy.sources[copy.sources.count - 1].condition = resolver.condition(key?.joinKey, token: token)
    return copy
  }

  /// The select with one more source, joined by the condition that a closure makes.
  func joining<Condition: SQLExpressible>(
    _ source: SQLSyntax.Source, _ join: SQLSyntax.Join, _ make: (inout SQLSourceCounter) -> Condition
  ) -> SQLSyntax.Select where Condition.Value.Unwrapped == Bool {
    var copy = joining(source, join)
    let scope = SQLClosureScope()
    copy.tokens.append(scope.token)
    copy.sources[copy.sources.count - 1].condition = scope.apply(make).truth
    return copy
  }

  /// The select with one more source, still without a condition.
  func joining(_ source: SQLSyntax.Source, _ join: SQLSyntax.Join) -> SQLSyntax.Select {
    var copy = self
    var source = source
    source.join = join
    copy.sources.append(source)
    return copy
  }

  /// The select as a source of another: the table itself if nothing was selected or ordered, otherwise a subquery.
  func source(_ table: SQLTable, _ query: @autoclosure () -> SQLSyntax.Query) -> SQLSyntax.Source {
    let isBare = isSimple && sources.count == 1 && filters.isEmpty && windows.isEmpty
    if isBare { return SQLSyntax.Source(sources[0].table, relation: sources[0].relation) }
    return SQLSyntax.Source(table, relation: .query(query()))
  }
}

extension SQLDecodable {
  /// The table as a source.
  static var source: SQLSyntax.Source { SQLSyntax.Source(table) }
}

extension SQLQuery {
  /// The query as a source of another.
  var source: SQLSyntax.Source { select.source(Record.table, query) }
}
