extension SQLExpressible where Value.Unwrapped: Numeric {
  /// Returns whether the expression is one of a list of integers of any width (`IN`).
  @_disfavoredOverload
  public func `in`<Values: Sequence>(_ values: Values) -> SQLPredicate
  where Values.Element: FixedWidthInteger & SQLValueConvertible { member(ofIntegers: values, negated: false) }
  /// Returns whether the expression is none of a list of integers of any width (`NOT IN`).
  @_disfavoredOverload
  public func notIn<Values: Sequence>(_ values: Values) -> SQLPredicate
  where Values.Element: FixedWidthInteger & SQLValueConvertible { member(ofIntegers: values, negated: true) }

  /// Returns whether the expression is between integers of any width, both included (`BETWEEN`).
  @_disfavoredOverload
  public func between<Integer: FixedWidthInteger & SQLValueConvertible>(
    _ lower: Integer, _ upper: Integer
  ) -> SQLPredicate { between(lower, upper, negated: false) }
  /// Returns whether the expression isn't between integers of any width (`NOT BETWEEN`).
  @_disfavoredOverload
  public func notBetween<Integer: FixedWidthInteger & SQLValueConvertible>(
    _ lower: Integer, _ upper: Integer
  ) -> SQLPredicate { between(lower, upper, negated: true) }
  /// Returns whether the expression is in a closed range of integers of any width (`BETWEEN`).
  @_disfavoredOverload
  public func between<Integer: FixedWidthInteger & SQLValueConvertible>(_ range: ClosedRange<Integer>) -> SQLPredicate {
    between(range.lowerBound, range.upperBound, negated: false)
  }
  /// Returns whether the expression isn't in a closed range of integers of any width (`NOT BETWEEN`).
  @_disfavoredOverload
  public func notBetween<Integer: FixedWidthInteger & SQLValueConvertible>(
    _ range: ClosedRange<Integer>
  ) -> SQLPredicate { between(range.lowerBound, range.upperBound, negated: true) }
  /// Returns whether the expression is in a half-open range of integers of any width.
  @_disfavoredOverload
  public func between<Integer: FixedWidthInteger & SQLValueConvertible>(_ range: Range<Integer>) -> SQLPredicate {
    SQLPredicate(
      syntax: .all([
        .binary(.greaterOrEqual, ordered(to: "compare"), integer(range.lowerBound)),
        .binary(.less, syntax, integer(range.upperBound)),
      ]))
  }

  /// Returns whether the expression equals an integer of any width, where NULL equals NULL (`IS`).
  @_disfavoredOverload
  public func `is`<Integer: FixedWidthInteger & SQLValueConvertible>(_ value: Integer?) -> SQLPredicate {
    match(.is, to: integer(value))
  }
  /// Returns whether the expression differs from an integer of any width, where NULL equals NULL (`IS NOT`).
  @_disfavoredOverload
  public func isNot<Integer: FixedWidthInteger & SQLValueConvertible>(_ value: Integer?) -> SQLPredicate {
    match(.isNot, to: integer(value))
  }

  private func between<Integer: FixedWidthInteger & SQLValueConvertible>(
    _ lower: Integer, _ upper: Integer, negated: Bool
  ) -> SQLPredicate {
    SQLPredicate(syntax: .between(ordered(to: "compare"), integer(lower), integer(upper), negated: negated))
  }

  private func member<Values: Sequence>(ofIntegers values: Values, negated: Bool) -> SQLPredicate
  where Values.Element: FixedWidthInteger & SQLValueConvertible {
    var stored: [SQLValue] = []
    stored.reserveCapacity(values.underestimatedCount)
    for value in values {
      let expression = integer(value)
      guard case .value(let value) = expression.node else { return SQLPredicate(syntax: expression) }
      stored.append(value)
    }
    return SQLPredicate(syntax: .inValues(equatable(to: "compare"), stored, negated: negated))
  }
}

extension SQLExpressible where Value.Unwrapped: Numeric {
  /// An integer of any width as this expression stores its values.
  ///
  /// A column of numbers can be compared with every number of 64 bits, even with one that its Swift type can't hold.
  @inlinable func integer<Integer: FixedWidthInteger & SQLValueConvertible>(
    _ value: Integer?
  ) -> SQLSyntax.Expression {
    guard let value else { return .value(.null) }
    if let own = Value.Unwrapped(exactly: value) { return bound(own) }
    return integer(outOfRange: Int64(exactly: value), Integer.self)
  }

  /// An integer that this expression's type can't hold.
  @usableFromInline func integer(
    outOfRange value: Int64?, _ type: any FixedWidthInteger.Type
  ) -> SQLSyntax.Expression {
    if storedForm.isNumber, let value { return .value(.integer(value)) }
    return .failure(
      DatabaseError(
        .valueOutOfRange,
        "A value of \(type) is out of the range of \(Value.Unwrapped.self), which it is combined with."))
  }

  /// An integer of any width as an operand.
  func integerOperand<Integer: FixedWidthInteger & SQLValueConvertible>(
    _ value: Integer
  ) -> SQLOperand<Value.Unwrapped> {
    if let own = Value.Unwrapped(exactly: value) { return .value(own) }
    return .stored(integer(value), coding)
  }
}

extension SQLExpressible where Value.Unwrapped: FixedWidthInteger {
  /// An expression of another width in this one's coding.
  func integer<Other: SQLExpressible>(of other: Other, _ action: String) -> SQLSyntax.Expression
  where Other.Value.Unwrapped: FixedWidthInteger {
    if let conversion = other.storedForm.conversion(to: storedForm) { return conversion(other.syntax) }
    return .failure(
      DatabaseError(
        .invalidQuery,
        "Can't \(action) integers that are stored in different forms: \(storedForm) and \(other.storedForm). "
          + "Give both the same coding, or take the stored values with .typed(as:)."))
  }

  func integerOperand<Other: SQLExpressible>(of other: Other) -> SQLOperand<Value.Unwrapped>
  where Other.Value.Unwrapped: FixedWidthInteger { .stored(integer(of: other, "combine"), coding) }
}
