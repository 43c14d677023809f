/// The untyped tree behind queries and expressions.
///
/// Typed expressions and queries are thin values around this tree. It can be inspected, stored and sent between
/// tasks. It has no aliases that a generator chooses, and no text except raw fragments.
public enum SQLSyntax {
  /// The node at the top of an expression. See ``Expression/node``.
  public enum Node: Sendable {
    /// A value that is bound as a parameter.
    case value(SQLValue)
    /// A constant that is written into the text, such as the 1 of `SELECT 1`.
    case literal(SQLValue)
    /// A failure, which is thrown when the query is rendered, before any SQL is sent.
    indirect case failure(DatabaseError)
    /// A column of a source. Without a source, the column is found among the sources of the query.
    case column(SourceIdentity?, SQLColumnDefinition)
    /// A column of the result of a compound query by its index from 0, for its ORDER BY only.
    case resultColumn(Int)
    /// A prefix operator.
    indirect case unary(UnaryOperator, Expression)
    /// An infix operator.
    indirect case binary(BinaryOperator, Expression, Expression)
    /// AND over any number of terms. It's true if there are none.
    case all(Terms)
    /// OR over any number of terms. It's false if there are none.
    case any(Terms)
    /// BETWEEN, both bounds included.
    indirect case between(Expression, Expression, Expression, negated: Bool)
    /// IS NULL.
    indirect case isNull(Expression, negated: Bool)
    /// IN over bound values.
    indirect case inValues(Expression, [SQLValue], negated: Bool)
    /// IN over expressions.
    indirect case inList(Expression, [Expression], negated: Bool)
    /// IN over row values.
    indirect case inRows([Expression], [[Expression]], negated: Bool)
    /// IN over the rows of a query.
    indirect case inQuery([Expression], Query, negated: Bool)
    /// LIKE, GLOB, REGEXP or MATCH.
    indirect case pattern(PatternOperator, Expression, Expression, escape: Expression?, negated: Bool)
    /// EXISTS.
    indirect case exists(Query, negated: Bool)
    /// A query of one column as a value: its first row, or NULL.
    indirect case scalar(Query)
    /// CASE, with or without a base.
    indirect case choice(base: Expression?, branches: [Branch], otherwise: Expression?)
    /// CAST.
    indirect case cast(Expression, SQLColumnType)
    /// COLLATE.
    indirect case collate(Expression, SQLCollation)
    /// A call of a scalar, aggregate or window function.
    indirect case function(Function)
    /// A row value.
    indirect case row([Expression])
    /// A value inside a JSON text, as an SQL value or as JSON.
    indirect case json(Expression, path: String, asJSON: Bool)
    /// SQL text with expressions inside. It gets parentheses if it's combined with other expressions.
    indirect case raw([RawPart])
  }
}

extension SQLSyntax {
  /// One WHEN … THEN of a CASE.
  public struct Branch: Sendable {
    /// The condition, or the value to compare with the base.
    public var condition: Expression
    /// The result.
    public var result: Expression

    /// Creates a branch.
    public init(condition: Expression, result: Expression) {
      self.condition = condition
      self.result = result
    }
  }

  /// A part of a raw expression.
  public enum RawPart: Sendable {
    /// Text that is used unchanged.
    case text(String)
    /// A fragment with its own values.
    case fragment(SQLFragment)
    /// An expression, in parentheses if it needs them.
    case expression(Expression)
    /// A column that no record declares, such as a hidden one, of the source with this table's name.
    case column(table: String, name: String)
  }

  /// A prefix operator.
  public enum UnaryOperator: Sendable, Hashable {
    /// NOT.
    case not
    /// Unary minus.
    case minus
    /// `~`: bitwise inversion.
    case bitNot
  }

  /// An infix operator.
  public enum BinaryOperator: Sendable, Hashable, CaseIterable {
    /// `=`.
    case equal
    /// `<>`.
    case notEqual
    /// `<`.
    case less
    /// `<=`.
    case lessOrEqual
    /// `>`.
    case greater
    /// `>=`.
    case greaterOrEqual
    /// `IS`, which treats NULL as a value.
    case `is`
    /// `IS NOT`, which treats NULL as a value.
    case isNot
    /// `IS DISTINCT FROM`, the standard's spelling of `IS NOT`.
    case isDistinctFrom
    /// `IS NOT DISTINCT FROM`, the standard's spelling of `IS`.
    case isNotDistinctFrom
    /// `+`.
    case add
    /// `-`.
    case subtract
    /// `*`.
    case multiply
    /// `/`.
    case divide
    /// `%`.
    case remainder
    /// `&`.
    case bitAnd
    /// `|`.
    case bitOr
    /// `<<`.
    case shiftLeft
    /// `>>`.
    case shiftRight
    /// `||`.
    case concatenate
  }

  /// An operator that matches a pattern.
  public enum PatternOperator: Sendable, Hashable {
    /// LIKE: `%` and `_`, ignoring the case of ASCII letters.
    case like
    /// GLOB: `*`, `?` and `[…]`, case-sensitive.
    case glob
    /// REGEXP, which needs a function that the application adds.
    case regexp
    /// MATCH, of full-text tables.
    case match
  }
}
