// What the clauses of all numbers of sources share. They hand out the columns of the sources under a new token, so that
// the closures of a query can be told apart from those of a query inside it.
extension SQLSourceQuery {
  func filtered<Condition: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Condition) -> Self
  where Condition.Value.Unwrapped == Bool {
    changed { $0.filters.append($1.apply(make).truth) }
  }

  func ordered<Term: SQLOrderable>(_ make: (inout SQLSourceCounter) -> Term) -> Self {
    changed { $0.order += $1.apply(make).orderings }
  }

  func orderedByAll<each Term: SQLOrderable>(_ make: (inout SQLSourceCounter) -> (repeat each Term)) -> Self {
    changed { select, scope in
      for term in repeat each scope.apply(make) { select.order += term.orderings }
    }
  }

  func grouped<Term: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Term) -> Self {
    changed { $0.groups.append($1.apply(make).equatable(to: "group rows")) }
  }

  func groupedByAll<each Term: SQLExpressible>(_ make: (inout SQLSourceCounter) -> (repeat each Term)) -> Self {
    changed { select, scope in
      for term in repeat each scope.apply(make) { select.groups.append(term.equatable(to: "group rows")) }
    }
  }

  func havingMet<Condition: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Condition) -> Self
  where Condition.Value.Unwrapped == Bool {
    changed { $0.having.append($1.apply(make).truth) }
  }

  func windowed(_ name: String, _ make: (inout SQLSourceCounter) -> SQLWindow) -> Self {
    changed { $0.windows.append(SQLSyntax.NamedWindow(name: name, window: $1.apply(make).syntax)) }
  }

  func selecting<Result: SQLSelectable>(
    _ make: (inout SQLSourceCounter) -> Result
  ) -> SQLProjection<Result.Output> {
    var select = select
    let scope = SQLClosureScope()
    let chosen = scope.apply(make)
    select.tokens.append(scope.token)
    select.columns = [chosen.resultColumn]
    return SQLProjection(query: .select(select), decoders: chosen.decoder)
  }

  func selectingAll<each Result: SQLSelectable>(
    _ make: (inout SQLSourceCounter) -> (repeat each Result)
  ) -> SQLProjection<(repeat (each Result).Output)> {
    var select = select
    let scope = SQLClosureScope()
    let chosen = scope.apply(make)
    select.tokens.append(scope.token)
    select.columns = []
    for result in repeat each chosen { select.columns.append(result.resultColumn) }
    return SQLProjection(query: .select(select), decoders: repeat (each chosen).decoder)
  }

  private func changed(_ change: (inout SQLSyntax.Select, SQLClosureScope) -> Void) -> Self {
    var copy = self
    let scope = SQLClosureScope()
    copy.select.tokens.append(scope.token)
    change(&copy.select, scope)
    return copy
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
