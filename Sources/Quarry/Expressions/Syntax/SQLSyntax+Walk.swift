extension SQLSyntax.Expression {
  /// The direct operands of this expression, not entering queries inside it.
  var operands: [SQLSyntax.Expression] {
    switch node {
    case .value, .literal, .failure, .column, .resultColumn, .exists, .scalar: []
    case .unary(_, let operand), .isNull(let operand, _), .inValues(let operand, _, _), .cast(let operand, _),
      .collate(let operand, _), .json(let operand, _, _):
      [operand]
    case .binary(_, let left, let right): [left, right]
    case .all(let terms), .any(let terms): terms.array
    case .row(let terms), .inQuery(let terms, _, _): terms
    case .between(let operand, let lower, let upper, _): [operand, lower, upper]
    case .inList(let operand, let members, _): [operand] + members
    case .inRows(let operands, let rows, _): operands + rows.flatMap { $0 }
    case .pattern(_, let operand, let pattern, let escape, _): [operand, pattern] + (escape.map { [$0] } ?? [])
    case .choice(let base, let branches, let otherwise):
      (base.map { [$0] } ?? []) + branches.flatMap { [$0.condition, $0.result] } + (otherwise.map { [$0] } ?? [])
    case .function(let function):
      function.arguments + (function.filter.map { [$0] } ?? []) + function.order.map(\.expression)
    case .raw(let parts):
      parts.compactMap { part in if case .expression(let expression) = part { expression } else { nil } }
    }
  }

  /// Whether the expression may make one value of many rows. Raw text always may.
  var mayAggregate: Bool {
    var rest = [self]
    while let expression = rest.popLast() {
      switch expression.node {
      case .function(let function) where function.isAggregate && function.window == nil: return true
      case .raw: return true
      default: rest += expression.operands
      }
    }
    return false
  }
}

extension SQLSyntax.Node {
  /// The number of levels, including those of queries inside.
  var depth: Int {
    switch self {
    case .value, .literal, .failure, .column, .resultColumn: 1
    case .unary(_, let operand), .isNull(let operand, _), .inValues(let operand, _, _), .cast(let operand, _),
      .collate(let operand, _), .json(let operand, _, _):
      1 + operand.depth
    case .binary(_, let left, let right): 1 + max(left.depth, right.depth)
    case .all(let terms), .any(let terms): max(terms.depth, 1)
    case .between(let operand, let lower, let upper, _): 1 + max(operand.depth, lower.depth, upper.depth)
    case .inList(let operand, let members, _): 1 + max(operand.depth, members.depth)
    case .inRows(let operands, let rows, _): 1 + rows.reduce(operands.depth) { max($0, $1.depth) }
    case .inQuery(let operands, let query, _): 1 + max(operands.depth, query.depth)
    case .pattern(_, let operand, let pattern, let escape, _):
      1 + max(operand.depth, pattern.depth, escape?.depth ?? 0)
    case .exists(let query, _), .scalar(let query): 1 + query.depth
    case .choice(let base, let branches, let otherwise):
      1
        + branches.reduce(max(base?.depth ?? 0, otherwise?.depth ?? 0)) {
          max($0, $1.condition.depth, $1.result.depth)
        }
    case .function(let function): 1 + function.depth
    case .row(let members): 1 + members.depth
    case .raw(let parts):
      1
        + parts.reduce(0) { depth, part in
          if case .expression(let expression) = part { max(depth, expression.depth) } else { depth }
        }
    }
  }
}

extension [SQLSyntax.Expression] {
  /// The depth of the deepest.
  var depth: Int { reduce(0) { Swift.max($0, $1.depth) } }
}

extension [SQLSyntax.Ordering] {
  /// The depth of the deepest term.
  var depth: Int { reduce(0) { Swift.max($0, $1.expression.depth) } }
}

extension SQLSyntax.Function {
  fileprivate var depth: Int {
    var depth = max(arguments.depth, filter?.depth ?? 0, order.depth)
    if case .inline(let window)? = self.window { depth = max(depth, window.depth) }
    return depth
  }
}

extension SQLSyntax.Window {
  fileprivate var depth: Int { max(partition.depth, order.depth) }
}

extension SQLSyntax.Query {
  /// The number of levels of queries and expressions.
  var depth: Int {
    switch self {
    case .select(let select): 1 + select.depth
    case .compound(let compound): compound.depth
    case .values(let rows, _): 1 + rows.reduce(0) { max($0, $1.depth) }
    }
  }

  /// The query, or a query that fails when it is rendered if this one is nested too deep to be traversed.
  var bounded: SQLSyntax.Query {
    guard depth > SQLSyntax.Expression.deepest else { return self }
    return .select(SQLSyntax.Select(failing: .nestedTooDeep()))
  }
}

extension SQLSyntax.Select {
  fileprivate var depth: Int {
    var depth = max(filters.depth, having.depth, groups.depth, order.depth)
    for column in columns { if case .expression(let expression, _) = column { depth = max(depth, expression.depth) } }
    for source in sources { depth = max(depth, source.condition?.depth ?? 0, source.depth) }
    for window in windows { depth = max(depth, window.window.depth) }
    return depth
  }

  /// A select that fails when it is rendered.
  init(failing error: DatabaseError) {
    self.init()
    filters = [.failure(error)]
  }
}

extension SQLSyntax.Relation {
  /// The relation, or one that fails when it is rendered if this one is nested too deep to be traversed.
  var bounded: SQLSyntax.Relation {
    depth > SQLSyntax.Expression.deepest ? .query(.select(SQLSyntax.Select(failing: .nestedTooDeep()))) : self
  }

  /// The number of levels, from those that the sources and expressions inside know.
  var depth: Int {
    switch self {
    case .table, .recursion: 0
    case .query(let query): 1 + query.depth
    case .commonTable(let table): 1 + max(table.query.depth, table.recursion?.query.depth ?? 0)
    }
  }
}

extension DatabaseError {
  /// The error for a tree that is nested too deep.
  static func nestedTooDeep(_ levels: Int = SQLSyntax.Expression.deepest) -> DatabaseError {
    DatabaseError(
      .tooBig,
      "the query is nested deeper than \(levels) levels; combine its parts as a list, or compute in "
        + "several steps")
  }
}

extension SQLSyntax.Select {
  /// Whether the select may make one row of all rows.
  var mayAggregate: Bool {
    having.contains(where: \.mayAggregate)
      || columns.contains { column in
        if case .expression(let expression, _) = column { expression.mayAggregate } else { false }
      }
  }
}
