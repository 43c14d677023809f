import Quarry

extension SQLSyntax.Query {
  /// How many nodes the query has.
  var size: Int {
    switch self {
    case .select(let select):
      select.sources.reduce(0) { $0 + 2 + ($1.condition?.size ?? 0) } + select.columns.count
        + select.filters.reduce(0) { $0 + $1.size } + select.order.count + select.groups.count
        + (select.limit == nil ? 0 : 1) + (select.offset == nil ? 0 : 1) + (select.isDistinct ? 1 : 0)
    case .compound(let compound): 1 + compound.left.size + compound.right.size + compound.order.count
    case .values(let rows, _): rows.count
    }
  }
}

extension SQLSyntax.Expression {
  /// The expressions directly inside.
  var children: [SQLSyntax.Expression] {
    switch node {
    case .unary(_, let operand): [operand]
    case .binary(_, let left, let right): [left, right]
    case .all(let terms), .any(let terms): terms.array
    case .row(let parts): parts
    case .between(let value, let low, let high, _): [value, low, high]
    case .isNull(let operand, _), .collate(let operand, _), .cast(let operand, _), .inValues(let operand, _, _):
      [operand]
    case .inList(let operand, let list, _): [operand] + list
    case .inRows(let operands, let rows, _): operands + rows.flatMap { $0 }
    case .inQuery(let operands, _, _): operands
    case .pattern(_, let text, let pattern, let escape, _): [text, pattern] + (escape.map { [$0] } ?? [])
    case .choice(let base, let branches, let otherwise):
      (base.map { [$0] } ?? []) + branches.flatMap { [$0.condition, $0.result] } + (otherwise.map { [$0] } ?? [])
    case .function(let function): function.arguments
    default: []
    }
  }

  /// How many nodes the expression has.
  var size: Int { children.reduce(1) { $0 + $1.size } }
}
