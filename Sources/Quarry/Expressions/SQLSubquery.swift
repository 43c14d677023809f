/// A query that can be part of another one.
public protocol SQLSubquery: Sendable {
  /// The untyped query.
  var query: SQLSyntax.Query { get }
  /// How the values of each column are stored. `nil` for columns of unknown form, and if no form is known.
  var resultForms: [SQLStoredForm?]? { get }
}

extension SQLSubquery {
  /// `nil`: no form is known.
  public var resultForms: [SQLStoredForm?]? { nil }
}

extension SQLSubquery {
  /// Whether the query has a row (`EXISTS`). Inside a closure of another query it may use that query's columns.
  public var exists: SQLPredicate { SQLPredicate(syntax: .exists(query, negated: false)) }
  /// Whether the query has no row (`NOT EXISTS`).
  public var notExists: SQLPredicate { SQLPredicate(syntax: .exists(query, negated: true)) }
}
