/// Something that a query can select: a column, an expression, or all columns of a source.
public protocol SQLSelectable: Sendable {
  /// The type of its values in the rows.
  associatedtype Output: Sendable

  /// The columns in the statement.
  var resultColumn: SQLSyntax.ResultColumn { get }

  /// Reads the value from a row.
  var decoder: SQLResultDecoder<Output> { get }
}

/// Reads one value of a row.
public struct SQLResultDecoder<Output: Sendable>: Sendable {
  /// The number of columns that the value takes.
  public let width: Int
  /// Reads the value, beginning at its first column. Throws what the type of the value throws.
  public let decode: @Sendable (inout SQLRowDecoder) throws -> Output
  /// How the values of the columns are stored, or `nil` if unknown.
  let forms: [SQLStoredForm?]?
  /// The one expression that is read.
  let result: SQLResultExpression?

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - width: The number of columns that the value takes.
  ///   - decode: A closure that reads the value, beginning at its first column.
  public init(width: Int = 1, decode: @escaping @Sendable (inout SQLRowDecoder) throws -> Output) {
    self.width = width
    self.decode = decode
    forms = nil
    result = nil
  }

  init(forms: [SQLStoredForm?], decode: @escaping @Sendable (inout SQLRowDecoder) throws -> Output) {
    width = forms.count
    self.decode = decode
    self.forms = forms
    result = nil
  }

  @usableFromInline init(
    _ result: SQLResultExpression, decode: @escaping @Sendable (inout SQLRowDecoder) throws -> Output
  ) {
    width = 1
    self.decode = decode
    forms = [result.form]
    self.result = result
  }
}

extension SQLExpressible {
  /// The result column with this expression.
  public var resultColumn: SQLSyntax.ResultColumn { .expression(syntax, name: nil) }

  /// Reads the value from one column.
  @inlinable public var decoder: SQLResultDecoder<Value> {
    let coding = coding
    return SQLResultDecoder(SQLResultExpression(self)) { try $0.decode(Value.self, coding: coding) }
  }

  /// Names the expression in the result (`AS`).
  ///
  /// - Parameter name: The name of the result column.
  public func named(_ name: String) -> SQLNamedResult<Value> {
    SQLNamedResult(name: name, expression: expression)
  }
}

/// An expression with a name in the result.
public struct SQLNamedResult<Value: SQLValueConvertible>: SQLSelectable {
  let name: String
  let expression: SQLExpression<Value>

  /// The result column with this expression and its name.
  public var resultColumn: SQLSyntax.ResultColumn { .expression(expression.syntax, name: name) }
  /// Reads the value from one column.
  public var decoder: SQLResultDecoder<Value> { expression.decoder }
}
