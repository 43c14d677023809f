/// Something that a query can be ordered by: an expression, an expression with a direction, or a list of such.
public protocol SQLOrderable: Sendable {
  /// The terms of the ORDER BY.
  var orderings: [SQLSyntax.Ordering] { get }
}

/// An expression with a direction.
public struct SQLOrdering: SQLOrderable {
  var term: SQLSyntax.Ordering

  /// The one term.
  public var orderings: [SQLSyntax.Ordering] { [term] }

  /// NULL before every value, whatever the direction.
  public var nullsFirst: SQLOrdering {
    SQLOrdering(term: SQLSyntax.Ordering(term.expression, descending: term.isDescending, nulls: .first))
  }
  /// NULL after every value, whatever the direction.
  public var nullsLast: SQLOrdering {
    SQLOrdering(term: SQLSyntax.Ordering(term.expression, descending: term.isDescending, nulls: .last))
  }
}

extension Array: SQLOrderable where Element == SQLOrdering {
  /// The terms, in order.
  public var orderings: [SQLSyntax.Ordering] { map(\.term) }
}

extension SQLExpressible {
  /// The expression, small values first.
  public var orderings: [SQLSyntax.Ordering] { [SQLSyntax.Ordering(syntax)] }

  /// Small values first. NULL comes first too, unless `nullsLast` follows.
  public var ascending: SQLOrdering { SQLOrdering(term: SQLSyntax.Ordering(syntax)) }
  /// Large values first. NULL comes last, unless `nullsFirst` follows.
  public var descending: SQLOrdering { SQLOrdering(term: SQLSyntax.Ordering(syntax, descending: true)) }

  /// The expression compared by another collation.
  public func collate(_ collation: SQLCollation) -> SQLExpression<Value> {
    SQLExpression(syntax: .collate(syntax, collation), coding: coding)
  }

  /// The value converted by SQLite to the type's column type.
  ///
  /// Source: <https://sqlite.org/lang_expr.html>, section 8. NULL stays NULL.
  public func cast<Target: SQLValueConvertible>(to type: Target.Type) -> SQLExpression<Target> {
    SQLExpression(syntax: .cast(syntax, Target.columnType))
  }
}
