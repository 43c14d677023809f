extension SQLExpressible {
  /// Equal. With `nil` on either side this is `IS NULL`.
  public static func == <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.equal, right.syntax) }
  /// Equal to a value. `nil` gives `IS NULL`.
  public static func == (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.equal, left.bound(right))
  }
  /// Equal to a value. `nil` gives `IS NULL`.
  public static func == (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.equal, right.bound(left))
  }

  /// Not equal. With `nil` on either side this is `IS NOT NULL`.
  public static func != <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.notEqual, right.syntax) }
  /// Not equal to a value. `nil` gives `IS NOT NULL`.
  public static func != (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.notEqual, left.bound(right))
  }
  /// Not equal to a value. `nil` gives `IS NOT NULL`.
  public static func != (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.notEqual, right.bound(left))
  }

  /// Less. Nothing is less than NULL: with `nil` the condition is NULL and no row meets it.
  public static func < <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.less, right.syntax) }
  /// Less than a value. With `nil` the condition is NULL and no row meets it.
  public static func < (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.less, left.bound(right))
  }
  /// A value less than the expression. With `nil` the condition is NULL and no row meets it.
  public static func < (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.greater, right.bound(left))
  }

  /// Less or equal. With `nil` the condition is NULL and no row meets it.
  public static func <= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.lessOrEqual, right.syntax) }
  /// Less than a value, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func <= (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.lessOrEqual, left.bound(right))
  }
  /// A value less than the expression, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func <= (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.greaterOrEqual, right.bound(left))
  }

  /// Greater. With `nil` the condition is NULL and no row meets it.
  public static func > <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.greater, right.syntax) }
  /// Greater than a value. With `nil` the condition is NULL and no row meets it.
  public static func > (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.greater, left.bound(right))
  }
  /// A value greater than the expression. With `nil` the condition is NULL and no row meets it.
  public static func > (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.less, right.bound(left))
  }

  /// Greater or equal. With `nil` the condition is NULL and no row meets it.
  public static func >= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { left.compare(.greaterOrEqual, right.syntax) }
  /// Greater than a value, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func >= (left: Self, right: Value.Unwrapped?) -> SQLPredicate {
    left.compare(.greaterOrEqual, left.bound(right))
  }
  /// A value greater than the expression, or equal to it. With `nil` the condition is NULL and no row meets it.
  public static func >= (left: Value.Unwrapped?, right: Self) -> SQLPredicate {
    right.compare(.lessOrEqual, right.bound(left))
  }
}

extension SQLExpressible {
  /// `IS`: equal, where NULL equals NULL.
  public func `is`<Other: SQLExpressible>(_ other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { SQLPredicate(syntax: .binary(.is, syntax, other.syntax)) }
  /// `IS`: equal to a value, where NULL equals NULL.
  public func `is`(_ value: Value.Unwrapped?) -> SQLPredicate {
    SQLPredicate(syntax: .binary(.is, syntax, bound(value)))
  }
  /// `IS NOT`: not equal, where NULL equals NULL.
  public func isNot<Other: SQLExpressible>(_ other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped { SQLPredicate(syntax: .binary(.isNot, syntax, other.syntax)) }
  /// `IS NOT`: not equal to a value, where NULL equals NULL.
  public func isNot(_ value: Value.Unwrapped?) -> SQLPredicate {
    SQLPredicate(syntax: .binary(.isNot, syntax, bound(value)))
  }
  /// `IS DISTINCT FROM`, which means the same as ``isNot(_:)-6pm7j``; rendered as `IS NOT` where the engine lacks it.
  public func isDistinct<Other: SQLExpressible>(from other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(syntax: .binary(.isDistinctFrom, syntax, other.syntax))
  }
  /// `IS NOT DISTINCT FROM`, which means the same as `IS`; rendered as `IS` where the engine lacks it.
  public func isNotDistinct<Other: SQLExpressible>(from other: Other) -> SQLPredicate
  where Other.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(syntax: .binary(.isNotDistinctFrom, syntax, other.syntax))
  }

  /// `IS NULL`.
  public var isNull: SQLPredicate { SQLPredicate(syntax: .isNull(syntax, negated: false)) }
  /// `IS NOT NULL`.
  public var isNotNull: SQLPredicate { SQLPredicate(syntax: .isNull(syntax, negated: true)) }

  /// `BETWEEN`: at least the lower bound and at most the upper one.
  public func between(_ lower: Value.Unwrapped, _ upper: Value.Unwrapped) -> SQLPredicate {
    SQLPredicate(syntax: .between(syntax, bound(lower), bound(upper), negated: false))
  }
  /// `NOT BETWEEN`: less than the lower bound or more than the upper one.
  public func notBetween(_ lower: Value.Unwrapped, _ upper: Value.Unwrapped) -> SQLPredicate {
    SQLPredicate(syntax: .between(syntax, bound(lower), bound(upper), negated: true))
  }
  /// `BETWEEN` two expressions, both included.
  public func between<Lower: SQLExpressible, Upper: SQLExpressible>(_ lower: Lower, _ upper: Upper) -> SQLPredicate
  where Lower.Value.Unwrapped == Value.Unwrapped, Upper.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(syntax: .between(syntax, lower.syntax, upper.syntax, negated: false))
  }
  /// `NOT BETWEEN` two expressions.
  public func notBetween<Lower: SQLExpressible, Upper: SQLExpressible>(_ lower: Lower, _ upper: Upper) -> SQLPredicate
  where Lower.Value.Unwrapped == Value.Unwrapped, Upper.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(syntax: .between(syntax, lower.syntax, upper.syntax, negated: true))
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

  /// A comparison in which NULL on either side is a test for NULL, or leaves nothing to compare.
  func compare(_ comparison: SQLSyntax.BinaryOperator, _ other: SQLSyntax.Expression) -> SQLPredicate {
    guard syntax.isNullConstant || other.isNullConstant else {
      return SQLPredicate(syntax: .binary(comparison, syntax, other))
    }
    let tested = other.isNullConstant ? syntax : other
    switch comparison {
    case .equal: return SQLPredicate(syntax: .isNull(tested, negated: false))
    case .notEqual: return SQLPredicate(syntax: .isNull(tested, negated: true))
    default: return SQLPredicate(syntax: .literal(.null))
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
        .binary(.greaterOrEqual, syntax, bound(range.lowerBound)), .binary(.less, syntax, bound(range.upperBound)),
      ]))
  }
}
