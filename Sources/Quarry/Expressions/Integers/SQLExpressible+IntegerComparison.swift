// Integers of every width compare with every column of numbers: a value keeps its meaning, whatever its Swift type. The
// overloads are disfavored, so that a literal takes the column's type.
extension SQLExpressible where Value.Unwrapped: Numeric {
  /// Equal to an integer of any width. `nil` gives `IS NULL`.
  @_disfavoredOverload
  public static func == <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.equal, to: left.integer(right))
  }
  /// Returns an integer of any width, equal to the expression. `nil` gives `IS NULL`.
  @_disfavoredOverload
  public static func == <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.equal, to: right.integer(left))
  }
  /// Not equal to an integer of any width. `nil` gives `IS NOT NULL`.
  @_disfavoredOverload
  public static func != <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.notEqual, to: left.integer(right))
  }
  /// Returns an integer of any width, not equal to the expression. `nil` gives `IS NOT NULL`.
  @_disfavoredOverload
  public static func != <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.notEqual, to: right.integer(left))
  }
  /// Less than an integer of any width.
  @_disfavoredOverload
  public static func < <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate {
    left.compare(.less, to: left.integer(right))
  }
  /// Returns an integer of any width, less than the expression.
  @_disfavoredOverload
  public static func < <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate {
    right.compare(.greater, to: right.integer(left))
  }
  /// Less than an integer of any width, or equal to it.
  @_disfavoredOverload
  public static func <= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.lessOrEqual, to: left.integer(right))
  }
  /// Returns an integer of any width, less than the expression or equal to it.
  @_disfavoredOverload
  public static func <= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.greaterOrEqual, to: right.integer(left))
  }
  /// Greater than an integer of any width.
  @_disfavoredOverload
  public static func > <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate {
    left.compare(.greater, to: left.integer(right))
  }
  /// Returns an integer of any width, greater than the expression.
  @_disfavoredOverload
  public static func > <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate {
    right.compare(.less, to: right.integer(left))
  }
  /// Greater than an integer of any width, or equal to it.
  @_disfavoredOverload
  public static func >= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.greaterOrEqual, to: left.integer(right))
  }
  /// Returns an integer of any width, greater than the expression or equal to it.
  @_disfavoredOverload
  public static func >= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.lessOrEqual, to: right.integer(left))
  }
}

extension SQLExpressible where Value.Unwrapped: FixedWidthInteger {
  /// Equal, for integers of different widths.
  @_disfavoredOverload
  public static func == <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.equal, to: left.integer(of: right, "compare")) }
  /// Not equal, for integers of different widths.
  @_disfavoredOverload
  public static func != <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.notEqual, to: left.integer(of: right, "compare")) }
  /// Less, for integers of different widths.
  @_disfavoredOverload
  public static func < <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.less, to: left.integer(of: right, "compare")) }
  /// Less or equal, for integers of different widths.
  @_disfavoredOverload
  public static func <= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.lessOrEqual, to: left.integer(of: right, "compare")) }
  /// Greater, for integers of different widths.
  @_disfavoredOverload
  public static func > <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.greater, to: left.integer(of: right, "compare")) }
  /// Greater or equal, for integers of different widths.
  @_disfavoredOverload
  public static func >= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger {
    left.compare(.greaterOrEqual, to: left.integer(of: right, "compare"))
  }
}
