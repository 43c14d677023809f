// What a Swift type alone rules out is told by the compiler, with the words that help. None of these is ever chosen where
// another form fits.
extension SQLExpressible {
  /// Rejects values of another type than the column's.
  @available(
    *, unavailable,
    message: "the values must have the column's Swift type; convert them, or the column with .typed(as:)"
  )
  @_disfavoredOverload
  public func `in`<Values: Sequence>(_ values: Values) -> SQLPredicate { .failed(.unavailable) }

  /// Rejects values of another type than the column's.
  @available(
    *, unavailable,
    message: "the values must have the column's Swift type; convert them, or the column with .typed(as:)"
  )
  @_disfavoredOverload
  public func notIn<Values: Sequence>(_ values: Values) -> SQLPredicate { .failed(.unavailable) }

  /// Rejects the sum of values that aren't numbers.
  @available(*, unavailable, message: "only numbers have a sum; convert with .cast(to: Double.self) or .typed(as:)")
  @_disfavoredOverload
  public func sum(distinct: Bool = false) -> SQLAggregate<Value.Unwrapped?> { SQLAggregate("sum", []) }

  /// Rejects the total of values that aren't numbers.
  @available(*, unavailable, message: "only numbers have a total; convert with .cast(to: Double.self) or .typed(as:)")
  @_disfavoredOverload
  public func total(distinct: Bool = false) -> SQLAggregate<Double> { SQLAggregate("total", []) }

  /// Rejects the mean of values that aren't numbers.
  @available(*, unavailable, message: "only numbers have a mean; convert with .cast(to: Double.self) or .typed(as:)")
  @_disfavoredOverload
  public func average(distinct: Bool = false) -> SQLAggregate<Double?> { SQLAggregate("avg", []) }
}

extension DatabaseError {
  /// The error of an unavailable form.
  fileprivate static var unavailable: DatabaseError { DatabaseError(.invalidQuery, "This form isn't available.") }
}
