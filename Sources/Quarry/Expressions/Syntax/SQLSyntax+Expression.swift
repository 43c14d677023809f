extension SQLSyntax {
  /// An expression: a node, and its depth.
  ///
  /// An expression deeper than ``deepest`` levels is never built, because engines reject it, and releasing it would
  /// need more stack than a thread has. It's replaced by a failure with the code `.tooBig`, which is thrown when the
  /// query is rendered. AND and OR take any number of terms on one level.
  public struct Expression: Sendable {
    /// The node at the top.
    public let node: Node
    /// The number of levels: 1 for a column or a value.
    public let depth: Int

    /// The maximum number of levels of an expression: SQLite's default.
    ///
    /// Source: <https://sqlite.org/limits.html>, `SQLITE_MAX_EXPR_DEPTH`.
    public static let deepest = 1000

    /// Creates an expression from a node.
    public init(_ node: Node) {
      let depth = node.depth
      if depth > Self.deepest {
        self.node = .failure(.nestedTooDeep())
        self.depth = 1
      } else {
        self.node = node
        self.depth = depth
      }
    }
    /// Creates an expression from a node that contains no others.
    init(leaf node: Node) {
      self.node = node
      depth = 1
    }
  }
}

// The nodes by their names, so that an expression is written like one of them.
extension SQLSyntax.Expression {
  /// An expression of this tree.
  public typealias Expression = SQLSyntax.Expression
  /// A query of this tree.
  public typealias Query = SQLSyntax.Query

  /// Returns a prefix operator with its operand.
  ///
  /// For every operand, three operators of the same kind equal one.
  public static func unary(_ operation: SQLSyntax.UnaryOperator, _ operand: Self) -> Self {
    if case .unary(operation, let second) = operand.node, case .unary(operation, _) = second.node { return second }
    return Self(.unary(operation, operand))
  }

  /// Returns a value that is bound as a parameter.
  public static func value(_ value: SQLValue) -> Self { Self(leaf: .value(value)) }
  /// Returns a constant that is written into the text, such as the 1 of `SELECT 1`.
  public static func literal(_ value: SQLValue) -> Self { Self(.literal(value)) }
  /// Returns a failure, which is thrown when the query is rendered, before any SQL is sent.
  public static func failure(_ error: DatabaseError) -> Self { Self(.failure(error)) }
  /// Returns a column of a source. Without a source, the column is found among the sources of the query.
  public static func column(_ source: SQLSyntax.SourceIdentity?, _ column: SQLColumnDefinition) -> Self {
    Self(leaf: .column(source, column))
  }
  /// Returns a column of the result of a compound query by its index from 0, for its ORDER BY only.
  public static func resultColumn(_ index: Int) -> Self { Self(.resultColumn(index)) }
  /// Returns an infix operator with its operands.
  public static func binary(_ operation: SQLSyntax.BinaryOperator, _ left: Expression, _ right: Expression) -> Self {
    Self(.binary(operation, left, right))
  }
  /// Returns AND over any number of terms. It's true if there are none.
  public static func all(_ terms: SQLSyntax.Terms) -> Self { Self(.all(terms)) }
  /// Returns OR over any number of terms. It's false if there are none.
  public static func any(_ terms: SQLSyntax.Terms) -> Self { Self(.any(terms)) }
  /// Returns AND over any number of terms. It's true if there are none.
  public static func all(_ terms: [Expression]) -> Self { Self(.all(SQLSyntax.Terms(terms))) }
  /// Returns OR over any number of terms. It's false if there are none.
  public static func any(_ terms: [Expression]) -> Self { Self(.any(SQLSyntax.Terms(terms))) }
  /// Returns BETWEEN, both bounds included.
  public static func between(_ operand: Expression, _ lower: Expression, _ upper: Expression, negated: Bool) -> Self {
    Self(.between(operand, lower, upper, negated: negated))
  }
  /// Returns IS NULL.
  public static func isNull(_ operand: Expression, negated: Bool) -> Self { Self(.isNull(operand, negated: negated)) }
  /// Returns IN over bound values.
  public static func inValues(_ operand: Expression, _ values: [SQLValue], negated: Bool) -> Self {
    Self(.inValues(operand, values, negated: negated))
  }
  /// Returns IN over expressions.
  public static func inList(_ operand: Expression, _ members: [Expression], negated: Bool) -> Self {
    Self(.inList(operand, members, negated: negated))
  }
  /// Returns IN over row values.
  public static func inRows(_ operands: [Expression], _ rows: [[Expression]], negated: Bool) -> Self {
    Self(.inRows(operands, rows, negated: negated))
  }
  /// Returns IN over the rows of a query.
  public static func inQuery(_ operands: [Expression], _ query: Query, negated: Bool) -> Self {
    Self(.inQuery(operands, query, negated: negated))
  }
  /// Returns LIKE, GLOB, REGEXP or MATCH.
  public static func pattern(
    _ operation: SQLSyntax.PatternOperator, _ operand: Expression, _ pattern: Expression, escape: Expression?,
    negated: Bool
  ) -> Self { Self(.pattern(operation, operand, pattern, escape: escape, negated: negated)) }
  /// Returns EXISTS.
  public static func exists(_ query: Query, negated: Bool) -> Self { Self(.exists(query, negated: negated)) }
  /// Returns a query of one column as a value: its first row, or NULL.
  public static func scalar(_ query: Query) -> Self { Self(.scalar(query)) }
  /// Returns CASE, with or without a base.
  public static func choice(base: Expression?, branches: [SQLSyntax.Branch], otherwise: Expression?) -> Self {
    Self(.choice(base: base, branches: branches, otherwise: otherwise))
  }
  /// Returns CAST.
  public static func cast(_ operand: Expression, _ type: SQLColumnType) -> Self { Self(.cast(operand, type)) }
  /// Returns COLLATE.
  public static func collate(_ operand: Expression, _ collation: SQLCollation) -> Self {
    Self(.collate(operand, collation))
  }
  /// Returns a call of a scalar, aggregate or window function.
  public static func function(_ function: SQLSyntax.Function) -> Self { Self(.function(function)) }
  /// Returns a row value.
  public static func row(_ members: [Expression]) -> Self { Self(.row(members)) }
  /// Returns a value inside a JSON text: as an SQL value, or as JSON.
  public static func json(_ operand: Expression, path: String, asJSON: Bool) -> Self {
    Self(.json(operand, path: path, asJSON: asJSON))
  }
  /// Returns SQL text with expressions inside. It gets parentheses if it's combined with other expressions.
  public static func raw(_ parts: [SQLSyntax.RawPart]) -> Self { Self(.raw(parts)) }
}
