extension SQLSyntax.Expression {
  /// The node's precedence. An operand that doesn't bind tighter than its operator is put into parentheses.
  ///
  /// Source: <https://sqlite.org/lang_expr.html>, section 2.
  var precedence: Int {
    switch node {
    case .any(let terms): terms.count == 1 ? terms[0].precedence : terms.isEmpty ? Precedence.primary : Precedence.or
    case .all(let terms): terms.count == 1 ? terms[0].precedence : terms.isEmpty ? Precedence.primary : Precedence.and
    case .unary(.not, _): Precedence.not
    case .unary: Precedence.unary
    case .binary(let operation, _, _): operation.precedence
    case .between, .isNull, .inValues, .inList, .inRows, .inQuery, .pattern: Precedence.equality
    case .exists(_, let negated): negated ? Precedence.not : Precedence.primary
    case .collate: Precedence.collate
    case .raw: Precedence.raw
    case .json, .function: Precedence.primary
    case .value, .literal, .failure, .column, .resultColumn, .scalar, .choice, .cast, .row: Precedence.primary
    }
  }
}

extension SQLSyntax.BinaryOperator {
  var precedence: Int {
    switch self {
    case .equal, .notEqual, .is, .isNot, .isDistinctFrom, .isNotDistinctFrom: Precedence.equality
    case .less, .lessOrEqual, .greater, .greaterOrEqual: Precedence.comparison
    case .bitAnd, .bitOr, .shiftLeft, .shiftRight: Precedence.bits
    case .add, .subtract: Precedence.sum
    case .multiply, .divide, .remainder: Precedence.product
    case .concatenate: Precedence.concatenation
    }
  }

  var text: String {
    switch self {
    case .equal: " = "
    case .notEqual: " <> "
    case .less: " < "
    case .lessOrEqual: " <= "
    case .greater: " > "
    case .greaterOrEqual: " >= "
    case .is: " IS "
    case .isNot: " IS NOT "
    case .isDistinctFrom: " IS DISTINCT FROM "
    case .isNotDistinctFrom: " IS NOT DISTINCT FROM "
    case .add: " + "
    case .subtract: " - "
    case .multiply: " * "
    case .divide: " / "
    case .remainder: " % "
    case .bitAnd: " & "
    case .bitOr: " | "
    case .shiftLeft: " << "
    case .shiftRight: " >> "
    case .concatenate: " || "
    }
  }
}

/// The levels of binding, the weakest first.
enum Precedence {
  static let lowest = -1
  static let raw = 0
  static let or = 1
  static let and = 2
  static let not = 3
  static let equality = 4
  static let comparison = 5
  static let bits = 6
  static let sum = 7
  static let product = 8
  static let concatenation = 9
  static let collate = 10
  static let unary = 11
  static let primary = 12
}
