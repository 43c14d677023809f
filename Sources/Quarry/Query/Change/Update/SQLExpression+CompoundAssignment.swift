// The operators of an assignment closure: `$0.plays += 1` sets the column to the sum of its value before and 1.
extension SQLExpression where Value.Unwrapped: Numeric {
  /// Adds a value to the column.
  public static func += (column: inout Self, value: Value.Unwrapped) {
    column.become(column + value)
  }
  /// Adds an expression to the column.
  public static func += <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column + other) }

  /// Subtracts a value from the column.
  public static func -= (column: inout Self, value: Value.Unwrapped) {
    column.become(column - value)
  }
  /// Subtracts an expression from the column.
  public static func -= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column - other) }

  /// Multiplies the column by a value.
  public static func *= (column: inout Self, value: Value.Unwrapped) {
    column.become(column * value)
  }
  /// Multiplies the column by an expression.
  public static func *= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column * other) }

  /// Divides the column by a value. Integers give a whole quotient; a division by zero gives NULL.
  public static func /= (column: inout Self, value: Value.Unwrapped) {
    column.become(column / value)
  }
  /// Divides the column by an expression. Integers give a whole quotient; a division by zero gives NULL.
  public static func /= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column / other) }
}

extension SQLExpression where Value.Unwrapped: FixedWidthInteger {
  /// Sets the column to the remainder of a division by a value. A division by zero gives NULL.
  public static func %= (column: inout Self, value: Value.Unwrapped) {
    column.become(column % value)
  }
  /// Sets the column to the remainder of a division by an expression. A division by zero gives NULL.
  public static func %= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column % other) }

  /// Keeps only the bits that are set in both operands.
  public static func &= (column: inout Self, value: Value.Unwrapped) {
    column.become(column & value)
  }
  /// Keeps only the bits that are set in both operands.
  public static func &= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column & other) }

  /// Sets the bits that are set in the other operand.
  public static func |= (column: inout Self, value: Value.Unwrapped) {
    column.become(column | value)
  }
  /// Sets the bits that are set in the other operand.
  public static func |= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column | other) }

  /// Shifts the bits to the left, in 64 bits.
  public static func <<= (column: inout Self, count: Int) { column.become(column << count) }
  /// Shifts the bits to the right, in 64 bits, and keeps the sign.
  public static func >>= (column: inout Self, count: Int) { column.become(column >> count) }
}

extension SQLExpression where Value.Unwrapped == String {
  /// Appends a text to the column.
  public static func += (column: inout Self, value: Value.Unwrapped) {
    column.become(column + value)
  }
  /// Appends a text expression to the column.
  public static func += <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column + other) }
}

extension SQLExpression {
  /// Rejects an operand of another type, with a message of the compiler.
  @available(*, unavailable, message: "the operand has another type than the column; convert it first")
  public static func += <Other>(column: inout Self, other: Other) {}
  /// Rejects an operand of another type, with a message of the compiler.
  @available(*, unavailable, message: "the operand has another type than the column; convert it first")
  public static func -= <Other>(column: inout Self, other: Other) {}

  /// Replaces the expression and keeps its type. If an operator makes the value NULL, the engine rejects it.
  fileprivate mutating func become<Result: SQLExpressible>(_ result: Result) {
    self = SQLExpression(syntax: result.syntax, coding: coding)
  }
}
