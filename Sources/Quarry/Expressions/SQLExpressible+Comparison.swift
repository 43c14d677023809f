extension SQLExpressible {
  /// Equal. With `nil` on either side this is `IS NULL`.
  public static func == <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.equal, with: right) }
  /// Equal to a value. `nil` gives `IS NULL`.
  public static func == (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.equal, to: left.bound(right))
  }
  /// Equal to a value. `nil` gives `IS NULL`.
  public static func == (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.equal, to: right.bound(left))
  }

  /// Not equal. With `nil` on either side this is `IS NOT NULL`.
  public static func != <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.notEqual, with: right) }
  /// Not equal to a value. `nil` gives `IS NOT NULL`.
  public static func != (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.notEqual, to: left.bound(right))
  }
  /// Not equal to a value. `nil` gives `IS NOT NULL`.
  public static func != (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.notEqual, to: right.bound(left))
  }

  /// Less. Nothing is less than NULL: with `nil` the condition is NULL and no row meets it.
  public static func < <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.less, with: right) }
  /// Less than a value. With `nil` the condition is NULL and no row meets it.
  public static func < (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.less, to: left.bound(right))
  }
  /// Returns a value less than the expression. With `nil` the condition is NULL and no row meets it.
  public static func < (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.greater, to: right.bound(left))
  }

  /// Less or equal. With `nil` the condition is NULL and no row meets it.
  public static func <= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.lessOrEqual, with: right) }
  /// Less than a value, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func <= (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.lessOrEqual, to: left.bound(right))
  }
  /// Returns a value less than the expression, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func <= (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.greaterOrEqual, to: right.bound(left))
  }

  /// Greater. With `nil` the condition is NULL and no row meets it.
  public static func > <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.greater, with: right) }
  /// Greater than a value. With `nil` the condition is NULL and no row meets it.
  public static func > (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.greater, to: left.bound(right))
  }
  /// Returns a value greater than the expression. With `nil` the condition is NULL and no row meets it.
  public static func > (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.less, to: right.bound(left))
  }

  /// Greater or equal. With `nil` the condition is NULL and no row meets it.
  public static func >= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.greaterOrEqual, with: right) }
  /// Greater than a value, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func >= (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.greaterOrEqual, to: left.bound(right))
  }
  /// Returns a value greater than the expression, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func >= (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.lessOrEqual, to: right.bound(left))
  }
}

