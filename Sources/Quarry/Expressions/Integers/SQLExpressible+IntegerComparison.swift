// Integers of every width compare with every column of numbers: a value keeps its meaning, whatever its Swift type. The
// overloads are disfavored, so that a literal takes the column's type.
extension SQLExpressible where Value.Unwrapped: Numeric {
  /// Returns whether the expression equals an integer of any width. `nil` makes `IS NULL`.
  @_disfavoredOverload @inlinable
  public static func == <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.equal, to: left.integer(right))
  }
  /// Returns whether an integer of any width equals the expression. `nil` makes `IS NULL`.
  @_disfavoredOverload @inlinable
  public static func == <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.equal, to: right.integer(left))
  }
  /// Returns whether the expression differs from an integer of any width. `nil` makes `IS NOT NULL`.
  @_disfavoredOverload @inlinable
  public static func != <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.notEqual, to: left.integer(right))
  }
  /// Returns whether an integer of any width differs from the expression. `nil` makes `IS NOT NULL`.
  @_disfavoredOverload @inlinable
  public static func != <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.notEqual, to: right.integer(left))
  }
  /// Returns whether the expression is less than an integer of any width.
  @_disfavoredOverload @inlinable
  public static func < <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate {
    left.compare(.less, to: left.integer(right))
  }
  /// Returns whether an integer of any width is less than the expression.
  @_disfavoredOverload @inlinable
  public static func < <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate {
    right.compare(.greater, to: right.integer(left))
  }
  /// Returns whether the expression is at most an integer of any width.
  @_disfavoredOverload @inlinable
  public static func <= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.lessOrEqual, to: left.integer(right))
  }
  /// Returns whether an integer of any width is at most the expression.
  @_disfavoredOverload @inlinable
  public static func <= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.greaterOrEqual, to: right.integer(left))
  }
  /// Returns whether the expression is greater than an integer of any width.
  @_disfavoredOverload @inlinable
  public static func > <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate {
    left.compare(.greater, to: left.integer(right))
  }
  /// Returns whether an integer of any width is greater than the expression.
  @_disfavoredOverload @inlinable
  public static func > <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate {
    right.compare(.less, to: right.integer(left))
  }
  /// Returns whether the expression is at least an integer of any width.
  @_disfavoredOverload @inlinable
  public static func >= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Self, right: Integer?) -> SQLPredicate
  {
    left.compare(.greaterOrEqual, to: left.integer(right))
  }
  /// Returns whether an integer of any width is at least the expression.
  @_disfavoredOverload @inlinable
  public static func >= <Integer: FixedWidthInteger & SQLValueConvertible>(left: Integer?, right: Self) -> SQLPredicate
  {
    right.compare(.lessOrEqual, to: right.integer(left))
  }
}

extension SQLExpressible where Value.Unwrapped: FixedWidthInteger {
  /// Returns whether integers of different widths are equal.
  @_disfavoredOverload
  public static func == <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.equal, to: left.integer(of: right, "compare")) }
  /// Returns whether integers of different widths differ.
  @_disfavoredOverload
  public static func != <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.notEqual, to: left.integer(of: right, "compare")) }
  /// Returns whether the left integer is less than the right one, which may differ in width.
  @_disfavoredOverload
  public static func < <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.less, to: left.integer(of: right, "compare")) }
  /// Returns whether the left integer is at most the right one, which may differ in width.
  @_disfavoredOverload
  public static func <= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.lessOrEqual, to: left.integer(of: right, "compare")) }
  /// Returns whether the left integer is greater than the right one, which may differ in width.
  @_disfavoredOverload
  public static func > <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger { left.compare(.greater, to: left.integer(of: right, "compare")) }
  /// Returns whether the left integer is at least the right one, which may differ in width.
  @_disfavoredOverload
  public static func >= <Other: SQLExpressible>(left: Self, right: Other) -> SQLPredicate
  where Other.Value.Unwrapped: FixedWidthInteger {
    left.compare(.greaterOrEqual, to: left.integer(of: right, "compare"))
  }
}
