import Quarry

extension ScenarioGenerator {
  /// A predicate of several terms.
  ///
  /// - Parameter inner: The tables that subqueries can use.
  mutating func predicate(
    over columns: [Scenario.Column], depth: Int, inner: [Scenario.Table]
  ) -> SQLSyntax.Expression {
    guard depth > 0, chance(3, in: 4) else { return term(over: columns) }
    switch below(6) {
    case 0, 1: return .all(predicates(over: columns, depth, inner))
    case 2, 3: return .any(predicates(over: columns, depth, inner))
    case 4: return .unary(.not, predicate(over: columns, depth: depth - 1, inner: inner))
    default:
      guard let table = inner.first else { return term(over: columns) }
      return subquery(over: columns, table)
    }
  }

  private mutating func predicates(
    over columns: [Scenario.Column], _ depth: Int, _ inner: [Scenario.Table]
  ) -> [SQLSyntax.Expression] {
    (0..<(1 + below(3))).map { _ in predicate(over: columns, depth: depth - 1, inner: inner) }
  }

  private mutating func subquery(over columns: [Scenario.Column], _ table: Scenario.Table) -> SQLSyntax.Expression {
    let numbers = columns.filter { $0.kind == .integer || $0.kind == .key }
    var select = SQLSyntax.Select(sources: [SQLSyntax.Source(table.model)])
    let column = pick([table.columns[0], table.columns[1]])
    select.columns = [.expression(column.expression, name: nil)]
    if chance(1, in: 2) {
      select.filters = [.binary(pick([.equal, .less]), column.expression, pick(numbers).expression)]
      return .exists(.select(select), negated: chance(1, in: 2))
    }
    select.filters = [term(over: table.columns)]
    return .inQuery([pick(numbers).expression], .select(select), negated: chance(1, in: 2))
  }

  /// One comparison or test.
  mutating func term(over columns: [Scenario.Column]) -> SQLSyntax.Expression {
    let column = pick(columns)
    let isNegated = chance(1, in: 3)
    let comparisons: [SQLSyntax.BinaryOperator] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .is, .isNot, .isDistinctFrom,
      .isNotDistinctFrom,
    ]
    switch below(10) {
    case 0, 1, 2: return .binary(pick(comparisons), column.expression, constant(for: column))
    case 3:
      return .binary(pick(comparisons), column.expression, pick(columns.filter { $0.kind == column.kind }).expression)
    case 4: return .isNull(column.expression, negated: isNegated)
    case 5: return .between(column.expression, constant(for: column), constant(for: column), negated: isNegated)
    case 6:
      let values = (0..<below(4)).map { _ in chance(1, in: 6) ? .null : constant(like: column.kind) }
      return .inValues(column.expression, values, negated: isNegated)
    case 7: return rows(columns, isNegated)
    case 8: return arithmetic(columns)
    default: return pattern(columns, isNegated) ?? .isNull(column.expression, negated: isNegated)
    }
  }

  private mutating func constant(for column: Scenario.Column) -> SQLSyntax.Expression {
    .value(chance(1, in: 8) ? .null : constant(like: column.kind))
  }

  /// A row of two columns in a list of rows.
  private mutating func rows(_ columns: [Scenario.Column], _ isNegated: Bool) -> SQLSyntax.Expression {
    let first = pick(columns)
    let second = pick(columns)
    let rows = (0..<(1 + below(3))).map { _ in [constant(for: first), constant(for: second)] }
    return .inRows([first.expression, second.expression], rows, negated: isNegated)
  }

  private mutating func arithmetic(_ columns: [Scenario.Column]) -> SQLSyntax.Expression {
    // Small numbers only: what overflows becomes a real.
    let keys = columns.filter { $0.kind == .key }
    guard !keys.isEmpty else { return .isNull(pick(columns).expression, negated: false) }
    let operators: [SQLSyntax.BinaryOperator] = [.add, .subtract, .multiply, .remainder, .bitAnd, .bitOr, .divide]
    let left = SQLSyntax.Expression.binary(
      pick(operators), pick(keys).expression, .value(.integer(Int64(below(4)))))
    return .binary(pick([.equal, .less, .isNot]), left, .value(.integer(Int64(below(8)))))
  }

  private mutating func pattern(_ columns: [Scenario.Column], _ isNegated: Bool) -> SQLSyntax.Expression? {
    let texts = columns.filter { $0.kind == .text || $0.kind == .textWithoutCase }
    guard !texts.isEmpty else { return nil }
    let text = pick(texts).expression
    if chance(1, in: 2) {
      return .pattern(.glob, text, .value(pick(["a*", "[aA]?", "*", "?"])), escape: nil, negated: isNegated)
    }
    let escape: SQLSyntax.Expression? = chance(1, in: 2) ? .value("\\") : nil
    return .pattern(.like, text, .value(pick(["a%", "_", "%b", "a\\%", ""])), escape: escape, negated: isNegated)
  }
}
