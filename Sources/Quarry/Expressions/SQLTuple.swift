/// A tuple of expressions that are compared together: `SQL.tuple($0.a, $0.b).in([(1, 2), (3, 4)])`.
///
/// Source: <https://sqlite.org/rowvalue.html>.
public struct SQLTuple<each Value: SQLValueConvertible>: Sendable {
  let members: (repeat SQLExpression<each Value>)

  /// Returns whether the tuple is one of a list (`IN`). On an engine without row values, Quarry uses an equivalent OR
  /// of AND.
  public func `in`(_ tuples: [(repeat each Value)]) -> SQLPredicate {
    member(of: tuples, negated: false)
  }
  /// Returns whether the tuple is none of a list (`NOT IN`).
  public func notIn(_ tuples: [(repeat each Value)]) -> SQLPredicate {
    member(of: tuples, negated: true)
  }

  /// Returns whether the tuple equals values, member by member.
  public func equals(_ values: repeat each Value) -> SQLPredicate {
    compare(.equal, rows(repeat each values))
  }
  /// Returns whether the tuple is ordered before values. The first members that differ decide. Useful for paging by a
  /// key.
  public func isLess(than values: repeat each Value) -> SQLPredicate {
    compare(.less, rows(repeat each values))
  }
  /// Returns whether the tuple is ordered after values. The first members that differ decide. Useful for paging by a
  /// key.
  public func isGreater(than values: repeat each Value) -> SQLPredicate {
    compare(.greater, rows(repeat each values))
  }

  private func compare(_ comparison: SQLSyntax.BinaryOperator, _ values: [SQLSyntax.Expression]) -> SQLPredicate {
    let needed: SQLStoredForm.Preserved = comparison.isOrdering ? .order : .equality
    return SQLPredicate(syntax: .binary(comparison, .row(syntaxes(needing: needed)), .row(values)))
  }

  private func syntaxes(needing trait: SQLStoredForm.Preserved) -> [SQLSyntax.Expression] {
    var result: [SQLSyntax.Expression] = []
    for member in repeat each members {
      result.append(trait == .order ? member.ordered(to: "compare") : member.equatable(to: "compare"))
    }
    return result
  }

  private func member(
    of tuples: [(repeat each Value)], negated: Bool
  ) -> SQLPredicate {
    var list: [[SQLSyntax.Expression]] = []
    list.reserveCapacity(tuples.count)
    for tuple in tuples { list.append(rows(repeat each tuple)) }
    return SQLPredicate(syntax: .inRows(syntaxes(needing: .equality), list, negated: negated))
  }

  private func rows(_ values: repeat each Value) -> [SQLSyntax.Expression] {
    var result: [SQLSyntax.Expression] = []
    for (member, value) in repeat (each members, each values) {
      result.append(.bound(value, coding: member.coding))
    }
    return result
  }
}

extension SQL {
  /// Returns a tuple of expressions that are compared together.
  public static func tuple<each Member: SQLExpressible>(
    _ members: repeat each Member
  ) -> SQLTuple<repeat (each Member).Value> {
    SQLTuple<repeat (each Member).Value>(members: (repeat (each members).expression))
  }
}
