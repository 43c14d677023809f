/// The functions of SQL that aren't methods of one expression.
///
/// Functions of one expression are methods and properties of it: `$0.title.length`, `$0.price.sum()`.
public enum SQL {
  /// Returns a value as an expression, stored like the expressions that it's combined with.
  public static func value<Value: SQLValueConvertible>(_ value: Value) -> SQLExpression<Value> { SQLExpression(value) }

  /// Returns a value as an expression, stored in a coding.
  public static func value<Value: SQLValueConvertible>(
    _ value: Value, coding: SQLValueCoding<Value.Unwrapped>
  ) -> SQLExpression<Value> { SQLExpression(value, coding: coding) }

  /// Returns NULL as an expression of a type.
  public static func null<Value: SQLValueConvertible>(_ type: Value.Type = Value.self) -> SQLExpression<Value?> {
    SQLExpression(syntax: .literal(.null))
  }

  /// Returns an expression from SQL text, with values and other expressions inside.
  ///
  /// ```swift
  /// Album.where { SQL.raw("\($0.year) % 4 = 0 OR \($0.title) = \(title)") }
  /// ```
  ///
  /// Values are bound, and columns are qualified by their source. The text gets parentheses if it's combined with
  /// another expression. Columns have their stored values, and so has the result.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - type: The Swift type of the result.
  ///   - coding: How the result is stored. If `nil`, in the type's own form.
  public static func raw<Value: SQLValueConvertible>(
    _ text: SQLRawExpression, as type: Value.Type = Bool?.self, coding: SQLValueCoding<Value.Unwrapped>? = nil
  ) -> SQLExpression<Value> { SQLExpression(syntax: text.syntax, coding: coding) }

  /// Returns a call of a function by its name, for functions that the application adds. The name is quoted.
  ///
  /// The function gets stored values and returns a value in the type's own form. For another form, use
  /// ``SQLExpressible/typed(as:coding:)``.
  public static func function<Value: SQLValueConvertible>(
    _ name: String, _ arguments: any SQLExpressible..., as type: Value.Type
  ) -> SQLExpression<Value> {
    SQLExpression(syntax: .function(SQLSyntax.Function(.custom(name), arguments.map { $0.syntax })))
  }

  /// Returns a call of an aggregate function by its name, for functions that the application adds. The name is
  /// quoted.
  ///
  /// The function gets stored values.
  public static func aggregate<Value: SQLValueConvertible>(
    _ name: String, _ arguments: any SQLExpressible..., distinct: Bool = false, as type: Value.Type
  ) -> SQLAggregate<Value> {
    var call = SQLSyntax.Function(.custom(name), arguments.map { $0.syntax })
    call.isDistinct = distinct
    return SQLAggregate(call)
  }

  /// Returns whether a query has a row (`EXISTS`).
  public static func exists<Query: SQLSubquery>(_ query: Query) -> SQLPredicate { query.exists }

  /// Returns the number of rows (`count(*)`).
  public static func count() -> SQLAggregate<Int> {
    var call = SQLSyntax.Function(.builtIn("count"), [])
    call.isStar = true
    return SQLAggregate(call)
  }
}

extension SQL {
  /// Returns the number of the row in its partition, from 1.
  public static func rowNumber() -> SQLWindowFunction<Int> { SQLWindowFunction("row_number", []) }
  /// Returns the rank of the row, with gaps after equal rows.
  public static func rank() -> SQLWindowFunction<Int> { SQLWindowFunction("rank", []) }
  /// Returns the rank of the row, without gaps.
  public static func denseRank() -> SQLWindowFunction<Int> { SQLWindowFunction("dense_rank", []) }
  /// Returns the rank of the row as a fraction from 0 to 1.
  public static func percentRank() -> SQLWindowFunction<Double> { SQLWindowFunction("percent_rank", []) }
  /// Returns the fraction of rows up to and including the row and its equals.
  public static func cumulativeDistribution() -> SQLWindowFunction<Double> { SQLWindowFunction("cume_dist", []) }
  /// Divides the partition into `count` groups of about equal size, and returns the number of the row's group, from
  /// 1.
  public static func ntile(_ count: Int) -> SQLWindowFunction<Int> {
    SQLWindowFunction("ntile", [.value(.integer(Int64(count)))])
  }
}

/// SQL text with values and expressions inside.
public struct SQLRawExpression: Sendable, ExpressibleByStringInterpolation {
  var parts: [SQLSyntax.RawPart]

  var syntax: SQLSyntax.Expression { .raw(parts) }

  /// Creates an expression from a fragment.
  public init(_ fragment: SQLFragment) { parts = [.fragment(fragment)] }
  /// Creates an expression from a literal.
  public init(stringLiteral value: String) { parts = [.text(value)] }
  /// Creates an expression from an interpolated literal.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var parts: [SQLSyntax.RawPart] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(interpolationCount * 2 + 1) }

    /// Appends the program's own text.
    public mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { parts.append(.text(literal)) } }
    /// Binds a value.
    public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value) {
      parts.append(.expression(.bound(value, coding: nil)))
    }
    /// Appends an expression, such as a column of a source.
    public mutating func appendInterpolation<Expression: SQLExpressible>(_ expression: Expression) {
      parts.append(.expression(expression.syntax))
    }
    /// Appends a query in parentheses.
    public mutating func appendInterpolation<Query: SQLSubquery>(_ query: Query) {
      parts.append(.expression(.scalar(query.query)))
    }
    /// Appends a fragment unchanged.
    public mutating func appendInterpolation(_ fragment: SQLFragment) { parts.append(.fragment(fragment)) }
    /// Appends a quoted identifier.
    public mutating func appendInterpolation(identifier: String) {
      parts.append(.text(SQLIdentifier.quote(identifier)))
    }
    /// Appends text from the program, unchecked.
    public mutating func appendInterpolation(raw text: String) { parts.append(.text(text)) }
  }
}
