extension SQLTuple {
  /// Returns whether a query contains the tuple (`IN`).
  public func `in`(_ query: SQLProjection<(repeat each Value)>) -> SQLPredicate {
    member(of: query, negated: false)
  }
  /// Returns whether a query doesn't contain the tuple (`NOT IN`).
  public func notIn(_ query: SQLProjection<(repeat each Value)>) -> SQLPredicate {
    member(of: query, negated: true)
  }

  private func member(of query: SQLProjection<(repeat each Value)>, negated: Bool) -> SQLPredicate {
    var converted = query.query
    var index = 0
    func column<Member: SQLValueConvertible>(_ member: SQLExpression<Member>) -> SQLSyntax.Expression {
      defer { index += 1 }
      let other = query.coding(of: index, Member.Unwrapped.self)
      if member.storedForm == other?.storedForm ?? Member.Unwrapped.storedForm {
        return member.equatable(to: "compare")
      }
      if let own = member.operand.converted(to: other) { return own }
      if let query = query.converted(column: index, to: member.coding, Member.Unwrapped.self, in: converted) {
        converted = query
        return member.syntax
      }
      return .failure(.codings(Member.Unwrapped.self, member.operand, .stored(.literal(.null), other), to: "compare"))
    }
    var operands: [SQLSyntax.Expression] = []
    for member in repeat each members { operands.append(column(member)) }
    return SQLPredicate(syntax: .inQuery(operands, converted, negated: negated))
  }
}
