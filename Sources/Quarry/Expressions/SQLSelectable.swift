/// Something that a select can yield: a column, an expression, or all columns of a source.
public protocol SQLSelectable: Sendable {
  /// What it becomes in a row.
  associatedtype Output: Sendable

  /// The columns in the statement.
  var resultColumn: SQLSyntax.ResultColumn { get }

  /// Reads the value from a row.
  var decoder: SQLResultDecoder<Output> { get }
}

/// Reads one value of a row.
public struct SQLResultDecoder<Output: Sendable>: Sendable {
  /// The number of cells that the value takes.
  public let width: Int
  /// Reads the value; the reader stands at its first cell.
  public let decode: @Sendable (inout SQLRowDecoder) throws -> Output
  /// How the values of the cells are stored, or `nil` if nothing is known.
  let forms: [SQLStoredForm?]?
  /// The one expression that is read.
  let result: SQLResultExpression?

  /// Creates a decoder.
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
  /// One column.
  public var resultColumn: SQLSyntax.ResultColumn { .expression(syntax, name: nil) }

  /// Reads the value from one cell.
  @inlinable public var decoder: SQLResultDecoder<Value> {
    let coding = coding
    return SQLResultDecoder(SQLResultExpression(self)) { try $0.decode(Value.self, coding: coding) }
  }

  /// Returns the expression under a name of its own in the result, for those who read rows by name.
  public func named(_ name: String) -> SQLNamedResult<Value> {
    SQLNamedResult(name: name, expression: expression)
  }
}

/// An expression with a name in the result.
public struct SQLNamedResult<Value: SQLValueConvertible>: SQLSelectable {
  let name: String
  let expression: SQLExpression<Value>

  /// One column with its name.
  public var resultColumn: SQLSyntax.ResultColumn { .expression(expression.syntax, name: name) }
  /// Reads the value from one cell.
  public var decoder: SQLResultDecoder<Value> { expression.decoder }
}
