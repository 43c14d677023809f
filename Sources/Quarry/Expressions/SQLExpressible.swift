/// Something that has a value in each row: a column, or an expression over columns.
///
/// Operators and functions are members of this protocol, so that columns and expressions share them.
public protocol SQLExpressible<Value>: SQLSelectable, SQLOrderable {
  /// The Swift type of the value.
  associatedtype Value: SQLValueConvertible
  associatedtype Output = Value

  /// The untyped tree.
  var syntax: SQLSyntax.Expression { get }

  /// How the value is stored, where it is not the type's usual way; values that it is compared with are stored the
  /// same way.
  var coding: SQLValueCoding<Value.Unwrapped>? { get }

  /// Stores the value in any coding, for an expression that is a value of the program; `nil` for all others.
  var constantEncoder: (@Sendable (SQLValueCoding<Value.Unwrapped>?) -> SQLSyntax.Expression)? { get }
}

extension SQLExpressible {
  /// Most expressions are no values of the program.
  public var constantEncoder: (@Sendable (SQLValueCoding<Value.Unwrapped>?) -> SQLSyntax.Expression)? { nil }
}

/// A typed expression.
public struct SQLExpression<Value: SQLValueConvertible>: SQLExpressible {
  /// The untyped tree.
  public let syntax: SQLSyntax.Expression
  /// How the value is stored, where it is not the type's usual way.
  public let coding: SQLValueCoding<Value.Unwrapped>?
  /// Stores the value in any coding, for an expression that is a value of the program; `nil` for all others.
  public let constantEncoder: (@Sendable (SQLValueCoding<Value.Unwrapped>?) -> SQLSyntax.Expression)?

  /// Creates an expression from a tree.
  ///
  /// - Parameters:
  ///   - syntax: The tree.
  ///   - coding: How its values are stored. If `nil`, in the type's own form.
  public init(syntax: SQLSyntax.Expression, coding: SQLValueCoding<Value.Unwrapped>? = nil) {
    self.syntax = syntax
    self.coding = coding
    constantEncoder = nil
  }

  /// Creates an expression from a value, which is bound as a parameter.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - coding: How the value is stored. If `nil`, as the expressions that it meets store theirs.
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

/// A condition: true, false or NULL, which counts as not met.
public typealias SQLPredicate = SQLExpression<Bool?>

extension SQLColumn: SQLExpressible {
  /// The column of whichever source of the query has it; in a closure use the closure's parameter where the same table
  /// stands in the query twice.
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

  /// The same expression, read as a value that is never NULL; a row where it is NULL is then an error.
  public var asNonNull: SQLExpression<Value.Unwrapped> {
    SQLExpression(syntax: syntax, coding: coding, constantEncoder: constantEncoder)
  }

  /// Returns the stored value under another Swift type, without any SQL; ``cast(to:)`` converts.
  ///
  /// A column's coding ends here: the stored value of a `Decimal` with the coding `.scaled(2)` is an integer, so that
  /// `price.typed(as: Int64.self)` is the number of cents.
  ///
  /// - Parameters:
  ///   - type: The Swift type to read the stored value as.
  ///   - coding: How values of that type are stored. If `nil`, in the type's own form.
  public func typed<Other>(
    as type: Other.Type, coding: SQLValueCoding<Other.Unwrapped>? = nil
  ) -> SQLExpression<Other> { SQLExpression(syntax: syntax, coding: coding) }
}

extension SQLSyntax.Expression {
  /// A value as a parameter, or the failure to store it.
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
  /// A value of a query that cannot be stored; the type is named, never the value.
  static func unstorable(_ type: any Any.Type, _ error: any Error) -> DatabaseError {
    if let error = error as? DatabaseError { return error }
    return DatabaseError(
      .valueOutOfRange, "a value of type \(type) in a query cannot be stored: \(error)", underlying: error)
  }
}
