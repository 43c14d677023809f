import Quarry

extension ScenarioGenerator {
  /// A join of some tables with a predicate, in a complete order.
  mutating func joined(_ tables: [Scenario.Table]) -> Scenario {
    let used = Array(tables.prefix(1 + below(tables.count)))
    var select = SQLSyntax.Select(sources: sources(used))
    let columns = used.flatMap(\.columns)
    select.columns = columns.map { .expression($0.expression, name: nil) }
    let predicate = self.predicate(
      over: columns, depth: 3, inner: tables.filter { table in !used.contains { $0.name == table.name } })
    select.filters = [predicate]
    let isOrdered = chance(2, in: 3)
    if isOrdered {
      for _ in 0..<below(3) { select.order.append(ordering(pick(columns))) }
      select.order += used.map { ordering($0.columns[0]) }
      if chance(1, in: 3) { select.limit = below(5) }
      if chance(1, in: 4) { select.offset = below(4) }
    }
    return Scenario(
      tables: tables, query: .select(select),
      predicate: isOrdered && select.limit ?? select.offset != nil ? nil : predicate,
      isOrdered: isOrdered)
  }

  private mutating func sources(_ tables: [Scenario.Table]) -> [SQLSyntax.Source] {
    var seen: [Scenario.Column] = []
    return tables.enumerated().map { index, table in
      defer { seen += table.columns }
      if index == 0 { return SQLSyntax.Source(table.model) }
      let join = pick(SQLSyntax.Join.allCases)
      let condition = join == .cross ? nil : self.condition(between: seen, and: table.columns)
      return SQLSyntax.Source(table.model, join: join, condition: condition)
    }
  }

  private mutating func condition(
    between left: [Scenario.Column], and right: [Scenario.Column]
  ) -> SQLSyntax.Expression {
    let numbers: Set<Scenario.Column.Kind> = [.key, .integer]
    let first = pick(left.filter { numbers.contains($0.kind) }).expression
    let second = pick(right.filter { numbers.contains($0.kind) }).expression
    let related: SQLSyntax.Expression = .binary(pick([.equal, .equal, .equal, .less, .is]), first, second)
    return chance(1, in: 3) ? .all([related, term(over: right)]) : related
  }

  private mutating func ordering(_ column: Scenario.Column) -> SQLSyntax.Ordering {
    SQLSyntax.Ordering(column.expression, descending: chance(1, in: 2), nulls: pick([nil, nil, .first, .last]))
  }

  /// Aggregates over groups of an integer column.
  mutating func grouped(_ tables: [Scenario.Table]) -> Scenario {
    let table = tables[0]
    let key = table.columns[1]
    let number = pick(table.columns.filter { $0.kind == .integer || $0.kind == .key })
    var select = SQLSyntax.Select(sources: [SQLSyntax.Source(table.model)])
    var count = SQLSyntax.Function(.builtIn("count"), [number.expression])
    count.isAggregate = true
    count.isDistinct = chance(1, in: 2)
    var least = SQLSyntax.Function(.builtIn(pick(["min", "max"])), [number.expression])
    least.isAggregate = true
    if chance(1, in: 2) { least.filter = term(over: table.columns) }
    var star = SQLSyntax.Function(.builtIn("count"), [])
    star.isStar = true
    star.isAggregate = true
    select.columns = [
      .expression(key.expression, name: nil), .expression(.function(count), name: nil),
      .expression(.function(least), name: nil), .expression(.function(star), name: nil),
    ]
    select.filters = [predicate(over: table.columns, depth: 2, inner: [])]
    select.groups = [key.expression]
    if chance(1, in: 2) { select.having = [.binary(.greater, .function(star), .value(1))] }
    select.order = [ordering(key)]
    return Scenario(tables: tables, query: .select(select), predicate: nil, isOrdered: true)
  }

  /// Distinct rows of an integer column.
  mutating func distinct(_ tables: [Scenario.Table]) -> Scenario {
    let table = tables[0]
    var select = SQLSyntax.Select(sources: [SQLSyntax.Source(table.model)])
    select.isDistinct = true
    select.columns = [.expression(table.columns[1].expression, name: nil)]
    select.filters = [predicate(over: table.columns, depth: 2, inner: Array(tables.dropFirst()))]
    select.order = [ordering(table.columns[1])]
    return Scenario(tables: tables, query: .select(select), predicate: nil, isOrdered: true)
  }

  /// Two selects of integer columns, combined.
  mutating func compound(_ tables: [Scenario.Table]) -> Scenario {
    let arms = tables.prefix(2).map { table in
      var select = SQLSyntax.Select(sources: [SQLSyntax.Source(table.model)])
      select.columns = [.expression(table.columns[1].expression, name: nil)]
      select.filters = [predicate(over: table.columns, depth: 2, inner: [])]
      return SQLSyntax.Query.select(select)
    }
    let compound = SQLSyntax.Compound(pick(SQLSyntax.Combination.allCases), arms[0], arms[1])
    return Scenario(tables: tables, query: .compound(compound), predicate: nil, isOrdered: false)
  }
}
