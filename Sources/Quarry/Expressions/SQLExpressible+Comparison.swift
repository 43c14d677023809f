extension SQLExpressible {
  /// Returns whether two expressions are equal. A `nil` on either side makes `IS NULL`.
  public static func == <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.equal, with: right) }
  /// Returns whether the expression equals a value. `nil` makes `IS NULL`.
  @inlinable public static func == (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.equal, to: left.bound(right))
  }
  /// Returns whether a value equals the expression. `nil` makes `IS NULL`.
  @inlinable public static func == (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.equal, to: right.bound(left))
  }

  /// Returns whether two expressions differ. A `nil` on either side makes `IS NOT NULL`.
  public static func != <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.notEqual, with: right) }
  /// Returns whether the expression differs from a value. `nil` makes `IS NOT NULL`.
  @inlinable public static func != (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.notEqual, to: left.bound(right))
  }
  /// Returns whether a value differs from the expression. `nil` makes `IS NOT NULL`.
  @inlinable public static func != (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.notEqual, to: right.bound(left))
  }

  /// Returns whether the left expression is less than the right one. With `nil` the condition is NULL and no row
  /// meets it.
  public static func < <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.less, with: right) }
  /// Returns whether the expression is less than a value. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func < (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.less, to: left.bound(right))
  }
  /// Returns whether a value is less than the expression. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func < (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.greater, to: right.bound(left))
  }

  /// Returns whether the left expression is at most the right one. With `nil` the condition is NULL and no row meets
  /// it.
  public static func <= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.lessOrEqual, with: right) }
  /// Returns whether the expression is at most a value. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func <= (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.lessOrEqual, to: left.bound(right))
  }
  /// Returns whether a value is at most the expression. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func <= (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.greaterOrEqual, to: right.bound(left))
  }

  /// Returns whether the left expression is greater than the right one. With `nil` the condition is NULL and no row
  /// meets it.
  public static func > <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.greater, with: right) }
  /// Returns whether the expression is greater than a value. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func > (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.greater, to: left.bound(right))
  }
  /// Returns whether a value is greater than the expression. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func > (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.less, to: right.bound(left))
  }

  /// Returns whether the left expression is at least the right one. With `nil` the condition is NULL and no row meets
  /// it.
  public static func >= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.greaterOrEqual, with: right) }
  /// Returns whether the expression is at least a value. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func >= (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.greaterOrEqual, to: left.bound(right))
  }
  /// Returns whether a value is at least the expression. With `nil` the condition is NULL and no row meets it.
  @inlinable public static func >= (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.lessOrEqual, to: right.bound(left))
  }
}

