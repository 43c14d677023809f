extension SQLExpressible where Value.Unwrapped == Bool {
  /// Returns whether both conditions are true.
  @inlinable public static func && <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Bool { SQLPredicate(syntax: .conjunction(left.truth, right.truth)) }

  /// Returns whether at least one of the conditions is true.
  @inlinable public static func || <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Bool { SQLPredicate(syntax: .disjunction(left.truth, right.truth)) }

  /// Returns the opposite condition. NULL stays NULL.
  public static prefix func ! (condition: Self) -> SQLPredicate {
    SQLPredicate(syntax: .unary(.not, condition.truth))
  }

  /// The expression as SQL needs a condition. If the coding stores `true` in another form, the condition compares
  /// with it.
  @inlinable var truth: SQLSyntax.Expression {
    if coding == nil { return syntax }
    if storedForm == .integer { return syntax }
    return SQLPredicate(comparing: syntax, .equal, bound(true), Bool.self, storedForm).syntax
  }
}

extension SQLExpression where Value == Bool? {
  /// A condition that every row meets.
  public static var `true`: SQLPredicate { SQLPredicate(syntax: .all([])) }
  /// A condition that no row meets.
  public static var `false`: SQLPredicate { SQLPredicate(syntax: .any([])) }

  /// Returns whether all conditions of a list are true. An empty list is true.
  public static func all(_ conditions: [SQLPredicate]) -> SQLPredicate {
    SQLPredicate(syntax: .all(conditions.map(\.truth)))
  }

  /// Returns whether at least one condition of a list is true. An empty list is false.
  public static func any(_ conditions: [SQLPredicate]) -> SQLPredicate {
    SQLPredicate(syntax: .any(conditions.map(\.truth)))
  }
}

extension SQLSyntax.Expression {
  /// Both conditions, in one flat list. The order in which three conditions are combined doesn't matter.
  @usableFromInline static func conjunction(
    _ left: consuming SQLSyntax.Expression, _ right: consuming SQLSyntax.Expression
  ) -> SQLSyntax.Expression {
    switch (left.conjunctionTerms, right.conjunctionTerms) {
    case (let first?, let second?): .all(first.joined(with: second))
    case (let terms?, nil): .all(terms.adding(right, atEnd: true))
    case (nil, let terms?): .all(terms.adding(left, atEnd: false))
    case (nil, nil): .all(SQLSyntax.Terms(left, right))
    }
  }

  /// Either condition, in one flat list.
  @usableFromInline static func disjunction(
    _ left: consuming SQLSyntax.Expression, _ right: consuming SQLSyntax.Expression
  ) -> SQLSyntax.Expression {
    switch (left.disjunctionTerms, right.disjunctionTerms) {
    case (let first?, let second?): .any(first.joined(with: second))
    case (let terms?, nil): .any(terms.adding(right, atEnd: true))
    case (nil, let terms?): .any(terms.adding(left, atEnd: false))
    case (nil, nil): .any(SQLSyntax.Terms(left, right))
    }
  }

  private var conjunctionTerms: SQLSyntax.Terms? {
    if case .all(let terms) = node, !terms.isEmpty { terms } else { nil }
  }

  private var disjunctionTerms: SQLSyntax.Terms? {
    if case .any(let terms) = node, !terms.isEmpty { terms } else { nil }
  }
}
