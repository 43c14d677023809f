extension SQL {
  /// Begins a CASE: its value is that of the first branch whose condition is true.
  ///
  /// ```swift
  /// Album.select { SQL.when($0.year < 1970, then: "old").when($0.year < 2000, then: "recent").else("new") }
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

/// A CASE that is being built. Complete it with ``else(_:)-(Value)`` or ``end``.
///
/// All results are converted to one coding, which the CASE has too.
public struct SQLCase<Value: SQLValueConvertible>: Sendable {
  var branches: [(condition: SQLSyntax.Expression, result: SQLOperand<Value.Unwrapped>)]

  /// Adds a branch.
  public func when<Condition: SQLExpressible>(_ condition: Condition, then value: Value) -> SQLCase
  where Condition.Value.Unwrapped == Bool { appending(condition, SQLExpression(value).operand) }
  /// Adds a branch with an expression as its result.
  public func when<Condition: SQLExpressible, Result: SQLExpressible>(
    _ condition: Condition, then result: Result
  ) -> SQLCase where Condition.Value.Unwrapped == Bool, Result.Value == Value {
    appending(condition, result.operand)
  }
  /// Completes the CASE with the value for rows that no branch fits.
  public func `else`(_ value: Value) -> SQLExpression<Value> { completed(SQLExpression(value).operand) }
  /// Completes the CASE with the expression for rows that no branch fits.
  public func `else`<Result: SQLExpressible>(_ result: Result) -> SQLExpression<Value> where Result.Value == Value {
    completed(result.operand)
  }
  /// The complete CASE. It's NULL for rows that no branch fits.
  public var end: SQLExpression<Value.Unwrapped?> { completed(nil) }

  private func appending<Condition: SQLExpressible>(
    _ condition: Condition, _ result: SQLOperand<Value.Unwrapped>
  ) -> SQLCase where Condition.Value.Unwrapped == Bool {
    SQLCase(branches: branches + [(condition.truth, result)])
  }

  private func completed<Result: SQLValueConvertible>(
    _ otherwise: SQLOperand<Value.Unwrapped>?
  ) -> SQLExpression<Result> where Result.Unwrapped == Value.Unwrapped {
    let agreement = SQLAgreement(branches.map(\.result) + (otherwise.map { [$0] } ?? []), to: "choose among")
    let results = zip(branches, agreement.syntaxes).map {
      SQLSyntax.Branch(condition: $0.condition, result: $1)
    }
    let last = otherwise == nil ? nil : agreement.syntaxes.last
    return SQLExpression(
      syntax: .choice(base: nil, branches: results, otherwise: last), coding: agreement.coding)
  }
}