extension SQLExpressible {
  /// Returns whether two expressions are equal, where NULL equals NULL (`IS`).
  public func `is`<Other: SQLExpressible>(_ other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.is, with: other) }
  /// Returns whether the expression equals a value, where NULL equals NULL (`IS`).
  public func `is`(_ value: Value.Unwrapped?) -> SQLPredicate { match(.is, to: bound(value)) }
  /// Returns whether two expressions differ, where NULL equals NULL (`IS NOT`).
  public func isNot<Other: SQLExpressible>(_ other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.isNot, with: other) }
  /// Returns whether the expression differs from a value, where NULL equals NULL (`IS NOT`).
  public func isNot(_ value: Value.Unwrapped?) -> SQLPredicate { match(.isNot, to: bound(value)) }
  /// Returns whether two expressions differ, like ``isNot(_:)-(Self.Value.Unwrapped?)`` (`IS DISTINCT FROM`, or `IS NOT` if the engine
  /// lacks it).
  public func isDistinct<Other: SQLExpressible>(from other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.isDistinctFrom, with: other) }
  /// Returns whether two expressions are equal, like `is` (`IS NOT DISTINCT FROM`, or `IS` if the engine lacks it).
  public func isNotDistinct<Other: SQLExpressible>(from other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { match(.isNotDistinctFrom, with: other) }

  /// Whether the expression is NULL (`IS NULL`).
  public var isNull: SQLPredicate { SQLPredicate(syntax: .isNull(syntax, negated: false)) }
  /// Whether the expression isn't NULL (`IS NOT NULL`).
  public var isNotNull: SQLPredicate { SQLPredicate(syntax: .isNull(syntax, negated: true)) }

  /// Returns whether the expression is at least the lower bound and at most the upper one (`BETWEEN`).
  public func between(_ lower: Value.Unwrapped, _ upper: Value.Unwrapped) -> SQLPredicate {
    SQLPredicate(syntax: .between(ordered(to: "compare"), bound(lower), bound(upper), negated: false))
  }
  /// Returns whether the expression is less than the lower bound or more than the upper one (`NOT BETWEEN`).
  public func notBetween(_ lower: Value.Unwrapped, _ upper: Value.Unwrapped) -> SQLPredicate {
    SQLPredicate(syntax: .between(ordered(to: "compare"), bound(lower), bound(upper), negated: true))
  }
  /// Returns whether the expression is between two others, both included (`BETWEEN`).
  public func between<Lower: SQLExpressible, Upper: SQLExpressible>(_ lower: Lower, _ upper: Upper) -> SQLPredicate
  where Lower.Value.Unwrapped == Value.Unwrapped, Upper.Value.Unwrapped == Value.Unwrapped {
    between(lower.operand, upper.operand, negated: false)
  }
  /// Returns whether the expression isn't between two others (`NOT BETWEEN`).
  public func notBetween<Lower: SQLExpressible, Upper: SQLExpressible>(_ lower: Lower, _ upper: Upper) -> SQLPredicate
  where Lower.Value.Unwrapped == Value.Unwrapped, Upper.Value.Unwrapped == Value.Unwrapped {
    between(lower.operand, upper.operand, negated: true)
  }

  /// A value as a parameter, stored as this expression stores its own.
  @inlinable func bound(_ value: Value.Unwrapped?) -> SQLSyntax.Expression {
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
    return SQLPredicate(comparing: left, comparison, right, Value.Unwrapped.self, Self.form(coding))
  }

  /// A comparison with a value that is stored like this expression's values.
  @inlinable func compare(_ comparison: SQLSyntax.BinaryOperator, to value: SQLSyntax.Expression) -> SQLPredicate {
    SQLPredicate(
      comparing: constantEncoder?(nil) ?? syntax, comparison, value, Value.Unwrapped.self, storedForm)
  }

  private static func form(_ coding: SQLValueCoding<Value.Unwrapped>?) -> SQLStoredForm {
    coding?.storedForm ?? Value.Unwrapped.storedForm
  }

  private func match<Other: SQLExpressible>(
    _ comparison: SQLSyntax.BinaryOperator, with other: Other
  ) -> SQLPredicate where Other.Value.Unwrapped == Value.Unwrapped {
    let (left, right, coding) = agreed(with: other, to: "compare")
    return SQLPredicate(
      comparing: left, comparison, right, Value.Unwrapped.self, Self.form(coding), nullIsValue: true)
  }

  func match(_ comparison: SQLSyntax.BinaryOperator, to value: SQLSyntax.Expression) -> SQLPredicate {
    SQLPredicate(comparing: syntax, comparison, value, Value.Unwrapped.self, storedForm, nullIsValue: true)
  }
}

extension SQLSyntax.BinaryOperator {
  /// Whether the operator orders two values.
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
  /// Unless NULL counts as a value, NULL on either side becomes a test for NULL, or a condition that no row meets.
  ///
  /// - Parameters:
  ///   - type: The type of the values, for the message.
  ///   - form: How the values of both sides are stored.
  @usableFromInline init(
    comparing left: SQLSyntax.Expression, _ comparison: SQLSyntax.BinaryOperator, _ right: SQLSyntax.Expression,
    _ type: any Any.Type, _ form: SQLStoredForm, nullIsValue: Bool = false
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
    let needed: SQLStoredForm.Preserved = comparison.isOrdering ? .order : .equality
    if hasNull || form.preserved.contains(needed) {
      self.init(syntax: .binary(comparison, left, right))
    } else {
      self = .failed(.comparison(type, left, form, "compare", needing: needed))
    }
  }
}

extension SQLExpressible where Value.Unwrapped: Comparable {
  /// Returns whether the expression is in a closed range (`BETWEEN`).
  public func between(_ range: ClosedRange<Value.Unwrapped>) -> SQLPredicate {
    between(range.lowerBound, range.upperBound)
  }
  /// Returns whether the expression isn't in a closed range (`NOT BETWEEN`).
  public func notBetween(_ range: ClosedRange<Value.Unwrapped>) -> SQLPredicate {
    notBetween(range.lowerBound, range.upperBound)
  }
  /// Returns whether the expression is in a half-open range: at least the lower bound and less than the upper one.
  public func between(_ range: Range<Value.Unwrapped>) -> SQLPredicate {
    SQLPredicate(
      syntax: .all([
        .binary(.greaterOrEqual, ordered(to: "compare"), bound(range.lowerBound)),
        .binary(.less, syntax, bound(range.upperBound)),
      ]))
  }
}
