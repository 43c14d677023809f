#if Identity
internal import Quarry

/// Writes the core's conditions in the grammar of filters.
///
/// The grammar has no NOT: it's pushed down to the comparisons. Each combination gets parentheses, since there is no
/// precedence.
enum BosBaseFilterRenderer {
  typealias Expression = SQLSyntax.Expression

  static func condition(_ expression: Expression, negated: Bool) throws(BosBaseError) -> String {
    switch expression.node {
    case .all(let terms): return try combined(terms.array, isAll: !negated, negated: negated)
    case .any(let terms): return try combined(terms.array, isAll: negated, negated: negated)
    case .unary(.not, let operand): return try condition(operand, negated: !negated)
    case .binary(let operation, let left, let right):
      return try comparison(operation, left, right, negated: negated)
    case .isNull(let operand, let isNot):
      return "\(try BosBaseFilterOperand(operand).name) \(isNot == negated ? "=" : "!=") null"
    case .between(let operand, let lower, let upper, let isNot):
      let below = try comparison(.greaterOrEqual, operand, lower, negated: isNot != negated)
      let above = try comparison(.lessOrEqual, operand, upper, negated: isNot != negated)
      return "(\(below) \(isNot == negated ? "&&" : "||") \(above))"
    case .inValues(let operand, let values, let isNot):
      return try membership(operand, values.map { .value($0) }, negated: isNot != negated)
    case .inList(let operand, let members, let isNot):
      return try membership(operand, members, negated: isNot != negated)
    case .pattern(.like, let operand, let pattern, let escape, let isNot):
      let operand = try BosBaseFilterOperand(operand)
      let text = try BosBaseFilterPattern.text(pattern, escape: escape)
      return "\(operand.name) \(isNot == negated ? "~" : "!~") \(text)"
    case .column: return try truth(expression, negated: negated)
    // NULL is never met, and its opposite neither.
    case .literal(.null), .value(.null): return "1 = 0"
    case .value(.integer(let value)): return (value != 0) == negated ? "1 = 0" : "1 = 1"
    default: throw refusal(expression)
    }
  }

  private static func combined(
    _ terms: [Expression], isAll: Bool, negated: Bool
  ) throws(BosBaseError) -> String {
    var parts: [String] = []
    for term in terms { parts.append(try condition(term, negated: negated)) }
    if parts.count == 1 { return parts[0] }
    if parts.isEmpty { return isAll ? "1 = 1" : "1 = 0" }
    return "(\(parts.joined(separator: isAll ? " && " : " || ")))"
  }

  private static func truth(_ expression: Expression, negated: Bool) throws(BosBaseError) -> String {
    let operand = try BosBaseFilterOperand(expression)
    guard operand.kind == .bool else {
      throw BosBaseError(.unsupportedFilter, "\"\(operand.name)\" is no truth value, so it's no condition")
    }
    return "\(operand.name) = \(negated ? "false" : "true")"
  }

  private static func membership(
    _ operand: Expression, _ members: [Expression], negated: Bool
  ) throws(BosBaseError) -> String {
    var parts: [String] = []
    for member in members { parts.append(try comparison(.equal, operand, member, negated: negated)) }
    if parts.isEmpty {
      _ = try BosBaseFilterOperand(operand)
      return negated ? "1 = 1" : "1 = 0"
    }
    return "(\(parts.joined(separator: negated ? " && " : " || ")))"
  }

  private static func comparison(
    _ operation: SQLSyntax.BinaryOperator, _ left: Expression, _ right: Expression, negated: Bool
  ) throws(BosBaseError) -> String {
    guard let signs = signs(operation) else { throw refusal(Expression(.binary(operation, left, right))) }
    let operand = try BosBaseFilterOperand(left)
    let sign = negated ? signs.opposite : signs.sign
    switch right.node {
    case .value(let value), .literal(let value): return "\(operand.name) \(sign) \(try operand.literal(value))"
    default: return "\(operand.name) \(sign) \(try BosBaseFilterOperand(right).name)"
    }
  }

  private static func signs(_ operation: SQLSyntax.BinaryOperator) -> (sign: String, opposite: String)? {
    switch operation {
    case .equal, .is, .isNotDistinctFrom: ("=", "!=")
    case .notEqual, .isNot, .isDistinctFrom: ("!=", "=")
    case .less: ("<", ">=")
    case .lessOrEqual: ("<=", ">")
    case .greater: (">", "<=")
    case .greaterOrEqual: (">=", "<")
    default: nil
    }
  }

  /// The error for an operator, with its name.
  static func refusal(_ expression: Expression) -> BosBaseError {
    if case .failure(let error) = expression.node {
      return BosBaseError(.unsupportedFilter, "The condition can't be built: \(error.message)", underlying: error)
    }
    return BosBaseError(
      .unsupportedFilter, "A filter can't express \(name(expression.node)); fetch more records, and filter them here")
  }

  private static func name(_ node: SQLSyntax.Node) -> String {
    switch node {
    case .value, .literal: "a value without a field"
    case .unary(let operation, _): "the operator \(operation)"
    case .binary(let operation, _, _): "the operator \(operation)"
    case .pattern(let operation, _, _, _, _): "\(operation)"
    case .function(let function):
      switch function.name {
      case .builtIn(let name), .custom(let name): "the function \(name)"
      }
    case .inRows, .row: "row values"
    case .inQuery, .exists, .scalar: "a subquery"
    case .choice: "CASE"
    case .cast: "CAST"
    case .collate: "COLLATE"
    case .json: "this path in JSON"
    case .raw: "raw SQL"
    default: "this"
    }
  }
}
#endif
