/// A query that can stand inside another one.
public protocol SQLSubquery: Sendable {
  /// The untyped query.
  var query: SQLSyntax.Query { get }
  /// How the values of each column are stored; nil for columns of which nothing is known, and where nothing is known of
  /// all.
  var resultForms: [SQLStoredForm?]? { get }
}

extension SQLSubquery {
  /// Nothing is known of the columns.
  public var resultForms: [SQLStoredForm?]? { nil }
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
    member(of: query, negated: false)
  }
  /// `NOT IN` the values of a query of one column.
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
  /// A query of one column as a value: the value of its first row, or NULL when it has none.
  public init<Result: SQLValueConvertible>(_ query: SQLProjection<Result>) where Value == Result.Unwrapped? {
    self.init(syntax: .scalar(query.query), coding: query.coding(of: 0, Result.Unwrapped.self))
  }
}
