// What the clauses of all numbers of sources share. They hand out the columns of the sources under a new token, so that
// the closures of a query can be told apart from those of a query inside it. They consume the query, which nobody needs any
// more in a chain of clauses, and which is copied otherwise.
extension SQLSourceQuery {
  consuming func filtered<Condition: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Condition) -> Self
  where Condition.Value.Unwrapped == Bool {
    changed { $0.filters.append($1.apply(make).truth) }
  }

  consuming func ordered<Term: SQLOrderable>(_ make: (inout SQLSourceCounter) -> Term) -> Self {
    changed { $0.order += $1.apply(make).orderings }
  }

  consuming func orderedByAll<each Term: SQLOrderable>(_ make: (inout SQLSourceCounter) -> (repeat each Term)) -> Self {
    changed { select, scope in
      for term in repeat each scope.apply(make) { select.order += term.orderings }
    }
  }

  consuming func grouped<Term: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Term) -> Self {
    changed { $0.groups.append($1.apply(make).equatable(to: "group rows")) }
  }

  consuming func groupedByAll<each Term: SQLExpressible>(_ make: (inout SQLSourceCounter) -> (repeat each Term)) -> Self
  {
    changed { select, scope in
      for term in repeat each scope.apply(make) { select.groups.append(term.equatable(to: "group rows")) }
    }
  }

  consuming func havingMet<Condition: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Condition) -> Self
  where Condition.Value.Unwrapped == Bool {
    changed { $0.having.append($1.apply(make).truth) }
  }

  consuming func windowed(_ name: String, _ make: (inout SQLSourceCounter) -> SQLWindow) -> Self {
    changed { $0.windows.append(SQLSyntax.NamedWindow(name: name, window: $1.apply(make).syntax)) }
  }

  consuming func selecting<Result: SQLSelectable>(
    _ make: (inout SQLSourceCounter) -> Result
  ) -> SQLProjection<Result.Output> {
    let scope = SQLClosureScope()
    let chosen = scope.apply(make)
    select.tokens.append(scope.token)
    select.columns = [chosen.resultColumn]
    return SQLProjection(query: .select(select), decoders: chosen.decoder)
  }

  consuming func selectingAll<each Result: SQLSelectable>(
    _ make: (inout SQLSourceCounter) -> (repeat each Result)
  ) -> SQLProjection<(repeat (each Result).Output)> {
    let scope = SQLClosureScope()
    let chosen = scope.apply(make)
    select.tokens.append(scope.token)
    select.columns = []
    for result in repeat each chosen { select.columns.append(result.resultColumn) }
    return SQLProjection(query: .select(select), decoders: repeat (each chosen).decoder)
  }

  private consuming func changed(_ change: (inout SQLSyntax.Select, SQLClosureScope) -> Void) -> Self {
    Self.change(&select, change)
    return self
  }

  /// Changes a select in place. Each look at it from here would copy it, since it's reached through the protocol.
  private static func change(
    _ select: inout SQLSyntax.Select, _ change: (inout SQLSyntax.Select, SQLClosureScope) -> Void
  ) {
    let scope = SQLClosureScope()
    // Most queries have a few clauses: room for all of them at once.
    if select.tokens.isEmpty { select.tokens.reserveCapacity(4) }
    select.tokens.append(scope.token)
    change(&select, scope)
  }
}

/// Calls one closure with the columns of the sources of a query.
struct SQLClosureScope {
  let token = SQLSyntax.SourceIdentity.nextToken()

  func apply<Result>(_ make: (inout SQLSourceCounter) -> Result) -> Result {
    var counter = SQLSourceCounter(token: token)
    return make(&counter)
  }
}
