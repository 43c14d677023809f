// What a Swift type alone rules out is told by the compiler, with the words that help. None of these is ever chosen where
// another form fits.
extension SQLExpressible {
  /// Values of another type than the column's.
  @available(
    *, unavailable,
    message: "the values must have the column's Swift type; convert them, or the column with .typed(as:)"
  )
  @_disfavoredOverload
  public func `in`<Values: Sequence>(_ values: Values) -> SQLPredicate { .failed(.unavailable) }

  /// Values of another type than the column's.
  @available(
    *, unavailable,
    message: "the values must have the column's Swift type; convert them, or the column with .typed(as:)"
  )
  @_disfavoredOverload
  public func notIn<Values: Sequence>(_ values: Values) -> SQLPredicate { .failed(.unavailable) }

  /// Returns the sum of what is no number.
  @available(*, unavailable, message: "only numbers have a sum; convert with .cast(to: Double.self) or .typed(as:)")
  @_disfavoredOverload
  public func sum(distinct: Bool = false) -> SQLAggregate<Value.Unwrapped?> { SQLAggregate("sum", []) }

  /// Returns the total of what is no number.
  @available(*, unavailable, message: "only numbers have a total; convert with .cast(to: Double.self) or .typed(as:)")
  @_disfavoredOverload
  public func total(distinct: Bool = false) -> SQLAggregate<Double> { SQLAggregate("total", []) }

  /// Returns the mean of what is no number.
  @available(*, unavailable, message: "only numbers have a mean; convert with .cast(to: Double.self) or .typed(as:)")
  @_disfavoredOverload
  public func average(distinct: Bool = false) -> SQLAggregate<Double?> { SQLAggregate("avg", []) }
}

extension DatabaseError {
  /// What an unavailable form would throw.
  fileprivate static var unavailable: DatabaseError { DatabaseError(.invalidQuery, "This form isn't available.") }
}
