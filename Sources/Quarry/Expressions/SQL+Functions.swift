extension SQL {
  /// Returns the first value that isn't NULL, or NULL if there is none.
  public static func coalesce<Value: SQLValueConvertible>(
    _ expressions: SQLExpression<Value>...
  ) -> SQLExpression<Value.Unwrapped?> {
    guard let first = expressions.first else { return SQLExpression(syntax: .literal(.null)) }
    if expressions.count == 1 { return first.asOptional }
    let agreement = SQLAgreement(expressions.map(\.operand), to: "choose among")
    return SQLExpression(
      syntax: .function(SQLSyntax.Function(.builtIn("coalesce"), agreement.syntaxes)), coding: agreement.coding)
  }

  /// Returns one of two expressions, depending on a condition. On an engine without `iif`, Quarry uses a CASE.
  public static func iif<Condition: SQLExpressible, Value: SQLValueConvertible>(
    _ condition: Condition, _ then: SQLExpression<Value>, _ otherwise: SQLExpression<Value>
  ) -> SQLExpression<Value> where Condition.Value.Unwrapped == Bool {
    let (first, second, coding) = then.agreed(with: otherwise, to: "choose among")
    return SQLExpression(
      syntax: .call("iif", condition.truth, first, second, needs: [.iifFunction]), coding: coding)
  }

  /// Returns the smallest of several values in one row, or NULL if any is NULL.
  public static func least<Value: SQLValueConvertible>(
    _ first: SQLExpression<Value>, _ second: SQLExpression<Value>, _ others: SQLExpression<Value>...
  ) -> SQLExpression<Value> {
    .among("min", [first, second] + others, to: "find the smallest value")
  }
  /// Returns the largest of several values in one row, or NULL if any is NULL.
  public static func greatest<Value: SQLValueConvertible>(
    _ first: SQLExpression<Value>, _ second: SQLExpression<Value>, _ others: SQLExpression<Value>...
  ) -> SQLExpression<Value> {
    .among("max", [first, second] + others, to: "find the largest value")
  }

  /// Returns a random 64-bit integer.
  public static func random() -> SQLExpression<Int64> { SQLExpression(syntax: .call("random")) }

  /// Returns the concatenated texts of all values that aren't NULL. On an engine without `concat`, Quarry uses `||`.
  ///
  /// If a value's stored form doesn't show the value, as with the coding `.scaled(2)`, running the query throws
  /// `.invalidQuery`.
  public static func concat(_ first: any SQLExpressible, _ others: any SQLExpressible...) -> SQLExpression<String> {
    SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("concat"), ([first] + others).map { $0.readable(in: "concat") }, needs: [.concatFunction])))
  }

  /// Returns the texts of all values that aren't NULL, with a separator between them. Empty texts count.
  ///
  /// Some engines lack `concat_ws`, or have one that drops empty texts. There, Quarry uses an equivalent form.
  public static func concat(
    separator: String, _ first: any SQLExpressible, _ others: any SQLExpressible...
  ) -> SQLExpression<String> {
    SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("concat_ws"), [.value(.text(separator))] + ([first] + others).map { $0.readable(in: "concat") },
          needs: [.concatWithSeparatorFunction, .concatWithSeparatorKeepsEmpty])))
  }

  /// Returns a text made from a format, as in C. On an engine without `format`, Quarry uses `printf`.
  ///
  /// Source: <https://sqlite.org/printf.html>.
  public static func format(_ format: String, _ arguments: any SQLExpressible...) -> SQLExpression<String> {
    var needs: FeatureSet = [.formatFunction, .printfFunction]
    for features in SQLFormatScanner.thousands(format) { needs.insert(features) }
    return SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("format"), [.value(.text(format))] + arguments.map { $0.readable(in: "format") }, needs: needs)))
  }

  /// Returns a text of the characters with the given code points.
  public static func char(_ codePoints: Int...) -> SQLExpression<String> {
    SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("char"), codePoints.map { .value(.integer(Int64($0))) }, needs: [.charUnicodeFunctions])))
  }
}

extension SQLExpression {
  fileprivate static func among(
    _ name: String, _ expressions: [SQLExpression<Value>], to action: String
  ) -> SQLExpression<Value> {
    let agreement = SQLAgreement(expressions.map(\.operand), to: action)
    guard agreement.form.preserved.contains(.order) else {
      let error = DatabaseError.comparison(
        Value.Unwrapped.self, expressions[0].syntax, agreement.form, action, needing: .order)
      return .failed(error)
    }
    return SQLExpression(
      syntax: .function(SQLSyntax.Function(.builtIn(name), agreement.syntaxes)), coding: agreement.coding)
  }
}
