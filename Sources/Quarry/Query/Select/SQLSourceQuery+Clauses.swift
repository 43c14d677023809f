// What the clauses of all numbers of sources share. They hand out the columns of the sources under a new token, so that
// the closures of a query can be told apart from those of a query inside it. They consume the query, which nobody needs any
// more in a chain of clauses, and which is copied otherwise.
extension SQLSourceQuery {
  @inlinable consuming func filtered<Condition: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Condition) -> Self
  where Condition.Value.Unwrapped == Bool {
    var counter = SQLSourceCounter()
    select.filter(make(&counter).truth, counter.token)
    return self
  }

  @inlinable consuming func ordered<Term: SQLOrderable>(_ make: (inout SQLSourceCounter) -> Term) -> Self {
    var counter = SQLSourceCounter()
    let term = make(&counter)
    // Known when the function is specialized: then one term makes no list.
    if let ordering = term as? SQLOrdering {
      select.order(ordering.term, counter.token)
    } else {
      select.order(term.orderings, counter.token)
    }
    return self
  }

  consuming func orderedByAll<each Term: SQLOrderable>(_ make: (inout SQLSourceCounter) -> (repeat each Term)) -> Self {
    changed { select, scope in
      for term in repeat each scope.apply(make) { select.order += term.orderings }
    }
  }

  @inlinable consuming func grouped<Term: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Term) -> Self {
    var counter = SQLSourceCounter()
    select.group(make(&counter).equatable(to: "group rows"), counter.token)
    return self
  }

  consuming func groupedByAll<each Term: SQLExpressible>(_ make: (inout SQLSourceCounter) -> (repeat each Term)) -> Self
  {
    changed { select, scope in
      for term in repeat each scope.apply(make) { select.groups.append(term.equatable(to: "group rows")) }
    }
  }

  @inlinable consuming func havingMet<Condition: SQLExpressible>(_ make: (inout SQLSourceCounter) -> Condition) -> Self
  where Condition.Value.Unwrapped == Bool {
    var counter = SQLSourceCounter()
    select.keepGroups(make(&counter).truth, counter.token)
    return self
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
    select.tokens.append(scope.token)
    change(&select, scope)
  }
}

// One clause, made by the closure with a token. These aren't generic, so that a program has no copy of them.
extension SQLSyntax.Select {
  @usableFromInline mutating func filter(_ condition: consuming SQLSyntax.Expression, _ token: UInt64) {
    tokens.append(token)
    storedFilters.append(condition)
  }

  @usableFromInline mutating func order(_ terms: consuming [SQLSyntax.Ordering], _ token: UInt64) {
    tokens.append(token)
    storedOrder.append(contentsOf: terms)
  }

  @usableFromInline mutating func order(_ term: consuming SQLSyntax.Ordering, _ token: UInt64) {
    tokens.append(token)
    storedOrder.append(term)
  }

  @usableFromInline mutating func group(_ term: SQLSyntax.Expression, _ token: UInt64) {
    tokens.append(token)
    groups.append(term)
  }

  @usableFromInline mutating func keepGroups(_ condition: SQLSyntax.Expression, _ token: UInt64) {
    tokens.append(token)
    having.append(condition)
  }
}

/// Calls one closure with the columns of the sources of a query.
struct SQLClosureScope {
  private let counter = SQLSourceCounter()

  var token: UInt64 { counter.token }

  func apply<Result>(_ make: (inout SQLSourceCounter) -> Result) -> Result {
    var counter = counter
    return make(&counter)
  }
}
