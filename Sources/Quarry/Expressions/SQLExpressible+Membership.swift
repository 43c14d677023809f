extension SQLExpressible {
  /// Returns whether the expression is one of a list of values (`IN`).
  ///
  /// An empty list contains nothing, not even NULL. A list longer than the engine's parameter limit is rendered in an
  /// equivalent form with fewer parameters.
  public func `in`<Values: Sequence>(_ values: Values) -> SQLPredicate where Values.Element == Value.Unwrapped {
    member(of: values, negated: false)
  }
  /// Returns whether the expression is none of a list of values (`NOT IN`). No value is in an empty list, not even
  /// NULL.
  public func notIn<Values: Sequence>(_ values: Values) -> SQLPredicate where Values.Element == Value.Unwrapped {
    member(of: values, negated: true)
  }
  /// Returns whether the expression equals one of a list of expressions (`IN`).
  public func `in`<Member: SQLExpressible>(_ members: [Member]) -> SQLPredicate
  where Member.Value.Unwrapped == Value.Unwrapped {
    member(of: members, negated: false)
  }
  /// Returns whether the expression equals none of a list of expressions (`NOT IN`).
  public func notIn<Member: SQLExpressible>(_ members: [Member]) -> SQLPredicate
  where Member.Value.Unwrapped == Value.Unwrapped {
    member(of: members, negated: true)
  }

  private func member<Member: SQLExpressible>(of members: [Member], negated: Bool) -> SQLPredicate
  where Member.Value.Unwrapped == Value.Unwrapped {
    let agreement = SQLAgreement([operand] + members.map(\.operand), to: "compare")
    guard agreement.form.preserved.contains(.equality) else {
      return .failed(.comparison(Value.Unwrapped.self, syntax, agreement.form, "compare", needing: .equality))
    }
    return SQLPredicate(
      syntax: .inList(agreement.syntaxes[0], Array(agreement.syntaxes.dropFirst()), negated: negated))
  }

  private func member<Values: Sequence>(of values: Values, negated: Bool) -> SQLPredicate
  where Values.Element == Value.Unwrapped {
    var stored: [SQLValue] = []
    stored.reserveCapacity(values.underestimatedCount)
    for value in values {
      do {
        stored.append(try value.sqlValue(coding: coding))
      } catch {
        return SQLPredicate(syntax: .failure(.unstorable(Value.Unwrapped.self, error)))
      }
    }
    return SQLPredicate(syntax: .inValues(equatable(to: "compare"), stored, negated: negated))
  }
}
