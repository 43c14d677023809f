/// A term to order a query by: an expression, an expression with a direction, or a list of them.
public protocol SQLOrderable: Sendable {
  /// The terms of the ORDER BY.
  var orderings: [SQLSyntax.Ordering] { get }
}

/// An expression with a direction.
public struct SQLOrdering: SQLOrderable {
  @usableFromInline var term: SQLSyntax.Ordering

  @inlinable init(term: SQLSyntax.Ordering) { self.term = term }

  /// The one term.
  @inlinable public var orderings: [SQLSyntax.Ordering] { [term] }

  /// The same order with NULL before every value, in either direction.
  public var nullsFirst: SQLOrdering {
    var copy = self
    copy.term.nulls = .first
    return copy
  }
  /// The same order with NULL after every value, in either direction.
  public var nullsLast: SQLOrdering {
    var copy = self
    copy.term.nulls = .last
    return copy
  }
}

extension Array: SQLOrderable where Element == SQLOrdering {
  /// The terms, in order.
  public var orderings: [SQLSyntax.Ordering] { map(\.term) }
}

extension SQLExpressible {
  /// The expression in ascending order.
  @inlinable public var orderings: [SQLSyntax.Ordering] { [ordering(descending: false)] }

  /// Ascending order: small values first. NULL comes first too, unless `nullsLast` follows.
  @inlinable public var ascending: SQLOrdering { SQLOrdering(term: ordering(descending: false)) }
  /// Descending order: large values first. NULL comes last, unless `nullsFirst` follows.
  @inlinable public var descending: SQLOrdering { SQLOrdering(term: ordering(descending: true)) }

  @inlinable func ordering(descending: Bool) -> SQLSyntax.Ordering {
    let form = storedForm
    return SQLSyntax.Ordering(
      form.preserved.contains(.order) ? syntax : refused("order rows", needing: .order), descending: descending,
      form: form)
  }

  /// Returns the expression, compared with another collation (`COLLATE`).
  public func collate(_ collation: SQLCollation) -> SQLExpression<Value> {
    SQLExpression(syntax: .collate(syntax, collation), coding: coding)
  }

  /// Converts the value to another type's column type (`CAST`). NULL stays NULL.
  ///
  /// A number stored in units, as with the coding `.scaled(2)`, is converted as the number that it represents. In
  /// every other coding the stored value is converted, such as the seconds since 1970 for a date with the coding
  /// `.unixSeconds`.
  ///
  /// Source: <https://sqlite.org/lang_expr.html>, section 8.
  public func cast<Target: SQLValueConvertible>(to type: Target.Type) -> SQLExpression<Target> {
    let stored = storedForm.scale == nil ? syntax : number(for: "convert")
    return SQLExpression(syntax: .cast(stored, Target.columnType))
  }
}
