// What a Swift programmer writes first, by the names that Swift has for it: it works where SQL means the same, and is
// refused with the way out where it does not.
extension SQLExpressible where Value.Unwrapped == String {
  /// Whether the text has no characters. NULL for NULL.
  public var isEmpty: SQLPredicate { self == "" }

  /// Points to `length`.
  @available(*, unavailable, message: "write length for the number of characters; count() is the aggregate")
  public var count: SQLExpression<Int?> { length }

  /// Points to `startsWith`.
  @available(*, unavailable, renamed: "startsWith(_:)")
  public func hasPrefix(_ prefix: String) -> SQLPredicate { startsWith(prefix) }

  /// Points to `endsWith`.
  @available(*, unavailable, renamed: "endsWith(_:)")
  public func hasSuffix(_ suffix: String) -> SQLPredicate { endsWith(suffix) }

  /// Points to `upper`.
  @available(*, unavailable, message: "write upper, which changes the 26 ASCII letters only")
  public func uppercased() -> SQLExpression<Value> { upper }

  /// Points to `lower`.
  @available(*, unavailable, message: "write lower, which changes the 26 ASCII letters only")
  public func lowercased() -> SQLExpression<Value> { lower }
}

extension Sequence {
  /// Returns whether the sequence contains the value of an expression: `[1, 2, 3].contains($0.plays)` is
  /// `$0.plays.in([1, 2, 3])`.
  public func contains<Expression: SQLExpressible>(_ expression: Expression) -> SQLPredicate
  where Expression.Value.Unwrapped == Element { expression.in(self) }
}

extension SQLExpressible where Value.Unwrapped == Bool {
  /// Points out that a condition of SQL isn't a Swift `Bool`.
  @available(
    *, unavailable,
    message:
      "the operand is a Swift Bool, which is known before the query: write SQL.value(_:), or choose the query by it"
  )
  public static func && (left: Self, right: Bool) -> SQLPredicate { left && SQL.value(right) }

  /// Points out that a condition of SQL isn't a Swift `Bool`.
  @available(
    *, unavailable,
    message:
      "the operand is a Swift Bool, which is known before the query: write SQL.value(_:), or choose the query by it"
  )
  public static func || (left: Self, right: Bool) -> SQLPredicate { left || SQL.value(right) }
}

extension SQLExpressible {
  /// Points to `coalesce`.
  @available(*, unavailable, message: "write coalesce(_:), which is evaluated by the engine")
  public static func ?? (left: Self, right: Value.Unwrapped) -> SQLExpression<Value.Unwrapped> { left.coalesce(right) }
}
