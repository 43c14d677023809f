extension SQL {
  /// Begins a CASE: the value of the first branch whose condition is met.
  ///
  /// ```swift
  /// SQL.when($0.year < 1970, then: "old").when($0.year < 2000, then: "recent").else("new")
  /// ```
  public static func when<Condition: SQLExpressible, Value: SQLValueConvertible>(
    _ condition: Condition, then value: Value
  ) -> SQLCase<Value> where Condition.Value.Unwrapped == Bool { SQLCase(branches: []).when(condition, then: value) }

  /// Begins a CASE with an expression as its first result.
  public static func when<Condition: SQLExpressible, Result: SQLExpressible>(
    _ condition: Condition, then result: Result
  ) -> SQLCase<Result.Value> where Condition.Value.Unwrapped == Bool {
    SQLCase(branches: []).when(condition, then: result)
  }
}

/// A CASE that is being built; ``else(_:)-(Value)`` or ``end`` completes it.
public struct SQLCase<Value: SQLValueConvertible>: Sendable {
  var branches: [SQLSyntax.Branch]

  /// One more branch.
  public func when<Condition: SQLExpressible>(_ condition: Condition, then value: Value) -> SQLCase
  where Condition.Value.Unwrapped == Bool {
    SQLCase(branches: branches + [SQLSyntax.Branch(condition: condition.syntax, result: .bound(value, coding: nil))])
  }
  /// One more branch, with an expression as its result.
  public func when<Condition: SQLExpressible, Result: SQLExpressible>(
    _ condition: Condition, then result: Result
  ) -> SQLCase where Condition.Value.Unwrapped == Bool, Result.Value == Value {
    SQLCase(branches: branches + [SQLSyntax.Branch(condition: condition.syntax, result: result.syntax)])
  }
  /// The value where no branch fits.
  public func `else`(_ value: Value) -> SQLExpression<Value> {
    SQLExpression(syntax: .choice(base: nil, branches: branches, otherwise: .bound(value, coding: nil)))
  }
  /// The expression where no branch fits.
  public func `else`<Result: SQLExpressible>(_ result: Result) -> SQLExpression<Value> where Result.Value == Value {
    SQLExpression(syntax: .choice(base: nil, branches: branches, otherwise: result.syntax))
  }
  /// NULL where no branch fits.
  public var end: SQLExpression<Value.Unwrapped?> {
    SQLExpression(syntax: .choice(base: nil, branches: branches, otherwise: nil))
  }
}
