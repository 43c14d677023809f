// The result keeps the coding of its operands: the sum of two amounts is an amount. What a coding can't do, as a quotient
// of amounts, throws when the query is rendered.
//
// The result of two expressions is optional: either may be NULL, and SQLite answers NULL for a division by zero and for
// differences of infinities. Read it with `asNonNull` where NULL would be an error.
extension SQLExpressible where Value.Unwrapped: Numeric {
  /// Returns the sum of two expressions.
  public static func + <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { SQLOperand.sum(.add, left.operand, right.operand) }
  /// Returns the sum of the expression and a value.
  public static func + (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    SQLOperand.sum(.add, left.operand, .value(right))
  }
  /// Returns the sum of a value and the expression.
  public static func + (left: Value.Unwrapped, right: Self) -> SQLExpression<Value> {
    SQLOperand.sum(.add, .value(left), right.operand)
  }

  /// Returns the difference of two expressions.
  public static func - <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { SQLOperand.sum(.subtract, left.operand, right.operand) }
  /// Returns the expression minus a value.
  public static func - (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    SQLOperand.sum(.subtract, left.operand, .value(right))
  }
  /// Returns a value minus the expression.
  public static func - (left: Value.Unwrapped, right: Self) -> SQLExpression<Value> {
    SQLOperand.sum(.subtract, .value(left), right.operand)
  }

  /// Returns the product of two expressions.
  public static func * <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { SQLOperand.product(left.operand, right.operand) }
  /// Returns the product of the expression and a value.
  public static func * (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    SQLOperand.product(left.operand, .value(right))
  }
  /// Returns the product of a value and the expression.
  public static func * (left: Value.Unwrapped, right: Self) -> SQLExpression<Value> {
    SQLOperand.product(.value(left), right.operand)
  }

  /// Returns the quotient of two expressions. Integers give a whole quotient; a division by zero gives NULL.
  public static func / <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped { SQLOperand.quotient(.divide, left.operand, right.operand, "divide") }
  /// Returns the expression divided by a value. Integers give a whole quotient; a division by zero gives NULL.
  public static func / (left: Self, right: Value.Unwrapped) -> SQLExpression<Value.Unwrapped?> {
    SQLOperand.quotient(.divide, left.operand, .value(right), "divide")
  }
  /// Returns a value divided by the expression. Integers give a whole quotient; a division by zero gives NULL.
  public static func / (left: Value.Unwrapped, right: Self) -> SQLExpression<Value.Unwrapped?> {
    SQLOperand.quotient(.divide, .value(left), right.operand, "divide")
  }

  /// Returns the expression with the opposite sign.
  public static prefix func - (operand: Self) -> SQLExpression<Value> {
    guard operand.storedForm.scale != nil else {
      return .failed(.arithmetic(Value.Unwrapped.self, operand.syntax, operand.storedForm, "negate"))
    }
    return SQLExpression(syntax: .unary(.minus, operand.syntax), coding: operand.coding)
  }
}

extension SQLExpressible where Value.Unwrapped: FixedWidthInteger {
  /// Returns the remainder of a division. A division by zero gives NULL.
  public static func % <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped {
    SQLOperand.quotient(.remainder, left.operand, right.operand, "divide")
  }
  /// Returns the remainder of a division by a value. A division by zero gives NULL.
  public static func % (left: Self, right: Value.Unwrapped) -> SQLExpression<Value.Unwrapped?> {
    SQLOperand.quotient(.remainder, left.operand, .value(right), "divide")
  }
  /// Returns the bits that are set in both expressions.
  public static func & <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped {
    SQLOperand.quotient(.bitAnd, left.operand, right.operand, "take the bits of")
  }
  /// Returns the bits that are set in both the expression and a value.
  public static func & (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    SQLOperand.quotient(.bitAnd, left.operand, .value(right), "take the bits of")
  }
  /// Returns the bits that are set in either expression.
  public static func | <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped == Value.Unwrapped {
    SQLOperand.quotient(.bitOr, left.operand, right.operand, "take the bits of")
  }
  /// Returns the bits that are set in the expression or a value.
  public static func | (left: Self, right: Value.Unwrapped) -> SQLExpression<Value> {
    SQLOperand.quotient(.bitOr, left.operand, .value(right), "take the bits of")
  }
  /// Shifts the bits to the left, in 64 bits.
  public static func << (left: Self, right: Int) -> SQLExpression<Value> {
    left.shifted(.shiftLeft, right)
  }
  /// Shifts the bits to the right, in 64 bits, and keeps the sign.
  public static func >> (left: Self, right: Int) -> SQLExpression<Value> {
    left.shifted(.shiftRight, right)
  }
  /// Inverts the bits, in 64 bits.
  public static prefix func ~ (operand: Self) -> SQLExpression<Value> {
    guard operand.storedForm.isNumber else {
      return .failed(
        .arithmetic(Value.Unwrapped.self, operand.syntax, operand.storedForm, "take the bits of"))
    }
    return SQLExpression(syntax: .unary(.bitNot, operand.syntax))
  }

  private func shifted(_ operation: SQLSyntax.BinaryOperator, _ distance: Int) -> SQLExpression<Value> {
    guard storedForm.isNumber else {
      return .failed(.arithmetic(Value.Unwrapped.self, syntax, storedForm, "take the bits of"))
    }
    return SQLExpression(syntax: .binary(operation, syntax, .value(.integer(Int64(distance)))))
  }
}

extension SQLExpressible where Value.Unwrapped == String {
  /// Concatenates two texts (`||`). The result is NULL if either is NULL.
  public static func + <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<String?>
  where Other.Value.Unwrapped == String {
    SQLExpression(syntax: .binary(.concatenate, left.text(for: "+"), right.text(for: "+")))
  }
  /// Appends a text to the expression (`||`).
  public static func + (left: Self, right: String) -> SQLExpression<Value> {
    SQLExpression(syntax: .binary(.concatenate, left.text(for: "+"), .value(.text(right))))
  }
  /// Prepends a text to the expression (`||`).
  public static func + (left: String, right: Self) -> SQLExpression<Value> {
    SQLExpression(syntax: .binary(.concatenate, .value(.text(left)), right.text(for: "+")))
  }
}
