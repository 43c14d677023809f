extension SQLExpressible where Value.Unwrapped == Bool {
  /// Both conditions.
  public static func && <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Bool { SQLPredicate(syntax: .conjunction(left.syntax, right.syntax)) }

  /// At least one of the conditions.
  public static func || <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Bool { SQLPredicate(syntax: .disjunction(left.syntax, right.syntax)) }

  /// The opposite; NULL stays NULL.
  public static prefix func ! (condition: Self) -> SQLPredicate {
    SQLPredicate(syntax: .unary(.not, condition.syntax))
  }
}

extension SQLExpression where Value == Bool? {
  /// A condition that every row meets.
  public static var `true`: SQLPredicate { SQLPredicate(syntax: .all([])) }
  /// A condition that no row meets.
  public static var `false`: SQLPredicate { SQLPredicate(syntax: .any([])) }

  /// All conditions of a list; true when the list is empty.
  public static func all(_ conditions: [SQLPredicate]) -> SQLPredicate {
    SQLPredicate(syntax: .all(conditions.map(\.syntax)))
  }

  /// At least one condition of a list; false when the list is empty.
  public static func any(_ conditions: [SQLPredicate]) -> SQLPredicate {
    SQLPredicate(syntax: .any(conditions.map(\.syntax)))
  }
}

extension SQLSyntax.Expression {
  /// Both, in one flat list.
  static func conjunction(_ left: SQLSyntax.Expression, _ right: SQLSyntax.Expression) -> SQLSyntax.Expression {
    if case .all(let terms) = left, !terms.isEmpty { return .all(terms + [right]) }
    return .all([left, right])
  }

  /// Either, in one flat list.
  static func disjunction(_ left: SQLSyntax.Expression, _ right: SQLSyntax.Expression) -> SQLSyntax.Expression {
    if case .any(let terms) = left, !terms.isEmpty { return .any(terms + [right]) }
    return .any([left, right])
  }
}
