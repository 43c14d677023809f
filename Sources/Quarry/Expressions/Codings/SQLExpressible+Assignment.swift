extension SQLExpressible {
  /// The expression as a column stores it.
  func assigned<Column: SQLValueConvertible>(to column: SQLColumn<Column>) -> SQLSyntax.Expression
  where Column.Unwrapped == Value.Unwrapped {
    guard let converted = operand.converted(to: column.coding) else {
      return .failure(.reading(storedForm, as: column.storedForm, named: column.name))
    }
    return .guarded(converted, for: column.storedForm)
  }
}

extension SQLSyntax.Expression {
  /// An expression whose result is stored as units. If it doesn't fit into 64 bits, the engine reports an error;
  /// without this guard, SQLite would silently store a real.
  static func guarded(_ expression: SQLSyntax.Expression, for form: SQLStoredForm) -> SQLSyntax.Expression {
    guard case .scaledInteger = form.kind, expression.computes, !expression.mayAggregate else { return expression }
    return .raw([
      .text("(SELECT CASE WHEN typeof(\"units\") = 'real' THEN abs(CASE WHEN \"units\" IS NULL THEN 0 ELSE "),
      .text("-9223372036854775807 - 1 END) ELSE \"units\" END FROM (SELECT "), .expression(expression),
      .text(" AS \"units\"))"),
    ])
  }

  /// Whether the result is computed, not a stored or bound value.
  private var computes: Bool {
    switch node {
    case .value, .literal, .failure, .column, .resultColumn: false
    default: true
    }
  }
}
