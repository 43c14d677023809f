extension SQLSyntax.Expression {
  /// The expressions directly below this one; queries inside it are not entered.
  var operands: [SQLSyntax.Expression] {
    switch self {
    case .value, .literal, .failure, .column, .resultColumn, .exists, .scalar: []
    case .unary(_, let operand), .isNull(let operand, _), .inValues(let operand, _, _), .cast(let operand, _),
      .collate(let operand, _), .json(let operand, _, _):
      [operand]
    case .binary(_, let left, let right): [left, right]
    case .all(let terms), .any(let terms), .row(let terms), .inQuery(let terms, _, _): terms
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

  /// Whether the expression makes one value of many rows, as far as can be told: raw text may.
  var mayAggregate: Bool {
    switch self {
    case .function(let function) where function.isAggregate && function.window == nil: true
    case .raw: true
    default: operands.contains(where: \.mayAggregate)
    }
  }
}

extension SQLSyntax.Select {
  /// Whether the select makes one row of all rows, as far as can be told.
  var mayAggregate: Bool {
    having.contains(where: \.mayAggregate)
      || columns.contains { column in
        if case .expression(let expression, _) = column { expression.mayAggregate } else { false }
      }
  }
}
