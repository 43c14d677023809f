// The operators of an assignment closure: `$0.plays += 1` sets the column to the sum of its value before and 1.
extension SQLExpression where Value.Unwrapped: Numeric {
  /// Adds to the column.
  public static func += (column: inout Self, value: Value.Unwrapped) {
    column.become(column + value)
  }
  /// Adds to the column.
  public static func += <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column + other) }

  /// Subtracts from the column.
  public static func -= (column: inout Self, value: Value.Unwrapped) {
    column.become(column - value)
  }
  /// Subtracts from the column.
  public static func -= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column - other) }

  /// Multiplies the column.
  public static func *= (column: inout Self, value: Value.Unwrapped) {
    column.become(column * value)
  }
  /// Multiplies the column.
  public static func *= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column * other) }

  /// Divides the column: whole for integers. A division by zero gives NULL.
  public static func /= (column: inout Self, value: Value.Unwrapped) {
    column.become(column / value)
  }
  /// Divides the column: whole for integers. A division by zero gives NULL.
  public static func /= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column / other) }
}

extension SQLExpression where Value.Unwrapped: FixedWidthInteger {
  /// Sets the column to the remainder of a division. A division by zero gives NULL.
  public static func %= (column: inout Self, value: Value.Unwrapped) {
    column.become(column % value)
  }
  /// Sets the column to the remainder of a division. A division by zero gives NULL.
  public static func %= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column % other) }

  /// Keeps the bits that the other operand has too.
  public static func &= (column: inout Self, value: Value.Unwrapped) {
    column.become(column & value)
  }
  /// Keeps the bits that the other operand has too.
  public static func &= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column & other) }

  /// Adds the bits of the other operand.
  public static func |= (column: inout Self, value: Value.Unwrapped) {
    column.become(column | value)
  }
  /// Adds the bits of the other operand.
  public static func |= <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column | other) }

  /// Moves the bits to the left, in 64 bits.
  public static func <<= (column: inout Self, count: Int) { column.become(column << count) }
  /// Moves the bits to the right, in 64 bits; the sign is kept.
  public static func >>= (column: inout Self, count: Int) { column.become(column >> count) }
}

extension SQLExpression where Value.Unwrapped == String {
  /// Appends a text to the column.
  public static func += (column: inout Self, value: Value.Unwrapped) {
    column.become(column + value)
  }
  /// Appends a text to the column.
  public static func += <Other: SQLExpressible>(column: inout Self, other: Other)
  where Other.Value.Unwrapped == Value.Unwrapped { column.become(column + other) }
}

extension SQLExpression {
  /// Refuses an operand of another type.
  @available(*, unavailable, message: "the operand has another type than the column; convert it first")
  public static func += <Other>(column: inout Self, other: Other) {}
  /// Refuses an operand of another type.
  @available(*, unavailable, message: "the operand has another type than the column; convert it first")
  public static func -= <Other>(column: inout Self, other: Other) {}

  /// Takes the place of the expression, which keeps its type: NULL, which only the operator brings in, is the engine's to
  /// refuse.
  fileprivate mutating func become<Result: SQLExpressible>(_ result: Result) {
    self = SQLExpression(syntax: result.syntax, coding: coding)
  }
}