extension SQLExpressible {
  /// `IS`: equal, where NULL equals NULL.
  public func `is`<Other: SQLExpressible>(_ other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.is, with: other) }
  /// `IS`: equal to a value, where NULL equals NULL.
  public func `is`(_ value: Value.Unwrapped?) -> SQLPredicate { match(.is, to: bound(value)) }
  /// `IS NOT`: not equal, where NULL equals NULL.
  public func isNot<Other: SQLExpressible>(_ other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.isNot, with: other) }
  /// `IS NOT`: not equal to a value, where NULL equals NULL.
  public func isNot(_ value: Value.Unwrapped?) -> SQLPredicate { match(.isNot, to: bound(value)) }
  /// `IS DISTINCT FROM`, which means the same as ``isNot(_:)-6pm7j``; rendered as `IS NOT` where the engine lacks it.
  public func isDistinct<Other: SQLExpressible>(from other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.isDistinctFrom, with: other) }
  /// `IS NOT DISTINCT FROM`, which means the same as `IS`; rendered as `IS` where the engine lacks it.
  public func isNotDistinct<Other: SQLExpressible>(from other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.isNotDistinctFrom, with: other) }

  /// `IS NULL`.
  public var isNull: SQLPredicate { SQLPredicate(syntax: .isNull(syntax, negated: false)) }
  /// `IS NOT NULL`.
  public var isNotNull: SQLPredicate { SQLPredicate(syntax: .isNull(syntax, negated: true)) }

  /// `BETWEEN`: at least the lower bound and at most the upper one.
  public func between(_ lower: Value.Unwrapped, _ upper: Value.Unwrapped) -> SQLPredicate {
    SQLPredicate(syntax: .between(ordered(to: "compare"), bound(lower), bound(upper), negated: false))
  }
  /// `NOT BETWEEN`: less than the lower bound or more than the upper one.
  public func notBetween(_ lower: Value.Unwrapped, _ upper: Value.Unwrapped) -> SQLPredicate {
    SQLPredicate(syntax: .between(ordered(to: "compare"), bound(lower), bound(upper), negated: true))
  }
  /// `BETWEEN` two expressions, both included.
  public func between<Lower: SQLExpressible, Upper: SQLExpressible>(_ lower: Lower, _ upper: Upper) -> SQLPredicate
  where Lower.Value.Unwrapped == Value.Unwrapped, Upper.Value.Unwrapped == Value.Unwrapped {
    between(lower.operand, upper.operand, negated: false)
  }
  /// `NOT BETWEEN` two expressions.
  public func notBetween<Lower: SQLExpressible, Upper: SQLExpressible>(_ lower: Lower, _ upper: Upper) -> SQLPredicate
  where Lower.Value.Unwrapped == Value.Unwrapped, Upper.Value.Unwrapped == Value.Unwrapped {
    between(lower.operand, upper.operand, negated: true)
  }

  /// A value as a parameter, stored as this expression stores its own.
  func bound(_ value: Value.Unwrapped?) -> SQLSyntax.Expression {
    guard let value else { return .value(.null) }
    do {
      return .value(try value.sqlValue(coding: coding))
    } catch {
      return .failure(.unstorable(Value.Unwrapped.self, error))
    }
  }

  private func between(
    _ lower: SQLOperand<Value.Unwrapped>, _ upper: SQLOperand<Value.Unwrapped>, negated: Bool
  ) -> SQLPredicate {
    let agreement = SQLAgreement([operand, lower, upper], to: "compare")
    guard agreement.form.preserved.contains(.order) else {
      return .failed(.comparison(Value.Unwrapped.self, syntax, agreement.form, "compare", needing: .order))
    }
    let terms = agreement.syntaxes
    return SQLPredicate(syntax: .between(terms[0], terms[1], terms[2], negated: negated))
  }

  /// A comparison with another expression, both in one coding.
  private func compare<Other: SQLExpressible>(
    _ comparison: SQLSyntax.BinaryOperator, with other: Other
  ) -> SQLPredicate where Other.Value.Unwrapped == Value.Unwrapped {
    let (left, right, coding) = agreed(with: other, to: "compare")
    return SQLPredicate(comparing: left, comparison, right, Value.Unwrapped.self, coding)
  }

  /// A comparison with a value that is stored as this expression stores its own.
  func compare(_ comparison: SQLSyntax.BinaryOperator, to value: SQLSyntax.Expression) -> SQLPredicate {
    let left = constantEncoder == nil ? syntax : operand.syntax
    return SQLPredicate(comparing: left, comparison, value, Value.Unwrapped.self, coding)
  }

  private func match<Other: SQLExpressible>(
    _ comparison: SQLSyntax.BinaryOperator, with other: Other
  ) -> SQLPredicate where Other.Value.Unwrapped == Value.Unwrapped {
    let (left, right, coding) = agreed(with: other, to: "compare")
    return SQLPredicate(comparing: left, comparison, right, Value.Unwrapped.self, coding, nullIsValue: true)
  }

  func match(_ comparison: SQLSyntax.BinaryOperator, to value: SQLSyntax.Expression) -> SQLPredicate {
    SQLPredicate(comparing: syntax, comparison, value, Value.Unwrapped.self, coding, nullIsValue: true)
  }
}

extension SQLSyntax.BinaryOperator {
  /// Whether the operator asks which of two values is larger.
  var isOrdering: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}

extension SQLExpression where Value == Bool? {
  /// A comparison of two operands in one coding.
  ///
  /// Unless NULL counts as a value, NULL on either side is a test for NULL, or leaves nothing to compare.
  init<Compared: SQLValueConvertible>(
    comparing left: SQLSyntax.Expression, _ comparison: SQLSyntax.BinaryOperator, _ right: SQLSyntax.Expression,
    _ type: Compared.Type, _ coding: SQLValueCoding<Compared>?, nullIsValue: Bool = false
  ) {
    let hasNull = left.isNullConstant || right.isNullConstant
    if hasNull, !nullIsValue {
      let tested = right.isNullConstant ? left : right
      switch comparison {
      case .equal: self.init(syntax: .isNull(tested, negated: false))
      case .notEqual: self.init(syntax: .isNull(tested, negated: true))
      default: self.init(syntax: .literal(.null))
      }
      return
    }
    let form = coding?.storedForm ?? Compared.storedForm
    let needed: SQLStoredForm.Preserved = comparison.isOrdering ? .order : .equality
    if hasNull || form.preserved.contains(needed) {
      self.init(syntax: .binary(comparison, left, right))
    } else {
      self = .failed(.comparison(type, left, form, "compare", needing: needed))
    }
  }
}

extension SQLExpressible where Value.Unwrapped: Comparable {
  /// `BETWEEN` the bounds of a closed range, both included.
  public func between(_ range: ClosedRange<Value.Unwrapped>) -> SQLPredicate {
    between(range.lowerBound, range.upperBound)
  }
  /// `NOT BETWEEN` the bounds of a closed range.
  public func notBetween(_ range: ClosedRange<Value.Unwrapped>) -> SQLPredicate {
    notBetween(range.lowerBound, range.upperBound)
  }
  /// At least the lower bound and less than the upper one.
  public func between(_ range: Range<Value.Unwrapped>) -> SQLPredicate {
    SQLPredicate(
      syntax: .all([
        .binary(.greaterOrEqual, ordered(to: "compare"), bound(range.lowerBound)),
        .binary(.less, syntax, bound(range.upperBound)),
      ]))
  }
}
