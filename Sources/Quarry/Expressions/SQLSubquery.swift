/// A query that can stand inside another one.
public protocol SQLSubquery: Sendable {
  /// The untyped query.
  var query: SQLSyntax.Query { get }
  /// How the values of each column are stored; `nil` for columns of which nothing is known, and where nothing is
  /// known of all.
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
