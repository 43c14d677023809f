extension SQLExpressible {
  /// Returns whether a query of one column contains the value (`IN`).
  public func `in`<Member: SQLValueConvertible>(_ query: SQLProjection<Member>) -> SQLPredicate
  where Member.Unwrapped == Value.Unwrapped {
    member(of: query, negated: false)
  }
  /// Returns whether a query of one column doesn't contain the value (`NOT IN`).
  public func notIn<Member: SQLValueConvertible>(_ query: SQLProjection<Member>) -> SQLPredicate
  where Member.Unwrapped == Value.Unwrapped {
    member(of: query, negated: true)
  }
}

extension SQLExpressible {
  private func member<Member: SQLValueConvertible>(of query: SQLProjection<Member>, negated: Bool) -> SQLPredicate
  where Member.Unwrapped == Value.Unwrapped {
    let other = query.coding(of: 0, Value.Unwrapped.self)
    let form = other?.storedForm ?? Value.Unwrapped.storedForm
    if coding === other || storedForm == form {
      return SQLPredicate(syntax: .inQuery([equatable(to: "compare")], query.query, negated: negated))
    }
    if let own = operand.converted(to: other) {
      return SQLPredicate(syntax: .inQuery([own], query.query, negated: negated))
    }
    if let converted = query.converted(column: 0, to: coding, Value.Unwrapped.self) {
      return SQLPredicate(syntax: .inQuery([syntax], converted, negated: negated))
    }
    return .failed(.codings(Value.Unwrapped.self, operand, .stored(.literal(.null), other), to: "compare"))
  }
}

extension SQLExpression {
  /// Creates an expression from a query of one column: the value of its first row, or NULL if it has no row.
  public init<Result: SQLValueConvertible>(_ query: SQLProjection<Result>) where Value == Result.Unwrapped? {
    self.init(syntax: .scalar(query.query), coding: query.coding(of: 0, Result.Unwrapped.self))
  }
}

extension SQL {
  /// Returns a query of one column as an expression: the value of its first row, or NULL if it has no row.
  public static func scalar<Value: SQLValueConvertible>(
    _ query: SQLProjection<Value>
  ) -> SQLExpression<Value.Unwrapped?> { SQLExpression(query) }
}
