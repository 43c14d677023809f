// Integers of every width in arithmetic with every column of numbers. The result has the column's type. The overloads are
// disfavored, so that a literal takes the column's type.
extension SQLExpressible where Value.Unwrapped: Numeric {
  /// Returns the sum of the expression and an integer of any width.
  @_disfavoredOverload
  public static func + <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Self, right: Integer
  ) -> SQLExpression<Value> { SQLOperand.sum(.add, left.operand, left.integerOperand(right)) }
  /// Returns the sum of an integer of any width and the expression.
  @_disfavoredOverload
  public static func + <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Integer, right: Self
  ) -> SQLExpression<Value> { SQLOperand.sum(.add, right.integerOperand(left), right.operand) }
  /// Returns the expression minus an integer of any width.
  @_disfavoredOverload
  public static func - <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Self, right: Integer
  ) -> SQLExpression<Value> { SQLOperand.sum(.subtract, left.operand, left.integerOperand(right)) }
  /// Returns an integer of any width minus the expression.
  @_disfavoredOverload
  public static func - <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Integer, right: Self
  ) -> SQLExpression<Value> { SQLOperand.sum(.subtract, right.integerOperand(left), right.operand) }
  /// Returns the product of the expression and an integer of any width.
  @_disfavoredOverload
  public static func * <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Self, right: Integer
  ) -> SQLExpression<Value> { SQLOperand.product(left.operand, left.integerOperand(right)) }
  /// Returns the product of an integer of any width and the expression.
  @_disfavoredOverload
  public static func * <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Integer, right: Self
  ) -> SQLExpression<Value> { SQLOperand.product(right.integerOperand(left), right.operand) }
  /// Returns the expression divided by an integer of any width. Integers give a whole quotient; a division by zero
  /// gives NULL.
  @_disfavoredOverload
  public static func / <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Self, right: Integer
  ) -> SQLExpression<Value.Unwrapped?> {
    SQLOperand.quotient(.divide, left.operand, left.integerOperand(right), "divide")
  }
  /// Returns an integer of any width divided by the expression. Integers give a whole quotient; a division by zero
  /// gives NULL.
  @_disfavoredOverload
  public static func / <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Integer, right: Self
  ) -> SQLExpression<Value.Unwrapped?> {
    SQLOperand.quotient(.divide, right.integerOperand(left), right.operand, "divide")
  }

  /// Returns the product with an expression of integers. For example, an amount times a count is an amount.
  @_disfavoredOverload
  public static func * <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped: FixedWidthInteger {
    guard right.storedForm.isNumber else {
      return .failed(.arithmetic(Other.Value.Unwrapped.self, right.syntax, right.storedForm, "multiply"))
    }
    guard let scale = left.storedForm.scale else {
      return .failed(.arithmetic(Value.Unwrapped.self, left.syntax, left.storedForm, "multiply"))
    }
    let coding = SQLValueCoding<Value.Unwrapped>.scaled(scale, like: left.coding)?.value
    return SQLExpression(syntax: .binary(.multiply, left.syntax, right.syntax), coding: coding)
  }
}

extension SQLExpressible where Value.Unwrapped: FixedWidthInteger {
  /// Returns the sum of integers of different widths.
  @_disfavoredOverload
  public static func + <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped: FixedWidthInteger {
    SQLOperand.sum(.add, left.operand, left.integerOperand(of: right))
  }
  /// Returns the difference of integers of different widths.
  @_disfavoredOverload
  public static func - <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped: FixedWidthInteger {
    SQLOperand.sum(.subtract, left.operand, left.integerOperand(of: right))
  }
  /// Returns the whole quotient of integers of different widths. A division by zero gives NULL.
  @_disfavoredOverload
  public static func / <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped: FixedWidthInteger {
    SQLOperand.quotient(.divide, left.operand, left.integerOperand(of: right), "divide")
  }
  /// Returns the remainder of integers of different widths. A division by zero gives NULL.
  @_disfavoredOverload
  public static func % <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped: FixedWidthInteger {
    SQLOperand.quotient(.remainder, left.operand, left.integerOperand(of: right), "divide")
  }
  /// Returns the bits that are set in both integers, which may differ in width.
  @_disfavoredOverload
  public static func & <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped: FixedWidthInteger {
    SQLOperand.quotient(.bitAnd, left.operand, left.integerOperand(of: right), "take the bits of")
  }
  /// Returns the bits that are set in either integer, which may differ in width.
  @_disfavoredOverload
  public static func | <Other: SQLExpressible>(left: Self, right: Other) -> SQLExpression<Value.Unwrapped?>
  where Other.Value.Unwrapped: FixedWidthInteger {
    SQLOperand.quotient(.bitOr, left.operand, left.integerOperand(of: right), "take the bits of")
  }
  /// Returns the remainder of a division by an integer of any width. A division by zero gives NULL.
  @_disfavoredOverload
  public static func % <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Self, right: Integer
  ) -> SQLExpression<Value.Unwrapped?> {
    SQLOperand.quotient(.remainder, left.operand, left.integerOperand(right), "divide")
  }
  /// Returns the bits that are set in both the expression and an integer of any width.
  @_disfavoredOverload
  public static func & <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Self, right: Integer
  ) -> SQLExpression<Value> {
    SQLOperand.quotient(.bitAnd, left.operand, left.integerOperand(right), "take the bits of")
  }
  /// Returns the bits that are set in the expression or an integer of any width.
  @_disfavoredOverload
  public static func | <Integer: FixedWidthInteger & SQLValueConvertible>(
    left: Self, right: Integer
  ) -> SQLExpression<Value> {
    SQLOperand.quotient(.bitOr, left.operand, left.integerOperand(right), "take the bits of")
  }
}
