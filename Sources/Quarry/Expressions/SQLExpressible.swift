/// An expression with a value in each row: a column, or an expression over columns.
///
/// Operators and functions are members of this protocol, so columns and expressions share them.
public protocol SQLExpressible<Value>: SQLSelectable, SQLOrderable {
  /// The Swift type of the value.
  associatedtype Value: SQLValueConvertible
  associatedtype Output = Value

  /// The untyped tree.
  var syntax: SQLSyntax.Expression { get }

  /// The coding of the value, or `nil` for the type's usual form. Values that are compared with it get the same
  /// coding.
  var coding: SQLValueCoding<Value.Unwrapped>? { get }

  /// Stores the value in any coding. `nil` unless the expression is a value of the program.
  var constantEncoder: (@Sendable (SQLValueCoding<Value.Unwrapped>?) -> SQLSyntax.Expression)? { get }
}

extension SQLExpressible {
  /// `nil`, because most expressions aren't values of the program.
  public var constantEncoder: (@Sendable (SQLValueCoding<Value.Unwrapped>?) -> SQLSyntax.Expression)? { nil }
}

/// A typed expression.
public struct SQLExpression<Value: SQLValueConvertible>: SQLExpressible {
  /// The untyped tree.
  public let syntax: SQLSyntax.Expression
  /// The coding of the value, or `nil` for the type's usual form.
  public let coding: SQLValueCoding<Value.Unwrapped>?
  /// Stores the value in any coding. `nil` unless the expression is a value of the program.
  public let constantEncoder: (@Sendable (SQLValueCoding<Value.Unwrapped>?) -> SQLSyntax.Expression)?

  /// Creates an expression from a tree.
  ///
  /// - Parameters:
  ///   - syntax: The tree.
  ///   - coding: The coding of its values. If `nil`, the type's own form.
  public init(syntax: SQLSyntax.Expression, coding: SQLValueCoding<Value.Unwrapped>? = nil) {
    self.syntax = syntax
    self.coding = coding
    constantEncoder = nil
  }

  /// Creates an expression from a value, which is bound as a parameter.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - coding: The coding of the value. If `nil`, the coding of the expressions that it's combined with.
  public init(_ value: Value, coding: SQLValueCoding<Value.Unwrapped>? = nil) {
    syntax = .bound(value, coding: coding)
    self.coding = coding
    if coding == nil {
      constantEncoder = { (coding: SQLValueCoding<Value.Unwrapped>?) in
        SQLSyntax.Expression.bound(value, coding: coding)
      }
    } else {
      constantEncoder = nil
    }
  }

  init(
    syntax: SQLSyntax.Expression, coding: SQLValueCoding<Value.Unwrapped>?,
    constantEncoder: (@Sendable (SQLValueCoding<Value.Unwrapped>?) -> SQLSyntax.Expression)?
  ) {
    self.syntax = syntax
    self.coding = coding
    self.constantEncoder = constantEncoder
  }
}

/// A condition: true, false or NULL. NULL counts as false.
public typealias SQLPredicate = SQLExpression<Bool?>

extension SQLColumn: SQLExpressible {
  /// The column, in whichever source of the query has it. If the query uses the same table twice, use the closure's
  /// parameter instead.
  public var syntax: SQLSyntax.Expression { .column(nil, definition) }
}

extension SQLExpressible {
  /// The same expression as a value of type ``SQLExpression``.
  public var expression: SQLExpression<Value> {
    SQLExpression(syntax: syntax, coding: coding, constantEncoder: constantEncoder)
  }

  /// The same expression, read as an optional.
  public var asOptional: SQLExpression<Value.Unwrapped?> {
    SQLExpression(syntax: syntax, coding: coding, constantEncoder: constantEncoder)
  }

  /// The same expression, read as a value that is never NULL. Reading a row in which it's NULL throws
  /// `.unexpectedNull`.
  public var asNonNull: SQLExpression<Value.Unwrapped> {
    SQLExpression(syntax: syntax, coding: coding, constantEncoder: constantEncoder)
  }

  /// Returns the stored value as another Swift type, without any SQL. To convert the value, use ``cast(to:)``.
  ///
  /// The column's coding no longer applies. For example, a `Decimal` with the coding `.scaled(2)` is stored as an
  /// integer, so `price.typed(as: Int64.self)` is the number of cents.
  ///
  /// - Parameters:
  ///   - type: The Swift type to read the stored value as.
  ///   - coding: The coding of values of that type. If `nil`, the type's own form.
  public func typed<Other>(
    as type: Other.Type, coding: SQLValueCoding<Other.Unwrapped>? = nil
  ) -> SQLExpression<Other> { SQLExpression(syntax: syntax, coding: coding) }
}

extension SQLSyntax.Expression {
  /// A value as a parameter, or a failure if it can't be stored.
  static func bound<Value: SQLValueConvertible>(
    _ value: Value, coding: SQLValueCoding<Value.Unwrapped>?
  ) -> SQLSyntax.Expression {
    do {
      return .value(try value.sqlValue(coding: coding))
    } catch {
      return .failure(.unstorable(Value.self, error))
    }
  }

  /// Whether this is the constant NULL.
  var isNullConstant: Bool {
    switch node {
    case .value(.null), .literal(.null): true
    default: false
    }
  }
}

extension DatabaseError {
  /// The error for a value of a query that can't be stored. It names the type, never the value.
  @usableFromInline static func unstorable(_ type: any Any.Type, _ error: any Error) -> DatabaseError {
    if let error = error as? DatabaseError { return error }
    return DatabaseError(
      .valueOutOfRange, "a value of type \(type) in a query can't be stored: \(error)", underlying: error)
  }
}
