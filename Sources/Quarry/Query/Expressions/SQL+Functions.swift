extension SQL {
  /// The first value that is not NULL; NULL when all are, or when there is none.
  public static func coalesce<Value: SQLValueConvertible>(
    _ expressions: SQLExpression<Value>...
  ) -> SQLExpression<Value.Unwrapped?> {
    guard let first = expressions.first else { return SQLExpression(syntax: .literal(.null)) }
    if expressions.count == 1 { return first.asOptional }
    return SQLExpression(
      syntax: .function(SQLSyntax.Function(.builtIn("coalesce"), expressions.map(\.syntax))), coding: first.coding)
  }

  /// One of two expressions, as a condition decides; a CASE where the engine has no `iif`.
  public static func iif<Condition: SQLExpressible, Value: SQLValueConvertible>(
    _ condition: Condition, _ then: SQLExpression<Value>, _ otherwise: SQLExpression<Value>
  ) -> SQLExpression<Value> where Condition.Value.Unwrapped == Bool {
    SQLExpression(
      syntax: .call("iif", condition.syntax, then.syntax, otherwise.syntax, needs: [.iifFunction]), coding: then.coding)
  }

  /// The smallest of several values in one row; NULL when any is.
  public static func least<Value: SQLValueConvertible>(
    _ first: SQLExpression<Value>, _ second: SQLExpression<Value>, _ others: SQLExpression<Value>...
  ) -> SQLExpression<Value> {
    SQLExpression(syntax: .among("min", [first, second] + others), coding: first.coding)
  }
  /// The largest of several values in one row; NULL when any is.
  public static func greatest<Value: SQLValueConvertible>(
    _ first: SQLExpression<Value>, _ second: SQLExpression<Value>, _ others: SQLExpression<Value>...
  ) -> SQLExpression<Value> {
    SQLExpression(syntax: .among("max", [first, second] + others), coding: first.coding)
  }

  /// A random 64-bit integer.
  public static func random() -> SQLExpression<Int64> { SQLExpression(syntax: .call("random")) }

  /// The text of all values that are not NULL, one after the other; `||` where the engine has no `concat`.
  public static func concat(_ first: any SQLExpressible, _ others: any SQLExpressible...) -> SQLExpression<String> {
    SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("concat"), ([first] + others).map { $0.syntax }, needs: [.concatFunction])))
  }

  /// The text of all values that are not NULL, with a separator between them. Empty texts count.
  ///
  /// Engines without `concat_ws`, and those whose `concat_ws` drops empty texts, get an equal form.
  public static func concat(
    separator: String, _ first: any SQLExpressible, _ others: any SQLExpressible...
  ) -> SQLExpression<String> {
    SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("concat_ws"), [.value(.text(separator))] + ([first] + others).map { $0.syntax },
          needs: [.concatWithSeparatorFunction, .concatWithSeparatorKeepsEmpty])))
  }

  /// Text made by a format, as in C; `printf` where the engine has no `format`.
  ///
  /// Source: <https://sqlite.org/printf.html>.
  public static func format(_ format: String, _ arguments: any SQLExpressible...) -> SQLExpression<String> {
    var needs: FeatureSet = [.formatFunction, .printfFunction]
    for features in SQLFormatScanner.thousands(format) { needs.insert(features) }
    return SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("format"), [.value(.text(format))] + arguments.map { $0.syntax }, needs: needs)))
  }

  /// The characters with the given code points.
  public static func char(_ codePoints: Int...) -> SQLExpression<String> {
    SQLExpression(
      syntax: .function(
        SQLSyntax.Function(
          .builtIn("char"), codePoints.map { .value(.integer(Int64($0))) }, needs: [.charUnicodeFunctions])))
  }
}

extension SQLSyntax.Expression {
  fileprivate static func among<Value>(
    _ name: String, _ expressions: [SQLExpression<Value>]
  ) -> SQLSyntax.Expression {
    .function(SQLSyntax.Function(.builtIn(name), expressions.map(\.syntax)))
  }
}
