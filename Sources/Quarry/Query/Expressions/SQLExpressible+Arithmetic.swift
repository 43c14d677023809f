// The result of two expressions is optional: either may be NULL, and SQLite answers NULL for a division by zero and for
// differences of infinities. Read it with `asNonNull` where NULL would be an error.
extension SQLExpressible where Value.Unwrapped: Numeric {
  /// The sum.
  public static func + <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { combine(.add, left.syntax, right.syntax) }
  /// The sum with a value.
  public static func + (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    combine(.add, left.syntax, left.bound(right))
  }
  /// The sum with a value.
  public static func + (left: Value.Unwrapped, right: Self) -> SQLExpression<Value> {
    combine(.add, right.bound(left), right.syntax)
  }

  /// The difference.
  public static func - <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { combine(.subtract, left.syntax, right.syntax) }
  /// The difference from a value.
  public static func - (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    combine(.subtract, left.syntax, left.bound(right))
  }
  /// A value less the expression.
  public static func - (left: Value.Unwrapped, right: Self) -> SQLExpression<Value> {
    combine(.subtract, right.bound(left), right.syntax)
  }

  /// The product.
  public static func * <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { combine(.multiply, left.syntax, right.syntax) }
  /// The product with a value.
  public static func * (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    combine(.multiply, left.syntax, left.bound(right))
  }
  /// The product with a value.
  public static func * (left: Value.Unwrapped, right: Self) -> SQLExpression<Value> {
    combine(.multiply, right.bound(left), right.syntax)
  }

  /// The quotient: whole for integers, NULL for a division by zero.
  public static func / <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { combine(.divide, left.syntax, right.syntax) }
  /// The quotient by a value: whole for integers, NULL for a division by zero.
  public static func / (left: Self, right: Value.Unwrapped) -> SQLExpression<Value.Unwrapped?> {
    combine(.divide, left.syntax, left.bound(right))
  }
  /// A value divided by the expression: whole for integers, NULL for a division by zero.
  public static func / (left: Value.Unwrapped, right: Self) -> SQLExpression<Value.Unwrapped?> {
    combine(.divide, right.bound(left), right.syntax)
  }

  /// The expression with the opposite sign.
  public static prefix func - (operand: Self) -> SQLExpression<Value> {
    SQLExpression(syntax: .unary(.minus, operand.syntax))
  }

  private static func combine<Result>(
    _ operation: SQLSyntax.BinaryOperator, _ left: SQLSyntax.Expression, _ right: SQLSyntax.Expression
  ) -> SQLExpression<Result> { SQLExpression(syntax: .binary(operation, left, right)) }
}

extension SQLExpressible where Value.Unwrapped: FixedWidthInteger {
  /// The remainder; NULL for a division by zero.
  public static func % <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { left.bits(.remainder, right.syntax) }
  /// The remainder of a division by a value; NULL for a division by zero.
  public static func % (left: Self, right: Value.Unwrapped) -> SQLExpression<Value.Unwrapped?> {
    left.bits(.remainder, left.bound(right))
  }
  /// The bits that both have.
  public static func & <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { left.bits(.bitAnd, right.syntax) }
  /// The bits that both have.
  public static func & (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    left.bits(.bitAnd, left.bound(right))
  }
  /// The bits that either has.
  public static func | <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { left.bits(.bitOr, right.syntax) }
  /// The bits that either has.
  public static func | (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    left.bits(.bitOr, left.bound(right))
  }
  /// The bits moved to the left, in 64 bits.
  public static func << (left: Self, right: Int) -> SQLExpression<Value> {
    left.bits(.shiftLeft, .value(.integer(Int64(right))))
  }
  /// The bits moved to the right, in 64 bits, the sign kept.
  public static func >> (left: Self, right: Int) -> SQLExpression<Value> {
    left.bits(.shiftRight, .value(.integer(Int64(right))))
  }
  /// The bits inverted, in 64 bits.
  public static prefix func ~ (operand: Self) -> SQLExpression<Value> {
    SQLExpression(syntax: .unary(.bitNot, operand.syntax))
  }

  private func bits<Result>(
    _ operation: SQLSyntax.BinaryOperator, _ right: SQLSyntax.Expression
  ) -> SQLExpression<Result> { SQLExpression(syntax: .binary(operation, syntax, right)) }
}

extension SQLExpressible where Value.Unwrapped == String {
  /// `||`: both texts, one after the other; NULL when either is.
  public static func + <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<String?>
  where Other.Value.Unwrapped == String {
    SQLExpression(syntax: .binary(.concatenate, left.syntax, right.syntax))
  }
  /// `||` with a text behind.
  public static func + (left: Self, right: String) -> SQLExpression<Value> {
    SQLExpression(syntax: .binary(.concatenate, left.syntax, left.bound(right)))
  }
  /// `||` with a text in front.
  public static func + (left: String, right: Self) -> SQLExpression<Value> {
    SQLExpression(syntax: .binary(.concatenate, right.bound(left), right.syntax))
  }
}
