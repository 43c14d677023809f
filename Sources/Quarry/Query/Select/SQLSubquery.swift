/// A query that can stand inside another one.
public protocol SQLSubquery: Sendable {
  /// The untyped query.
  var query: SQLSyntax.Query { get }
}

extension SQLSubquery {
  /// Whether the query has a row. Inside a closure of another query it may use that query's columns.
  public var exists: SQLPredicate { SQLPredicate(syntax: .exists(query, negated: false)) }
  /// Whether the query has no row.
  public var notExists: SQLPredicate { SQLPredicate(syntax: .exists(query, negated: true)) }
}

extension SQLExpressible {
  /// `IN` the values of a query of one column.
  public func `in`<Member: SQLValueConvertible>(_ query: SQLProjection<Member>) -> SQLPredicate
  where Member.Unwrapped == Value.Unwrapped {
    SQLPredicate(syntax: .inQuery([syntax], query.query, negated: false))
  }
  /// `NOT IN` the values of a query of one column.
  public func notIn<Member: SQLValueConvertible>(_ query: SQLProjection<Member>) -> SQLPredicate
  where Member.Unwrapped == Value.Unwrapped {
    SQLPredicate(syntax: .inQuery([syntax], query.query, negated: true))
  }
}

extension SQLExpression {
  /// A query of one column as a value: the value of its first row, or NULL when it has none.
  public init<Result: SQLValueConvertible>(_ query: SQLProjection<Result>) where Value == Result.Unwrapped? {
    self.init(syntax: .scalar(query.query))
  }
}
