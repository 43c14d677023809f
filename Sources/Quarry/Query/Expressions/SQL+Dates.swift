// Modifiers and letters that came late are not refused by older engines: they answer NULL. So each call names what its
// format and modifiers need, and is refused where that is missing.
// Source: https://sqlite.org/lang_datefunc.html
extension SQL {
  /// The day, as `YYYY-MM-DD`; NULL when the time value is not understood.
  public static func date(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<String?> {
    SQLExpression(syntax: call("date", [], time, modifiers))
  }
  /// The time of day, as `HH:MM:SS`; NULL when the time value is not understood.
  public static func time(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<String?> {
    SQLExpression(syntax: call("time", [], time, modifiers))
  }
  /// Day and time, as `YYYY-MM-DD HH:MM:SS`; NULL when the time value is not understood.
  public static func dateTime(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<String?> {
    SQLExpression(syntax: call("datetime", [], time, modifiers))
  }
  /// The Julian day; NULL when the time value is not understood.
  public static func julianDay(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<Double?> {
    SQLExpression(syntax: call("julianday", [], time, modifiers))
  }
  /// The seconds since 1970; `strftime` where the engine has no `unixepoch`.
  public static func unixEpoch(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<Int64?> {
    SQLExpression(syntax: call("unixepoch", [], time, modifiers, needs: [.unixEpochFunction]))
  }
  /// The time in a format of its own; NULL when the time value is not understood.
  public static func formatDate(
    _ format: String, _ time: any SQLExpressible, _ modifiers: String...
  ) -> SQLExpression<String?> {
    SQLExpression(
      syntax: call(
        "strftime", [.value(.text(format))], time, modifiers, needs: FeatureSet(SQLFormatScanner.dateLetters(format))))
  }
  /// The current time in UTC, as a text that the date functions understand.
  public static var now: SQLExpression<String> { SQLExpression(syntax: .literal(.text("now"))) }

  private static func call(
    _ name: String, _ first: [SQLSyntax.Expression], _ time: any SQLExpressible, _ modifiers: [String],
    needs: FeatureSet = []
  ) -> SQLSyntax.Expression {
    let needed = needs.union(FeatureSet(modifiers.compactMap(SQLFormatScanner.dateModifier)))
    let arguments = first + [time.syntax] + modifiers.map { .value(.text($0)) }
    return .function(SQLSyntax.Function(.builtIn(name), arguments, needs: needed))
  }
}
