extension SQLExpressible where Value.Unwrapped == Bool {
  /// Both conditions.
  public static func && <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Bool { SQLPredicate(syntax: .conjunction(left.truth, right.truth)) }

  /// At least one of the conditions.
  public static func || <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Bool { SQLPredicate(syntax: .disjunction(left.truth, right.truth)) }

  /// Returns the opposite; NULL stays NULL.
  public static prefix func ! (condition: Self) -> SQLPredicate {
    SQLPredicate(syntax: .unary(.not, condition.truth))
  }

  /// The expression as SQL takes a condition: where true is stored as something else, whether it is that.
  var truth: SQLSyntax.Expression {
    if storedForm == .integer { return syntax }
    return SQLPredicate(comparing: syntax, .equal, bound(true), Bool.self, coding).syntax
  }
}

extension SQLExpression where Value == Bool? {
  /// A condition that every row meets.
  public static var `true`: SQLPredicate { SQLPredicate(syntax: .all([])) }
  /// A condition that no row meets.
  public static var `false`: SQLPredicate { SQLPredicate(syntax: .any([])) }

  /// Returns all conditions of a list; true when the list is empty.
  public static func all(_ conditions: [SQLPredicate]) -> SQLPredicate {
    SQLPredicate(syntax: .all(conditions.map(\.truth)))
  }

  /// At least one condition of a list; false when the list is empty.
  public static func any(_ conditions: [SQLPredicate]) -> SQLPredicate {
    SQLPredicate(syntax: .any(conditions.map(\.truth)))
  }
}

extension SQLSyntax.Expression {
  /// Both, in one flat list: the order in which three conditions are combined changes nothing.
  static func conjunction(_ left: SQLSyntax.Expression, _ right: SQLSyntax.Expression) -> SQLSyntax.Expression {
    .all(left.conjunctionTerms.joined(with: right.conjunctionTerms))
  }

  /// Either, in one flat list.
  static func disjunction(_ left: SQLSyntax.Expression, _ right: SQLSyntax.Expression) -> SQLSyntax.Expression {
    .any(left.disjunctionTerms.joined(with: right.disjunctionTerms))
  }

  private var conjunctionTerms: SQLSyntax.Terms {
    if case .all(let terms) = node, !terms.isEmpty { terms } else { [self] }
  }

  private var disjunctionTerms: SQLSyntax.Terms {
    if case .any(let terms) = node, !terms.isEmpty { terms } else { [self] }
  }
}
